// `workforce get`: one record, with a line for each field or as the service writes it.
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { queryParameters } from '../../options/resource-options.ts';
import { type Item, recordText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { showAnswer } from './show-answer.ts';

export async function get(args: Arguments): Promise<void> {
  const [resource, id] = args.operands;
  if (id === '') throw new UsageError('The ID is empty.');
  const query = queryParameters(args, ['fields', 'expand']);
  const textOf = (record: Item) => recordText(record, terminal().bold);
  await showAnswer(args.values, `${resource}/${encodeURIComponent(id!)}`, query, textOf);
}
