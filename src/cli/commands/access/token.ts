// `workforce token ACTION`: makes, shows and revokes tokens and secret addresses of calendars, beside a service that
// runs or without one.
import { SEEN_WITHIN } from '../../../access/directory.ts';
import { type Scopes, scopesText } from '../../../access/scopes.ts';
import { digestOf, newSecret, type SecretKind } from '../../../access/secret.ts';
import { DAY } from '../../../contract/limits.ts';
import { WHO_IS_OUT } from '../../../http/handlers/calendar.ts';
import type { Credential } from '../../../store/credentials.ts';
import { type Action, type ActionContext, checkedName, runAction, timeText } from '../../actions.ts';
import type { Arguments } from '../../options/command.ts';
import { CommandError, UsageError } from '../../options/exit-codes.ts';
import { say } from '../../terminal/output.ts';
import { SCOPE_OPTIONS, sayList, scopesIn, tell } from './scope-options.ts';

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { run: list, options: ['json'], operands: [] },
  create: { run: create, options: [...SCOPE_OPTIONS, 'expires', 'calendar'], operands: ['NAME'] },
  revoke: { run: revoke, options: [], operands: ['NAME'] },
};

export const token = (args: Arguments): Promise<void> => runAction('token', ACTIONS, args);

async function create({ database, entry, operands, values, given }: ActionContext): Promise<void> {
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

async function list({ database, values }: ActionContext): Promise<void> {
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
  sayList(items, values.json !== undefined, 'There are no tokens; "workforce token create NAME" makes one.');
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
