// `workforce role ACTION`: makes, shows and removes the roles of people who sign in, beside a service that runs or
// without one.
import { SEEN_WITHIN } from '../../../access/directory.ts';
import { isMatch, roleKey, type Scopes, scopesText } from '../../../access/scopes.ts';
import { type Action, type ActionContext, checkedName, runAction, timeText } from '../../actions.ts';
import type { Arguments } from '../../options/command.ts';
import { CommandError, UsageError } from '../../options/exit-codes.ts';
import { say } from '../../terminal/output.ts';
import { SCOPE_OPTIONS, sayList, scopesIn } from './scope-options.ts';

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { run: list, options: ['json'], operands: [] },
  create: { run: create, options: [...SCOPE_OPTIONS, 'match'], operands: ['NAME'] },
  remove: { run: remove, options: [], operands: ['NAME'] },
};

export const role = (args: Arguments): Promise<void> => runAction('role', ACTIONS, args);

async function create({ database: { credentials }, entry, operands, values, given }: ActionContext): Promise<void> {
  const name = checkedName(operands[0]!);
  const { match = '' } = values;
  if (!isMatch(match))
    throw new UsageError(
      '--match says who has it: a claim and its value such as groups=hr-team, or any for everybody.',
    );
  const scopes = scopesIn({ values, given });
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
  say(`${name} is made: ${scopesText(scopes)}; for ${match === 'any' ? 'everybody who can sign in' : match}.`);
}

async function list({ database, values }: ActionContext): Promise<void> {
  const { rows } = await database.credentials.read();
  const items = rows
    .filter(({ kind, revoked_at }) => kind === 'role' && revoked_at === null)
    .sort((a, b) => a.created_at - b.created_at)
    .map(({ name, claim, scopes, created_at }) => ({
      ...{ name, match: claim, scopes: JSON.parse(scopes) as Scopes, created: timeText(created_at) },
    }));
  sayList(items, values.json !== undefined, 'There are no roles; "workforce role create NAME" makes one.');
}

async function remove({ database: { credentials }, entry, operands: [name] }: ActionContext): Promise<void> {
  const { now } = await credentials.read();
  if (!(await credentials.change(roleKey(name!), { revoked_at: now }, { revoked_at: null }, entry('role.remove'))))
    throw new CommandError('missing', 'There is no role with this name; "workforce role list" shows them.');
  await Bun.sleep(SEEN_WITHIN);
  say(`${name} is removed: who has signed in with it may do nothing any more, in every process.`);
}
