// `workforce list`: a page of records as a table, or as the service writes it.
import { LIMIT } from '../../contract/limits.ts';
import { asking } from '../api/ask.ts';
import { whole } from '../api/export-stream.ts';
import type { Arguments } from '../options/command.ts';
import { question, streamIn, WHICH, withQuery } from '../options/query.ts';
import { type Item, tableText } from '../terminal/table.ts';
import { terminal } from '../terminal/terminal.ts';
import { writeOut } from '../terminal/write-out.ts';

export async function list(args: Arguments): Promise<void> {
  const { values, operands } = args;
  const format = values.json === undefined ? (values.format ?? 'table') : 'json';
  const asked = question(args, [...WHICH, 'expand', 'limit', 'offset']);
  const streams = format === 'csv' || format === 'ndjson';
  if (streams) {
    asked.set('format', format);
    // A stream has no end of its own before the last record.
    if (!asked.has('limit')) asked.set('limit', String(LIMIT.default));
  }
  await asking(values, async (ask) => {
    const response = await ask(withQuery(operands[0]!, asked));
    if (streams) for await (const chunk of whole(streamIn(response, format))) await writeOut(chunk);
    else if (format === 'json') await writeOut(`${await response.text()}\n`);
    else await writeOut(shown(await response.json(), values.fields !== undefined));
  });
}

type Page = { readonly data: readonly Item[]; readonly meta: { readonly total: number; readonly offset: number } };

function shown({ data, meta: { total, offset } }: Page, chosen: boolean): string {
  const { width, dim, bold } = terminal();
  const { lines, left } = tableText(data, { width, bold, keepAll: chosen });
  const range = data.length === 0 ? '0' : `${number(offset + 1)}–${number(offset + data.length)}`;
  const more = left.length > 0 ? `; no room for ${left.join(', ')} (--fields chooses, --json has all)` : '';
  return [...lines, dim(`${range} of ${number(total)}${more}`), ''].join('\n');
}

const number = (value: number): string => value.toLocaleString('en');
