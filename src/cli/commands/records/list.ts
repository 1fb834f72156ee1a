// `workforce list`: a page of records, as a table or as the service writes it.
import { catalogue } from '../../../catalogue/catalogue.ts';
import { LIMIT } from '../../../contract/limits.ts';
import { recordStream } from '../../api/record-stream.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments } from '../../options/command.ts';
import { queryParameters, SELECTION, withQuery } from '../../options/query-parameters.ts';
import { formatNumber } from '../../terminal/format-number.ts';
import { type Item, tableText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { refuseTerminal, writeStdout } from '../../terminal/write-stdout.ts';

export async function list(args: Arguments): Promise<void> {
  const { values, operands } = args;
  const format = values.json === undefined ? (values.format ?? 'table') : 'json';
  const query = queryParameters(args, [...SELECTION, 'expand', 'limit', 'offset']);
  const isStream = format === 'csv' || format === 'ndjson' || format === 'xlsx';
  if (format === 'xlsx') refuseTerminal();
  if (isStream) {
    query.set('format', format);
    // Without a limit the service would stream all records.
    if (!query.has('limit')) query.set('limit', String(LIMIT.default));
  }
  await withEndpoint(values, async (send) => {
    const response = await send(withQuery(operands[0]!, query));
    if (isStream) for await (const chunk of recordStream(response, format)) await writeStdout(chunk);
    else if (format === 'json') await writeStdout(`${await response.text()}\n`);
    else {
      const page = (await response.json()) as Page;
      await writeStdout(pageText(page, values.fields !== undefined));
      if (page.meta.total === 0 && !isNarrowed(args)) await writeStdout(`${nextStep(operands[0]!)}\n`);
    }
  });
}

const isNarrowed = ({ values, resourceOptions }: Arguments): boolean =>
  values.q !== undefined || resourceOptions.length > 0;

/** What to do where there is nothing yet. */
function nextStep(name: string): string {
  const { many } = catalogue.find((each) => each.name === name)!;
  return `There are no ${many} yet: "workforce import ${name} FILE" brings them in; docs/guides/own-data.md has the whole way.`;
}

type Page = { readonly data: readonly Item[]; readonly meta: { readonly total: number; readonly offset: number } };

function pageText({ data, meta: { total, offset } }: Page, keepAll: boolean): string {
  const { width, dim, bold } = terminal();
  const { lines, omitted } = tableText(data, { width, bold, keepAll });
  const range = data.length === 0 ? '0' : `${formatNumber(offset + 1)}–${formatNumber(offset + data.length)}`;
  const more = omitted.length > 0 ? `; no room for ${omitted.join(', ')} (--fields chooses, --json has all)` : '';
  return [...lines, dim(`${range} of ${formatNumber(total)}${more}`), ''].join('\n');
}
