// Databases with credentials, for the tests of access.
import { NOTHING, type Role, roleKey, type Scopes } from '../../src/access/scopes.ts';
import { digestOf, newSecret, type SecretKind } from '../../src/access/secret.ts';
import type { Credential, Credentials } from '../../src/store/credentials.ts';
import { openDatabase } from '../harness/databases.ts';
import { atEnd } from '../harness/temporary-folder.ts';

export const READER: Scopes = { ...NOTHING, read: ['leave'] };

export async function open(location: string): Promise<Credentials> {
  const database = await openDatabase(location);
  atEnd(() => database.close());
  return database.credentials;
}

const BLANK = { claim: null, expires_at: null, used_at: null, revoked_at: null } as const;

/** Writes one as a command does, and returns its secret. */
export async function issue(
  credentials: Credentials,
  kind: SecretKind,
  values: Partial<Omit<Credential, 'digest' | 'kind' | 'changed_at'>> = {},
): Promise<string> {
  const secret = newSecret(kind);
  const { now } = await credentials.read({ changed_at: Number.MAX_SAFE_INTEGER });
  const named = { name: secret.slice(4, 12), scopes: JSON.stringify(READER), created_at: now };
  await credentials.add({ ...BLANK, ...named, ...values, digest: digestOf(secret), kind });
  return secret;
}

let created = 0;
export async function addRole(credentials: Credentials, { name, match, scopes }: Role): Promise<void> {
  const row = { digest: roleKey(name), kind: 'role', name, scopes: JSON.stringify(scopes), claim: match } as const;
  await credentials.add({ ...BLANK, ...row, created_at: ++created });
}

/** Counts the reads that reach the database. */
export function counted(credentials: Credentials): Credentials & { reads(): number; writes(): number } {
  let [reads, writes] = [0, 0];
  return {
    ...credentials,
    read(atLeast) {
      reads += 1;
      return credentials.read(atLeast);
    },
    change(...values) {
      writes += 1;
      return credentials.change(...values);
    },
    reads: () => reads,
    writes: () => writes,
  };
}
