// `workforce get`: one record, a line for each field or as the service writes it.
import { asking } from '../api/ask.ts';
import type { Arguments, Values } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { question, withQuery } from '../options/query.ts';
import { recordText } from '../terminal/table.ts';
import { terminal } from '../terminal/terminal.ts';
import { writeOut } from '../terminal/write-out.ts';

export async function get(args: Arguments): Promise<void> {
  const [resource, id] = args.operands;
  if (id === '') throw new UsageError('The ID is empty.');
  const asked = question(args, ['fields', 'expand']);
  await asking(args.values, async (ask) => {
    const response = await ask(withQuery(`${resource}/${encodeURIComponent(id!)}`, asked));
    await writeRecord(response, args.values);
  });
}

export async function writeRecord(response: Response, { json }: Values): Promise<void> {
  const text = await response.text();
  await writeOut(json === undefined ? `${recordText(JSON.parse(text), terminal().bold)}\n` : `${text}\n`);
}
