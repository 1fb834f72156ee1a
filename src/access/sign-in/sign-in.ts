// Sign-in with an OpenID Connect provider: authorization code with PKCE. The provider says who somebody is; the first
// role that fits gives the rights; the session is ours, so that nobody asks the provider again until it ends.
import type { Directory, Holder } from '../directory.ts';
import { digestOf, newSecret } from '../secret.ts';
import {
  type Attempt,
  attemptText,
  CALLBACK_PATH,
  challengeOf,
  newAttempt,
  parseAttempt,
  sameText,
} from './attempt.ts';
import { nameOf, roleOf } from './claims.ts';
import { idTokens } from './id-token.ts';
import { discovery, exchange, type Metadata, userInfo } from './provider.ts';
import { SignInError } from './sign-in-error.ts';

export type SignInSettings = {
  readonly issuer: string;
  readonly clientId: string;
  /** A public client has none. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** How long a session lasts. */
  readonly hours: number;
  readonly directory: Directory;
  /** Where the service is for others: its origin. */
  readonly publicUrl: () => string;
  /** Milliseconds between two requests for new keys, where it is not the usual time. */
  readonly keyCooldown?: number;
};

export type SignIn = ReturnType<typeof signIn>;

const HOUR = 3_600_000;

/** Sign-ins that wait for the provider at the same time. More would take the places of other requests while it hangs.
 * */
const MAX_WAITING = 32;

export function signIn(settings: SignInSettings) {
  const { directory, publicUrl, hours, issuer, scopes } = settings;
  const client = { id: settings.clientId, secret: settings.clientSecret };
  const metadataOf = discovery(issuer);
  const verify = idTokens(client.id, settings.keyCooldown);
  const redirect = () => publicUrl() + CALLBACK_PATH;
  let waiting = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) throw new SignInError('away', `${waiting} sign-ins already wait for the provider`);
    waiting += 1;
    try {
      return await work();
    } finally {
      waiting -= 1;
    }
  }

  async function begin(to: string | null) {
    const metadata = await metadataOf();
    const attempt = newAttempt(to);
    const location = new URL(metadata.authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirect(),
      scope: scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: challengeOf(attempt),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
    return { location: location.href, attempt: attemptText(attempt) };
  }

  async function complete(attempt: Attempt, code: string, metadata: Metadata) {
    const { idToken, accessToken } = await exchange(metadata, client, {
      code,
      verifier: attempt.verifier,
      redirect: redirect(),
    });
    try {
      return await admit(attempt, { idToken, accessToken }, metadata);
    } catch (error) {
      if (error instanceof SignInError) error.isProven = true;
      throw error;
    }
  }

  type Tokens = { readonly idToken: string; readonly accessToken: string | undefined };

  async function admit(attempt: Attempt, { idToken, accessToken }: Tokens, metadata: Metadata) {
    const token = await verify(idToken, attempt.nonce, metadata);
    const url = metadata.userinfo_endpoint;
    const more = async () => (url && accessToken ? userInfo(url, accessToken, token.sub) : {});
    const { role, claims } = await roleOf(await directory.roles(), token, more);
    const person = { name: nameOf({ ...claims, sub: token.sub }), subject: token.sub };
    if (!role) {
      const names = Object.keys(claims).sort().join(', ');
      throw new SignInError('no-role', `no role fits ${person.name} (sub ${token.sub}), who has the claims ${names}`, {
        person,
      });
    }
    const secret = newSecret('session');
    await directory.add({
      ...{ digest: digestOf(secret), kind: 'session', name: person.name, claim: person.subject },
      ...{ scopes: JSON.stringify([role.name]), expires_at: directory.now() + hours * HOUR },
    });
    return { secret, person, role: role.name, to: attempt.to };
  }

  return {
    issuer,
    hours,
    publicUrl,
    /** The address to send the browser to, and the cookie that it has to bring back. */
    begin: (to: string | null) => inTurn(() => begin(to)),
    /** `text`: the attempt that the browser has brought back. */
    async complete(text: string | undefined, answer: URLSearchParams) {
      const attempt = parseAttempt(text);
      const { state, iss, error, error_description: description, code } = singles(answer);
      if (!attempt) throw new SignInError('attempt', 'the browser has begun no sign-in, or more than ten minutes ago');
      if (!sameText(state ?? '', attempt.state)) throw new SignInError('attempt', 'the state is of another sign-in');
      return inTurn(async () => {
        const metadata = await metadataOf();
        const needsIssuer = metadata.authorization_response_iss_parameter_supported === true;
        if (iss === undefined ? needsIssuer : iss !== issuer)
          throw new SignInError('untrusted', `the answer is of another provider (iss ${iss ?? 'missing'})`);
        if (error !== undefined) {
          const said = description ? `${error}: ${description}` : error;
          throw new SignInError('refused', `the provider answered ${said}`, { said });
        }
        if (!code) throw new SignInError('attempt', 'the answer of the provider has no code');
        return complete(attempt, code, metadata);
      });
    },
    /** The owner of a session; `undefined` where it is none that lasts. */
    async holder(secret: string | undefined): Promise<Holder | undefined> {
      const found = secret === undefined ? undefined : await directory.find(secret, 'session');
      return found && !('refused' in found) ? found : undefined;
    },
    async end({ digest }: Holder): Promise<void> {
      await directory.revoke(digest);
    },
    /** Where the provider's own session is ended, where it has such an address. */
    async endAddress(): Promise<string | undefined> {
      const { end_session_endpoint: address } = await inTurn(metadataOf);
      if (address === undefined) return undefined;
      const url = new URL(address);
      url.searchParams.set('client_id', client.id);
      url.searchParams.set('post_logout_redirect_uri', `${publicUrl()}/`);
      return url.href;
    },
  };
}

/** The parameters of an answer. One that is there twice is not of a provider, and counts as none. */
function singles(answer: URLSearchParams): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries([...answer].filter(([name]) => answer.getAll(name).length === 1));
}
