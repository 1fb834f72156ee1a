// The provider: its metadata, which is cached, and the requests that are sent to it. Tokens are checked in id-token.ts.
import { boundedText } from '../../contract/bounded-text.ts';
import { MIB } from '../../contract/limits.ts';
import { objectIn } from '../../contract/request/strict-json.ts';
import { log } from '../../log/log.ts';
import type { Claims } from './claims.ts';
import { SignInError } from './sign-in-error.ts';

/** The names are those of OpenID Connect Discovery. */
export type Metadata = {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly id_token_signing_alg_values_supported?: readonly string[];
  readonly token_endpoint_auth_methods_supported?: readonly string[];
  readonly authorization_response_iss_parameter_supported?: boolean;
};

export type Client = { readonly id: string; readonly secret: string | undefined };

export const PROVIDER_SECONDS = 10;
/** The most bytes of an answer: tokens and keys take some thousands. */
export const PROVIDER_BYTES = MIB;
const REFRESH = 3_600_000;
/** How long older metadata is used after a refresh that failed. */
const RETRY = 60_000;

/** An address of the provider is https; where the whole provider is on this machine, as in tests, it may be http. */
export function isProviderAddress(text: unknown, onThisMachine: boolean): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (!url || url.username + url.password !== '') return false;
  const { protocol, hostname } = url;
  return protocol === 'https:' || (protocol === 'http:' && onThisMachine && LOCAL.has(hostname));
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Nothing is asked before the first sign-in. Where a refresh fails, the cached metadata is used on. */
export function discovery(issuer: string, refresh = REFRESH): () => Promise<Metadata> {
  let cached: { readonly metadata: Metadata; until: number } | undefined;
  let coming: Promise<Metadata> | undefined;
  return async () => {
    if (cached && performance.now() < cached.until) return cached.metadata;
    coming ??= discover(issuer).finally(() => {
      coming = undefined;
    });
    try {
      const metadata = await coming;
      cached = { metadata, until: performance.now() + refresh };
      return metadata;
    } catch (error) {
      if (!cached) throw error;
      log.warning(`Sign-in goes on with what the provider said before: ${(error as Error).message}`);
      cached.until = performance.now() + RETRY;
      return cached.metadata;
    }
  };
}

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const OPTIONAL_ENDPOINTS = ['userinfo_endpoint', 'end_session_endpoint'] as const;

async function discover(issuer: string): Promise<Metadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { status, body } = await ask(url);
  if (status !== 200 || !body)
    throw new SignInError(
      'away',
      `${url} answered ${status}${body ? '' : ' without JSON'}; check WORKFORCE_OIDC_ISSUER`,
    );
  // The whole trust rests on this name, so it has to be the very same text.
  if (body.issuer !== issuer)
    throw new SignInError(
      'untrusted',
      `the provider calls itself "${body.issuer}", but WORKFORCE_OIDC_ISSUER is "${issuer}"; set it to the provider's own name`,
    );
  const onThisMachine = issuer.startsWith('http:');
  for (const name of [...ENDPOINTS, ...OPTIONAL_ENDPOINTS.filter((each) => body[each] !== undefined)])
    if (!isProviderAddress(body[name], onThisMachine))
      throw new SignInError('untrusted', `${url} has no https address as ${name}`);
  return body as unknown as Metadata;
}

/** The tokens for a code. The provider gives them once for each code. */
export async function exchange(
  metadata: Metadata,
  client: Client,
  grant: { readonly code: string; readonly verifier: string; readonly redirect: string },
): Promise<{ readonly idToken: string; readonly accessToken: string | undefined }> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: grant.redirect,
    code_verifier: grant.verifier,
  });
  const headers = authenticate(metadata, client, form);
  const { status, body } = await ask(metadata.token_endpoint, { method: 'POST', body: form, headers });
  if (status >= 500) throw new SignInError('away', `${metadata.token_endpoint} answered ${status}`);
  if (status !== 200) {
    const said = [body?.error, body?.error_description].filter((each) => typeof each === 'string').join(': ');
    const hint =
      body?.error === 'invalid_client' ? '; check WORKFORCE_OIDC_CLIENT_ID and WORKFORCE_OIDC_CLIENT_SECRET' : '';
    throw new SignInError('refused', `${metadata.token_endpoint} answered ${status} ${said}${hint}`, { said });
  }
  if (typeof body?.id_token !== 'string')
    throw new SignInError(
      'untrusted',
      `${metadata.token_endpoint} sent no id_token; WORKFORCE_OIDC_SCOPES needs openid`,
    );
  return {
    idToken: body.id_token,
    accessToken: typeof body.access_token === 'string' ? body.access_token : undefined,
  };
}

/** Adds the proof of the client, in the way that the provider takes. A public client has its verifier only. */
function authenticate(metadata: Metadata, { id, secret }: Client, form: URLSearchParams): Record<string, string> {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (secret !== undefined && methods.includes('client_secret_basic')) {
    // Both are written as in a form first (RFC 6749, 2.3.1).
    const [name, password] = [id, secret].map((each) => new URLSearchParams({ '': each }).toString().slice(1));
    return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
  }
  if (secret !== undefined && !methods.includes('client_secret_post'))
    throw new SignInError(
      'untrusted',
      `the provider takes no client secret at ${metadata.token_endpoint}, only ${methods.join(', ')}; unset WORKFORCE_OIDC_CLIENT_SECRET`,
    );
  form.set('client_id', id);
  if (secret !== undefined) form.set('client_secret', secret);
  return {};
}

/** The claims of the provider beside the ID token. They have to be about the same person. */
export async function userInfo(url: string, accessToken: string, subject: string): Promise<Claims> {
  const { status, body } = await ask(url, { headers: { Authorization: `Bearer ${accessToken}` } });
  if (status >= 500) throw new SignInError('away', `${url} answered ${status}`);
  if (status !== 200 || !body)
    throw new SignInError('untrusted', `${url} answered ${status}${body ? '' : ' without JSON'}`);
  if (body.sub !== subject) throw new SignInError('untrusted', `${url} speaks of another person than the ID token`);
  return body;
}

type ProviderAnswer = { readonly status: number; readonly body: Record<string, unknown> | undefined };

/** `body`: where it is an object in JSON. Nothing is sent on to an address that was not asked for. */
async function ask(url: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  try {
    const signal = AbortSignal.timeout(1000 * PROVIDER_SECONDS);
    const headers = { Accept: 'application/json', ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers, redirect: 'error', signal });
    return { status: response.status, body: objectIn(await boundedText(response, PROVIDER_BYTES)) };
  } catch (error) {
    throw new SignInError('away', `${url} does not answer: ${(error as Error).message}`);
  }
}
