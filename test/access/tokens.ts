// A service whose reads take a token, with named tokens of all sorts.
import { directory } from '../../src/access/directory.ts';
import { NOTHING, type Scopes } from '../../src/access/scopes.ts';
import { digestOf, newSecret, type SecretKind } from '../../src/access/secret.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';

export type Given = Partial<Scopes>;

/** Puts a credential into the database, and returns its secret. */
export async function addSecret(
  { credentials }: Pick<Database, 'credentials'>,
  name: string,
  given: Given,
  { kind = 'token', expires = null }: { readonly kind?: SecretKind; readonly expires?: number | null } = {},
): Promise<string> {
  const secret = newSecret(kind);
  const scopes = JSON.stringify({ ...NOTHING, ...given });
  await directory(credentials).add({ digest: digestOf(secret), kind, name, scopes, claim: null, expires_at: expires });
  return secret;
}

export const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` };

/** `tokens`: by the names of what is given. */
export async function withTokens(given: Readonly<Record<string, Given>>, options: ServiceOptions = {}) {
  const service: Service = await startService({ ...options, parts: { read: 'token', ...options.parts } });
  const { store } = service;
  const tokens: Record<string, string> = {};
  for (const [name, scopes] of Object.entries(given)) tokens[name] = await addSecret(store, name, scopes);
  const all = { read: 'all', private: 'all', create: 'all' } as const;
  // The clock of the database decides.
  const { now } = await store.credentials.read({});
  const expired = await addSecret(store, 'expired', all, { expires: now - 60_000 });
  const revoked = await addSecret(store, 'revoked', all);
  await directory(store.credentials).revoke(digestOf(revoked));
  return { service, tokens, expired, revoked, unknown: newSecret('token') };
}
