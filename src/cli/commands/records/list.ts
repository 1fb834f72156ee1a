// `workforce list`: a page of records, as a table or as the service writes it.
import { LIMIT } from '../../../contract/limits.ts';
import type { Arguments } from '../../options/command.ts';
import { queryParameters, resourceNamed, SELECTION } from '../../options/resource-options.ts';
import { formatNumber } from '../../terminal/format-number.ts';
import { type Item, tableText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { explain } from './explain.ts';
import { formatIn, isStream, showAnswer } from './show-answer.ts';

export async function list(args: Arguments): Promise<void> {
  const {
    values,
    operands: [name],
    resourceOptions,
  } = args;
  const query = queryParameters(args, [...SELECTION, 'expand', 'limit', 'offset']);
  if (values.explain !== undefined) return explain(args, 'list', query);
  // Without a limit the service would stream all records.
  if (isStream(formatIn(values)) && !query.has('limit')) query.set('limit', String(LIMIT.default));
  await showAnswer(values, name!, query, (page: Page) => {
    const lines = pageLines(page, values.fields !== undefined);
    const isNarrowed = values.q !== undefined || resourceOptions.length > 0;
    if (page.meta.total === 0 && !isNarrowed)
      lines.push(
        `There are no ${resourceNamed(name!).many} yet: "workforce import ${name} FILE" brings them in; docs/guides/own-data.md has the whole way.`,
      );
    return lines.join('\n');
  });
}

type Page = { readonly data: readonly Item[]; readonly meta: { readonly total: number; readonly offset: number } };

function pageLines({ data, meta: { total, offset } }: Page, keepAll: boolean): string[] {
  const { lines, omitted } = tableText(data, keepAll);
  const range = data.length === 0 ? '0' : `${formatNumber(offset + 1)}–${formatNumber(offset + data.length)}`;
  const more = omitted.length > 0 ? `; no room for ${omitted.join(', ')} (--fields chooses, --json has all)` : '';
  return [...lines, terminal().dim(`${range} of ${formatNumber(total)}${more}`)];
}
