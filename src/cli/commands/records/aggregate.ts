// `workforce aggregate`: groups of records with their measures, as a table with bars or as the service writes them.
import { recordStream } from '../../api/record-stream.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { queryParameters, withQuery } from '../../options/query-parameters.ts';
import type { Answer } from '../../terminal/group-columns.ts';
import { groupTable, measuresText } from '../../terminal/group-table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { refuseTerminal, writeStdout } from '../../terminal/write-stdout.ts';

export async function aggregate(args: Arguments): Promise<void> {
  const { values, operands, given } = args;
  const format = values.json === undefined ? (values.format ?? 'table') : 'json';
  const query = queryParameters(args, ['q', 'sort', 'limit', 'offset']);
  for (const [name, value] of given) if (name === 'group' || name === 'measure') query.append(name, value);
  for (const [name, value] of given) if (name === 'having') query.append(...havingParameter(value));
  const isStream = format === 'csv' || format === 'ndjson' || format === 'xlsx';
  if (format === 'xlsx') refuseTerminal();
  if (isStream) query.set('format', format);
  await withEndpoint(values, async (send) => {
    const response = await send(withQuery(`aggregate/${operands[0]!}`, query));
    if (isStream) for await (const chunk of recordStream(response, format)) await writeStdout(chunk);
    else if (format === 'json') await writeStdout(`${await response.text()}\n`);
    else await writeStdout(`${textOf(await response.json())}\n`);
  });
}

/** `count[gte]=10` is the parameter `having[count][gte]`. */
function havingParameter(text: string): [name: string, value: string] {
  const [, measure = text, operator = '', value = ''] = /^([^=]*?)(\[\w+\])?=(.*)$/s.exec(text) ?? [];
  if (value === '') throw new UsageError(`--having "${text}" is no condition; write it as count[gte]=10.`);
  return [`having[${measure}]${operator}`, value];
}

/** Without groups the only entry has none either. With groups there may be no entry, where no record fits. */
function textOf(answer: Answer): string {
  const [first] = answer.data;
  const isOne = first !== undefined && Object.keys(first.group).length === 0;
  return isOne ? measuresText(answer, terminal()) : groupTable(answer, terminal());
}
