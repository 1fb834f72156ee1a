// A real provider, oidc-provider, in this process. Its forms take any name and password; the name says who somebody is.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { CLIENT } from './own-provider.ts';

const GROUPS: Readonly<Record<string, string[]>> = { ann: ['staff', 'hr-team'], bo: ['sales'] };

export type RealProvider = {
  readonly issuer: string;
  /** Takes the service at this address as its client. `settings`: names of OpenID Connect Registration. */
  register(serviceUrl: string, settings?: Record<string, unknown>): Promise<void>;
  stop(): void;
};

const keyOf = async (alg: string) => ({
  ...(await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)),
  ...{ alg, kid: alg, use: 'sig' },
});

export async function realProvider(): Promise<RealProvider> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => provider!.callback()(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await Promise.all(['RS256', 'ES256', 'PS256', 'Ed25519'].map(keyOf));
  return {
    issuer,
    async register(serviceUrl, settings = {}) {
      const seconds = () => 600;
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [`${serviceUrl}/auth/callback`],
            post_logout_redirect_uris: [`${serviceUrl}/`],
            ...settings,
          },
        ],
        jwks: { keys },
        cookies: { keys: ['of tests'] },
        claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
        enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256', 'PS256', 'Ed25519'] },
        ttl: { Interaction: seconds, Session: seconds, Grant: seconds, IdToken: seconds, AccessToken: seconds },
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, name: `${id[0]!.toUpperCase()}${id.slice(1)} Example`, groups: GROUPS[id] ?? [] }),
        }),
      });
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
