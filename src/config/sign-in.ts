// The settings of sign-in: their rows, how their texts are read, and what they need of each other.
import { isProviderAddress } from '../access/sign-in/provider.ts';
import { numberFrom, optional, SettingError } from './parse.ts';

/** As the provider writes it, with a slash at the end or without: it has to be the same text in every token. */
export function issuerAddress(text: string, name: string): string {
  const isPlain = isProviderAddress(text, true) && !/[?#]/.test(text);
  if (isPlain) return text;
  throw new SettingError(
    `${name} is "${text}", but it is an https address without a query, such as https://login.example.com/realms/staff (http on localhost only).`,
  );
}

export function scopeNames(text: string, name: string): string {
  const names = text.split(/[\s,]+/).filter(Boolean);
  if (names.includes('openid') && names.every((each) => /^[!#-[\]-~]+$/.test(each))) return names.join(' ');
  throw new SettingError(`${name} is "${text}", but it is a list with spaces between that has openid in it.`);
}

export const signInRows = {
  oidcIssuer: {
    variables: ['WORKFORCE_OIDC_ISSUER'],
    about:
      'people sign in to the console with this OpenID Connect provider, named as it names itself; nobody without it',
    parse: optional(issuerAddress),
  },
  oidcClientId: {
    variables: ['WORKFORCE_OIDC_CLIENT_ID'],
    about: 'what the provider calls this service',
    parse: optional(String),
  },
  oidcClientSecret: {
    variables: ['WORKFORCE_OIDC_CLIENT_SECRET'],
    about: 'what the service proves itself with at the provider; a public client has none',
    parse: optional(String),
  },
  oidcScopes: {
    variables: ['WORKFORCE_OIDC_SCOPES'],
    default: 'openid profile email',
    about: 'what the provider is asked to say of people, with spaces between; openid is one of it',
    parse: scopeNames,
  },
  sessionHours: {
    variables: ['WORKFORCE_SESSION_HOURS'],
    default: '12',
    about: 'for how many hours people stay signed in, 0.1 to 720',
    parse: numberFrom(0.1, 720),
  },
} as const;

type SignInSettings = Readonly<
  Record<'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'publicUrl', string | undefined>
>;

/** All of it or nothing. */
export function checkSignIn({ oidcIssuer, oidcClientId, oidcClientSecret, publicUrl }: SignInSettings): void {
  if (oidcIssuer === undefined && (oidcClientId ?? oidcClientSecret) !== undefined)
    throw new SettingError(
      'WORKFORCE_OIDC_CLIENT_ID or _SECRET is set, but WORKFORCE_OIDC_ISSUER is not; set it to the address of the provider.',
    );
  if (oidcIssuer !== undefined && oidcClientId === undefined)
    throw new SettingError(
      'WORKFORCE_OIDC_ISSUER is set, but WORKFORCE_OIDC_CLIENT_ID is not; set it to what the provider calls this service.',
    );
  if (oidcIssuer !== undefined && publicUrl !== undefined && new URL(publicUrl).pathname !== '/')
    throw new SettingError(
      `WORKFORCE_PUBLIC_URL is "${publicUrl}", but people sign in at the root of a host; set it without a path, such as https://hr.example.com.`,
    );
}
