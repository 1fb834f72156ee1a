// Commands with actions, such as `webhooks add NAME URL`: which options and operands an action takes, and the database
// that it is about.
import { readSettings, type Settings } from '../config.ts';
import type { AuditAction, NewEntry } from '../store/audit-log.ts';
import type { Database } from '../store/maintenance.ts';
import { commandActor } from './command-actor.ts';
import type { Arguments } from './options/command.ts';
import { UsageError } from './options/exit-codes.ts';
import { withOwnDatabase } from './with-database.ts';

export type ActionContext = Pick<Arguments, 'operands' | 'values' | 'given'> & {
  readonly database: Database;
  readonly settings: Settings;
  /** The entry of the audit log about the action; `undefined` where there is none. */
  readonly entry: (action: AuditAction, more?: string) => NewEntry | undefined;
};

export type Action = {
  run(context: ActionContext): Promise<void>;
  readonly options: readonly string[];
  readonly operands: readonly string[];
};

export async function runAction(
  command: string,
  actions: Readonly<Record<string, Action>>,
  { operands: [name = '', ...operands], values, given }: Arguments,
): Promise<void> {
  const action = actions[name]!;
  const foreign = Object.keys(values).find((option) => !action.options.includes(option));
  if (foreign !== undefined) throw new UsageError(`"${command} ${name}" takes no --${foreign}.`);
  if (operands.length !== action.operands.length)
    throw new UsageError(`It is written "workforce ${[command, name, ...action.operands].join(' ')}".`);
  const settings = readSettings(process.env);
  await withOwnDatabase(settings, (database) =>
    action.run({ database, settings, operands, values, given, entry: entryFor(settings, operands) }),
  );
}

/** By name only: the address of an endpoint may be a secret, and so is a token. */
const entryFor =
  (settings: Settings, [name]: readonly string[]): ActionContext['entry'] =>
  (action, more = '') => {
    const actor = commandActor(settings);
    return actor && { actor, action, detail: `${name}${more}` };
  };

export function checkedName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)) return name;
  throw new UsageError('A name has small letters, digits, dots and dashes, up to 64 of them.');
}

export const timeText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
