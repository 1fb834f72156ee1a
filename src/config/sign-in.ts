// The settings of sign-in: how their texts are read, and what they need of each other.
import { isProviderAddress } from '../access/sign-in/provider.ts';
import { SettingError } from './parse.ts';

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
