// The common part of `token create` and `role create`: scopes from options, and their text in a list.
import { parseScopes, type Scopes, scopesText } from '../../../access/scopes.ts';
import { catalogue } from '../../../catalogue/catalogue.ts';
import type { ActionContext } from '../../actions.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { say } from '../../terminal/output.ts';
import { type Item, tableText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';

export const SCOPE_OPTIONS = ['read', 'private', 'create', 'rows'] as const;

/** `--private` without names is every private field. */
export function scopesIn({ values, given }: Pick<ActionContext, 'values' | 'given'>, read?: string): Scopes {
  const parsed = parseScopes(catalogue, {
    read: values.read ?? read,
    private: values.private === '' ? 'all' : values.private,
    create: values.create,
    rows: given.filter(([name]) => name === 'rows').map(([, value]) => value),
  });
  if ('faults' in parsed) throw new UsageError(`${parsed.faults.join('; ')}.`);
  return parsed.scopes;
}

type Listed = Item & { readonly scopes: Scopes };

/** A table for people, JSON for machines. */
export function sayList(items: readonly Listed[], asJson: boolean, none: string): void {
  for (const line of asJson ? [JSON.stringify({ data: items })] : tableOf(items, none)) say(line);
}

function tableOf(items: readonly Listed[], none: string): readonly string[] {
  if (items.length === 0) return [none];
  const { width, bold } = terminal();
  const rows = items.map((item) => ({ ...item, scopes: scopesText(item.scopes) }));
  return tableText(rows, { width, bold, keepAll: false }).lines;
}

/** Texts for people go elsewhere: the standard output has the secret alone, so that scripts can read it. */
export const tell = (text: string): void => void process.stderr.write(`${text}\n`);
