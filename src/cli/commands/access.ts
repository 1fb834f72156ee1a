// `workforce token ACTION` and `workforce role ACTION`: makes, shows and removes tokens, secret addresses of calendars,
// and the roles of people who sign in, beside a service that runs or without one.
import { SEEN_WITHIN } from '../../access/directory.ts';
import { isMatch, parseScopes, roleKey, type Scopes, scopesText } from '../../access/scopes.ts';
import { digestOf, newSecret, type SecretKind } from '../../access/secret.ts';
import { catalogue } from '../../catalogue/catalogue.ts';
import { DAY } from '../../contract/limits.ts';
import { parseRowLimits } from '../../contract/request/row-limits.ts';
import { WHO_IS_OUT } from '../../http/handlers/calendar.ts';
import type { Credential } from '../../store/credentials.ts';
import type { Database } from '../../store/maintenance.ts';
import { type ActionContext, checkedName, runAction, sayList, timeText } from '../actions.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { say } from '../terminal/output.ts';

const SCOPE_OPTIONS = ['read', 'private', 'create', 'rows'];

export const token = (args: Arguments): Promise<void> =>
  runAction('token', args, {
    list: { run: listTokens, options: ['json'], operands: [] },
    create: { run: createToken, options: [...SCOPE_OPTIONS, 'expires', 'calendar'], operands: ['NAME'] },
    revoke: { run: revoke, options: [], operands: ['NAME'] },
  });

export const role = (args: Arguments): Promise<void> =>
  runAction('role', args, {
    list: { run: listRoles, options: ['json'], operands: [] },
    create: { run: createRole, options: [...SCOPE_OPTIONS, 'match'], operands: ['NAME'] },
    remove: { run: remove, options: [], operands: ['NAME'] },
  });

async function createToken({ database, entry, operands, values, given }: ActionContext): Promise<void> {
  const name = checkedName(operands[0]!);
  const kind: SecretKind = values.calendar === undefined ? 'token' : 'calendar';
  if (kind === 'calendar' && values.create !== undefined)
    throw new UsageError('A calendar creates nothing: leave --create out.');
  // A calendar shows who is away.
  const scopes = scopesIn({ values, given }, kind === 'calendar' ? 'leave,employees' : undefined);
  if ([scopes.read, scopes.private, scopes.create].every((names) => names.length === 0))
    throw new UsageError('It could do nothing: say what it may with --read, --private and --create.');
  const { now, rows } = await database.credentials.read();
  const expires = values.expires === undefined ? null : expiryIn(values.expires, now);
  const secret = newSecret(kind);
  const row = {
    ...{ digest: digestOf(secret), kind, name, scopes: JSON.stringify(scopes), claim: null },
    ...{ created_at: now, expires_at: expires, used_at: null, revoked_at: null },
  };
  const added = await database.credentials.add(row, entry('token.create', `: ${scopesText(scopes)}`));
  if (!added) throw taken(name, rows);
  for (const text of await limitsToNothing(database, scopes)) tell(text);
  tell(`${name} is made: ${scopesText(scopes)}${expires === null ? '' : `; until ${timeText(expires)}`}.`);
  if (kind === 'calendar') {
    tell('Its address is behind that of the service, and is not shown again:');
    say(`${WHO_IS_OUT}?key=${secret}`);
  } else {
    tell('The token, which is not shown again:');
    say(secret);
  }
}

const taken = (name: string, rows: readonly Credential[]): CommandError => {
  const kind = rows.find((row) => row.name === name && isListed(row))?.kind ?? 'token';
  return new CommandError('failed', `There is a ${kind} with this name; "workforce token revoke ${name}" ends it.`);
};

/** After a number of days, or at the end of a day in UTC. */
function expiryIn(text: string, now: number): number {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const at = days === undefined ? endOfDay(text) : now + Number(days) * DAY;
  if (at === undefined)
    throw new UsageError('--expires is a number of days such as 90d, or the last day such as 2027-01-31.');
  if (at <= now) throw new UsageError('--expires is in the past.');
  return at;
}

function endOfDay(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A text that is no day of the calendar, such as 2027-02-30, may be read as another day.
  return Number.isNaN(time) || !timeText(time).startsWith(text) ? undefined : time + DAY;
}

/** Sessions come and go by themselves. */
const isListed = ({ kind }: Credential): boolean => kind === 'token' || kind === 'calendar';

async function listTokens({ database, values }: ActionContext): Promise<void> {
  const { rows } = await database.credentials.read();
  const items = rows
    .filter(isListed)
    .sort((a, b) => (a.name === b.name ? a.created_at - b.created_at : a.name < b.name ? -1 : 1))
    .map((row) => ({
      name: row.name,
      kind: row.kind,
      scopes: JSON.parse(row.scopes) as Scopes,
      created: timeText(row.created_at),
      expires: timeOrNull(row.expires_at),
      last_use: timeOrNull(row.used_at),
      revoked: timeOrNull(row.revoked_at),
    }));
  sayList(items, values, 'There are no tokens; "workforce token create NAME" makes one.', inWords);
}

const timeOrNull = (time: number | null): string | null => (time === null ? null : timeText(time));

