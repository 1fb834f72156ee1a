// The table workforce_credentials: tokens, secret addresses of calendars, sessions of people who have signed in, and
// the roles that these have. What is done with it is in access/.
import type { Definition, RowOf, Table } from './table.ts';

const columns = {
  /** SHA-256 of the secret in hexadecimal digits: the secret itself is not stored. Of a role `role:NAME`. */
  digest: 'TEXT PRIMARY KEY',
  kind: 'TEXT NOT NULL',
  name: 'TEXT NOT NULL',
  /** JSON of its scopes; of a session JSON of the names of its roles. */
  scopes: 'TEXT NOT NULL',
  /** Of a role: who has it, such as `groups=hr-team`. Of a session: the subject at the provider. */
  claim: 'TEXT',
  /** Times are milliseconds by the clock of the database. */
  created_at: 'NUMBER NOT NULL',
  expires_at: 'NUMBER',
  used_at: 'NUMBER',
  revoked_at: 'NUMBER',
  changed_at: 'CHANGED',
} as const;

export type Credential = RowOf<typeof columns> & { readonly kind: 'token' | 'calendar' | 'session' | 'role' };

export type Credentials = Table<Credential, 'changed_at'>;

export const credentialTable: Definition<Credential> = {
  name: 'workforce_credentials',
  title: 'Tokens and roles',
  columns,
  indexes: [
    'INDEX IF NOT EXISTS workforce_credentials_by_changed_at ON workforce_credentials (changed_at)',
    // Two commands at the same moment cannot both take a name.
    `UNIQUE INDEX IF NOT EXISTS workforce_credentials_by_name ON workforce_credentials (name) WHERE kind IN ('token', 'calendar') AND revoked_at IS NULL`,
  ],
};
