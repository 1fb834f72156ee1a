// The commands that read: `workforce list`, `get`, `aggregate` and `insight`. Each sends one request, and shows the
// answer as text for people or as the service writes it.
import { LIMIT } from '../../../contract/limits.ts';
import { recordStream } from '../../api/record-stream.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments, Values } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { metricNamed } from '../../options/metric-options.ts';
import { queryParameters, resourceNamed, SELECTION, withQuery } from '../../options/resource-options.ts';
import { formatNumber } from '../../terminal/format-number.ts';
import { type GroupAnswer, groupTable, measuresText } from '../../terminal/group-table.ts';
import { type InsightAnswer, insightTable } from '../../terminal/insight-table.ts';
import { refuseTerminal, writeStdout } from '../../terminal/output.ts';
import { GAP, type Item, recordText, tableText, wrapped } from '../../terminal/table.ts';
import { type Terminal, terminal } from '../../terminal/terminal.ts';

const formatIn = ({ json, format = 'table' }: Values): string => (json === undefined ? format : 'json');

const isStream = (format: string): format is 'csv' | 'ndjson' | 'xlsx' => /^(?:csv|ndjson|xlsx)$/.test(format);

async function showAnswer<Answer>(
  values: Values,
  path: string,
  query: URLSearchParams,
  textOf: (answer: Answer) => string,
): Promise<void> {
  const format = formatIn(values);
  if (format === 'xlsx') refuseTerminal();
  if (isStream(format)) query.set('format', format);
  await withEndpoint(values, async (send) => {
    const response = await send(withQuery(path, query));
    if (isStream(format)) for await (const chunk of recordStream(response, format)) await writeStdout(chunk);
    else await writeStdout(`${format === 'json' ? await response.text() : textOf(await response.json())}\n`);
  });
}

/** Imported here because only this needs the code of the database. */
const explain = async (args: Arguments, by: 'list' | 'aggregate', query: URLSearchParams): Promise<void> =>
  (await import('./explain.ts')).explain(args, by, query);

export async function list(args: Arguments): Promise<void> {
  const { values, resourceOptions } = args;
  const name = args.operands[0]!;
  const query = queryParameters(args, [...SELECTION, 'expand', 'limit', 'offset']);
  if (values.explain !== undefined) return explain(args, 'list', query);
  // Without a limit the service would stream all records.
  if (isStream(formatIn(values)) && !query.has('limit')) query.set('limit', String(LIMIT.default));
  await showAnswer(values, name, query, (page: Page) => {
    const lines = pageLines(page, values.fields !== undefined);
    const isNarrowed = values.q !== undefined || resourceOptions.length > 0;
    if (page.meta.total === 0 && !isNarrowed)
      lines.push(
        `There are no ${resourceNamed(name).many} yet: "workforce import ${name} FILE" brings them in; docs/guides/own-data.md has the whole way.`,
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

export async function get(args: Arguments): Promise<void> {
  const [resource, id] = args.operands;
  if (id === '') throw new UsageError('The ID is empty.');
  const query = queryParameters(args, ['fields', 'expand']);
  const textOf = (record: Item) => recordText(record, terminal().bold);
  await showAnswer(args.values, `${resource}/${encodeURIComponent(id!)}`, query, textOf);
}

export async function aggregate(args: Arguments): Promise<void> {
  const query = queryParameters(args, ['q', 'sort', 'limit', 'offset']);
  for (const [name, value] of args.given) if (name === 'group' || name === 'measure') query.append(name, value);
  for (const [name, value] of args.given) if (name === 'having') query.append(...havingParameter(value));
  if (args.values.explain !== undefined) return explain(args, 'aggregate', query);
  await showAnswer(args.values, `aggregate/${args.operands[0]!}`, query, groupsText);
}

/** `count[gte]=10` is the parameter `having[count][gte]`. */
function havingParameter(text: string): [name: string, value: string] {
  const [, measure = text, operator = '', value = ''] = /^([^=]*?)(\[\w+\])?=(.*)$/s.exec(text) ?? [];
  if (value === '') throw new UsageError(`--having "${text}" is no condition; write it as count[gte]=10.`);
  return [`having[${measure}]${operator}`, value];
}

/** Without groups the only entry has none either. With groups there may be no entry, where no record fits. */
function groupsText(answer: GroupAnswer): string {
  const [first] = answer.data;
  const isOne = first !== undefined && Object.keys(first.group).length === 0;
  return isOne ? measuresText(answer, terminal()) : groupTable(answer, terminal());
}

/** Without a name it is the list of metrics. */
export async function insight(args: Arguments): Promise<void> {
  const { values, operands, given } = args;
  const [name] = operands;
  if (name === undefined) refuseOptions(args, formatIn(values));
  const query = queryParameters(args, ['from', 'to', 'every', 'limit', 'offset']);
  for (const [option, value] of given) if (option === 'group') query.append(option, value);
  if (name === undefined)
    await showAnswer(values, 'insights', query, (answer: Metrics) => metricsText(answer, terminal()));
  else {
    const textOf = (answer: InsightAnswer) => insightTable(metricNamed(name)!, answer, terminal());
    await showAnswer(values, `insights/${name}`, query, textOf);
  }
}

/** Without a metric, the options of its question mean nothing. */
function refuseOptions({ given }: Arguments, format: string): void {
  const taken = ['url', 'token-file', 'json', 'format'];
  const [other] = given.find(([name]) => !taken.includes(name)) ?? [];
  if (other !== undefined)
    throw new UsageError(`--${other} is for a metric: name one, such as "workforce insight turnover --${other} …".`);
  if (format === 'csv' || format === 'xlsx')
    throw new UsageError(`--format ${format} is for a metric: name one, or take --json.`);
}

type Metrics = { readonly data: readonly { readonly name: string; readonly unit: string; readonly meaning: string }[] };

/** With less room than this, the meaning of a metric stands below its name. */
const MEANING = 30;

function metricsText({ data }: Metrics, { width, bold }: Terminal): string {
  const rows = [{ name: 'name', unit: 'unit', meaning: 'meaning' }, ...data];
  const widest = (key: 'name' | 'unit') => Math.max(...rows.map((row) => row[key].length));
  const indent = ' '.repeat(widest('name') + widest('unit') + 2 * GAP.length);
  const isBeside = width - indent.length >= MEANING;
  const lines = rows.map(({ name, unit, meaning }) => {
    const start = `${name.padEnd(widest('name'))}${GAP}${unit.padEnd(widest('unit'))}`;
    const text = isBeside ? wrapped(meaning, width, indent, start + GAP) : wrapped(meaning, width, GAP, GAP);
    return isBeside ? text : [start.trimEnd(), ...text];
  });
  return [...lines[0]!.map(bold), ...lines.slice(1).flat()].join('\n');
}