async function revoke({ database: { credentials }, entry, operands: [name] }: ActionContext): Promise<void> {
  const { now, rows } = await credentials.read();
  const row = rows.find((each) => each.name === name && isListed(each) && each.revoked_at === null);
  const ended = row && credentials.change(row.digest, { revoked_at: now }, { revoked_at: null }, entry('token.revoke'));
  if (!(await ended))
    throw new CommandError('missing', 'There is no token with this name; "workforce token list" shows them.');
  await Bun.sleep(SEEN_WITHIN);
  say(`${name} is revoked: refused by every process.`);
}

async function createRole({ database, entry, operands, values, given }: ActionContext): Promise<void> {
  const name = checkedName(operands[0]!);
  const { match = '' } = values;
  if (!isMatch(match))
    throw new UsageError(
      '--match says who has it: a claim and its value such as groups=hr-team, or any for everybody.',
    );
  const scopes = scopesIn({ values, given });
  const { credentials } = database;
  const { now, rows } = await credentials.read();
  const [digest, old] = [roleKey(name), rows.find((row) => row.digest === roleKey(name))];
  const state = { scopes: JSON.stringify(scopes), claim: match, created_at: now, revoked_at: null };
  const said = entry('role.create', `: ${match}: ${scopesText(scopes)}`);
  // A role that was removed leaves its row for a while.
  const isAdded = old
    ? old.revoked_at !== null && (await credentials.change(digest, state, { revoked_at: old.revoked_at }, said))
    : await credentials.add({ ...state, digest, kind: 'role', name, expires_at: null, used_at: null }, said);
  if (!isAdded)
    throw new CommandError('failed', `There is a role with this name; "workforce role remove ${name}" ends it.`);
  for (const text of await limitsToNothing(database, scopes)) tell(text);
  say(`${name} is made: ${scopesText(scopes)}; for ${match === 'any' ? 'everybody who can sign in' : match}.`);
}

async function listRoles({ database, values }: ActionContext): Promise<void> {
  const { rows } = await database.credentials.read();
  const items = rows
    .filter(({ kind, revoked_at }) => kind === 'role' && revoked_at === null)
    .sort((a, b) => a.created_at - b.created_at)
    .map(({ name, claim, scopes, created_at }) => ({
      ...{ name, match: claim, scopes: JSON.parse(scopes) as Scopes, created: timeText(created_at) },
    }));
  sayList(items, values, 'There are no roles; "workforce role create NAME" makes one.', inWords);
}

async function remove({ database: { credentials }, entry, operands: [name] }: ActionContext): Promise<void> {
  const { now } = await credentials.read();
  if (!(await credentials.change(roleKey(name!), { revoked_at: now }, { revoked_at: null }, entry('role.remove'))))
    throw new CommandError('missing', 'There is no role with this name; "workforce role list" shows them.');
  await Bun.sleep(SEEN_WITHIN);
  say(`${name} is removed: who has signed in with it may do nothing any more, in every process.`);
}

/** `--private` without names is every private field. */
function scopesIn({ values, given }: Pick<ActionContext, 'values' | 'given'>, read?: string): Scopes {
  const parsed = parseScopes(catalogue, {
    read: values.read ?? read,
    private: values.private === '' ? 'all' : values.private,
    create: values.create,
    rows: given.filter(([name]) => name === 'rows').map(([, value]) => value),
  });
  if ('faults' in parsed) throw new UsageError(`${parsed.faults.join('; ')}.`);
  return parsed.scopes;
}

/** A sentence for each condition of `--rows` that no record meets, or for all of them together. They may be meant for
 * records to come, so they are no fault; of a resource without records nothing is said. */
async function limitsToNothing(database: Database, { rows }: Pick<Scopes, 'rows'>): Promise<string[]> {
  const told: string[] = [];
  for (const text of rows) {
    const [name, ...rest] = text.split('?') as [string, ...string[]];
    const resource = catalogue.find((each) => each.name === name)!;
    const isEmpty = async (limit?: string): Promise<boolean> => {
      const parsed = parseRowLimits(catalogue, limit === undefined ? [] : [limit]);
      const conditions = ('limits' in parsed && parsed.limits[name]) || [];
      return (await database.list(resource, { limit: 1, offset: 0, terms: [], conditions })).total === 0;
    };
    if (await isEmpty()) continue;
    const parts = rest.join('?').split('&').filter(Boolean);
    const empty: string[] = [];
    for (const part of new Set(parts)) if (await isEmpty(`${name}?${part}`)) empty.push(`${name}?${part}`);
    if (empty.length === 0 && (await isEmpty(text))) empty.push(text);
    for (const each of empty)
      told.push(`No record fits ${JSON.stringify(each)} now: check the value, unless such records are to come.`);
  }
  return told;
}

/** Scopes are data for machines, and a text for people. */
const inWords = <T extends { readonly scopes: Scopes }>(item: T) => ({ ...item, scopes: scopesText(item.scopes) });

/** Texts for people go elsewhere: the standard output has the secret alone, so that scripts can read it. */
const tell = (text: string): void => void process.stderr.write(`${text}\n`);
