// Commands with actions, such as `webhooks add NAME URL`: which options and operands an action takes, and the database
// that it is about.
import { readSettings, type Settings } from '../config.ts';
import type { AuditAction, NewEntry } from '../store/audit-log.ts';
import type { Database } from '../store/maintenance.ts';
import { commandActor } from './command-actor.ts';
import type { Arguments, Values } from './options/command.ts';
import { UsageError } from './options/exit-codes.ts';
import { say } from './terminal/output.ts';
import { type Item, tableText } from './terminal/table.ts';
import { withOwnDatabase } from './with-database.ts';

export type ActionContext = Pick<Arguments, 'operands' | 'values' | 'given'> & {
  readonly database: Database;
  readonly settings: Settings;
  /** The entry of the audit log about the action; `undefined` where there is none. */
  readonly entry: (action: AuditAction, more?: string) => NewEntry | undefined;
};

type Action = {
  run(context: ActionContext): Promise<void>;
  readonly options: readonly string[];
  readonly operands: readonly string[];
};

export async function runAction(
  command: string,
  { operands: [name = '', ...operands], values, given }: Arguments,
  actions: Readonly<Record<string, Action>>,
): Promise<void> {
  const action = actions[name]!;
  const foreign = Object.keys(values).find((option) => !action.options.includes(option));
  if (foreign !== undefined) throw new UsageError(`"${command} ${name}" takes no --${foreign}.`);
  if (operands.length !== action.operands.length)
    throw new UsageError(`It is written "workforce ${[command, name, ...action.operands].join(' ')}".`);
  const settings = readSettings(process.env);
  await withOwnDatabase(settings, (database) => {
    // By name only: the address of an endpoint may be a secret, and so is a token.
    const entry = (action: AuditAction, more = '') => {
      const actor = commandActor(database);
      return actor && { actor, action, detail: `${operands[0]}${more}` };
    };
    return action.run({ database, settings, operands, values, given, entry });
  });
}

export function checkedName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)) return name;
  throw new UsageError('A name has small letters, digits, dots and dashes, up to 64 of them.');
}

export const timeText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** The answer of `list`: a table for people, JSON for machines. `rowOf`: an item as people read it. */
export function sayList<T extends Item>(
  items: readonly T[],
  { json }: Values,
  none: string,
  rowOf: (item: T) => Item = (item) => item,
) {
  if (json !== undefined) return say(JSON.stringify({ data: items }));
  if (items.length === 0) return say(none);
  for (const line of tableText(items.map(rowOf)).lines) say(line);
}
