// A small provider with keys of its own, which does what a test tells it: it can forge, lie, hang and be away.
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { freePort } from '../harness/free-port.ts';

export const CLIENT = { id: 'console', secret: 'a secret: with +signs & 100% more' };

/** What was asked for at the authorization endpoint. */
export type Grant = { readonly nonce: string; readonly challenge: string; readonly redirect: string };

type Key = { readonly kid: string; readonly private: CryptoKey; readonly public: JWK };
const newKey = async (kid: string, alg = 'RS256'): Promise<Key> => {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { kid, private: pair.privateKey, public: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } };
};

export type Changes = {
  /** Claims of the ID token, at this second; `undefined` leaves one out. */
  claims?: Record<string, unknown> | ((now: number) => Record<string, unknown>);
  /** Another ID token altogether. */
  token?: (claims: Record<string, unknown>, kid: string) => string | Promise<string>;
  /** Of the discovery document. */
  metadata?: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  /** In the address of the way back. */
  back?: Record<string, string | undefined>;
  /** Instead of what it would answer at this path. */
  answers?: Record<string, () => Response | Promise<Response>>;
};

export type Asked = { readonly path: string; readonly authorization: string | null; readonly form: URLSearchParams };

export async function ownProvider() {
  let key = await newKey('first');
  const published = [key.public];
  const grants = new Map<string, Grant>();
  const provider = {
    issuer: '',
    change: {} as Changes,
    asked: [] as Asked[],
    keys: published,
    get key() {
      return key;
    },
    /** From now on it signs with a new key. `isPublished`: others can see it. */
    async rotate(kid: string, { isPublished = true, alg = 'RS256' } = {}) {
      key = await newKey(kid, alg);
      if (isPublished) published.splice(0, published.length, key.public);
    },
    counted: (path: string) => provider.asked.filter((each) => each.path === path).length,
    /** The same port is free for it when it starts again. */
    start(port = freePort()) {
      server = Bun.serve({ port, hostname: '127.0.0.1', idleTimeout: 0, fetch: answer });
      provider.issuer = server.url.origin;
    },
    stop: () => server.stop(true),
  };
  let server: Bun.Server<undefined>;
  provider.start();
  return provider;

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const form = new URLSearchParams(request.method === 'POST' ? await request.text() : url.search);
    provider.asked.push({ path: url.pathname, authorization: request.headers.get('authorization'), form });
    const special = provider.change.answers?.[url.pathname];
    if (special) return special();
    if (url.pathname === '/.well-known/openid-configuration') return Response.json(metadata());
    if (url.pathname === '/keys') return Response.json({ keys: published });
    if (url.pathname === '/authorize') return authorize(form);
    if (url.pathname === '/token') return token(request, form);
    if (url.pathname === '/userinfo') return Response.json({ sub: 'ann', ...provider.change.userInfo });
    return new Response(null, { status: 404 });
  }

  function metadata() {
    const at = (path: string) => provider.issuer + path;
    return {
      issuer: provider.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      jwks_uri: at('/keys'),
      userinfo_endpoint: at('/userinfo'),
      end_session_endpoint: at('/end'),
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS256', 'Ed25519', 'HS256', 'none'],
      ...provider.change.metadata,
    };
  }

  function authorize(query: URLSearchParams): Response {
    const code = crypto.randomUUID();
    const redirect = query.get('redirect_uri')!;
    grants.set(code, { nonce: query.get('nonce')!, challenge: query.get('code_challenge')!, redirect });
    const back = { code, state: query.get('state')!, ...provider.change.back };
    const parameters = Object.entries(back).filter((each): each is [string, string] => each[1] !== undefined);
    return Response.redirect(`${redirect}?${new URLSearchParams(parameters)}`, 302);
  }

  async function token(request: Request, form: URLSearchParams): Promise<Response> {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url');
    if (!grant || grant.challenge !== challenge || form.get('redirect_uri') !== grant.redirect)
      return Response.json(
        { error: 'invalid_grant', error_description: 'This code is <b>used up</b>' },
        { status: 400 },
      );
    if (!isClient(request, form)) return Response.json({ error: 'invalid_client' }, { status: 401 });
    return Response.json({ access_token: 'access', token_type: 'Bearer', id_token: await idToken(grant) });
  }

  function isClient({ headers }: Request, form: URLSearchParams): boolean {
    const methods = (metadata() as Record<string, unknown>).token_endpoint_auth_methods_supported ?? [
      'client_secret_basic',
    ];
    const [method] = methods as string[];
    if (method === 'none') return form.get('client_id') === CLIENT.id && !form.has('client_secret');
    if (method === 'client_secret_post')
      return form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    const sent = Buffer.from(headers.get('authorization')?.slice('Basic '.length) ?? '', 'base64').toString();
    const [id, secret] = sent.split(':').map((each) => decodeURIComponent(each.replaceAll('+', ' ')));
    return id === CLIENT.id && secret === CLIENT.secret && !form.has('client_secret');
  }

  function idToken({ nonce }: Grant): Promise<string> | string {
    const { change } = provider;
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      ...{ iss: provider.issuer, aud: CLIENT.id, sub: 'ann', name: 'Ann Example', groups: ['staff', 'hr-team'] },
      ...{ iat: now, exp: now + 300, nonce },
      ...(typeof change.claims === 'function' ? change.claims(now) : change.claims),
    };
    if (change.token) return change.token(claims, key.kid);
    const alg = key.public.alg!;
    return new SignJWT(claims).setProtectedHeader({ alg, kid: key.kid }).sign(key.private);
  }
}

export type OwnProvider = Awaited<ReturnType<typeof ownProvider>>;
