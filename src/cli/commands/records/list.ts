// `workforce list`: a page of records, as a table or as the service writes it.
import { catalogue } from '../../../catalogue/catalogue.ts';
import { LIMIT } from '../../../contract/limits.ts';
import type { Arguments } from '../../options/command.ts';
import { queryParameters, SELECTION } from '../../options/resource-options.ts';
import { formatNumber } from '../../terminal/format-number.ts';
import { type Item, tableText } from '../../terminal/table.ts';
import { terminal } from '../../terminal/terminal.ts';
import { explain } from './explain.ts';
import { formatIn, isStream, showAnswer } from './show-answer.ts';

export async function list(args: Arguments): Promise<void> {
  const { values, operands } = args;
  const query = queryParameters(args, [...SELECTION, 'expand', 'limit', 'offset']);
  if (values.explain !== undefined) return explain(args, 'list', query);
  // Without a limit the service would stream all records.
  if (isStream(formatIn(values)) && !query.has('limit')) query.set('limit', String(LIMIT.default));
  await showAnswer(values, operands[0]!, query, (page: Page) => {
    const lines = pageLines(page, values.fields !== undefined);
    return [...lines, ...(page.meta.total === 0 && !isNarrowed(args) ? [nextStep(operands[0]!)] : [])].join('\n');
  });
}

const isNarrowed = ({ values, resourceOptions }: Arguments): boolean =>
  values.q !== undefined || resourceOptions.length > 0;

/** Advice for an empty list. */
function nextStep(name: string): string {
  const { many } = catalogue.find((each) => each.name === name)!;
  return `There are no ${many} yet: "workforce import ${name} FILE" brings them in; docs/guides/own-data.md has the whole way.`;
}

type Page = { readonly data: readonly Item[]; readonly meta: { readonly total: number; readonly offset: number } };

function pageLines({ data, meta: { total, offset } }: Page, keepAll: boolean): string[] {
  const { lines, omitted } = tableText(data, keepAll);
  const range = data.length === 0 ? '0' : `${formatNumber(offset + 1)}–${formatNumber(offset + data.length)}`;
  const more = omitted.length > 0 ? `; no room for ${omitted.join(', ')} (--fields chooses, --json has all)` : '';
  return [...lines, terminal().dim(`${range} of ${formatNumber(total)}${more}`)];
}
