// `workforce insight`: a metric as a chart of characters or as the service writes it; without a name, the list of
// metrics.
import type { Arguments } from '../../options/command.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { metricNamed } from '../../options/metric-options.ts';
import { queryParameters } from '../../options/resource-options.ts';
import { type InsightAnswer, insightTable } from '../../terminal/insight-table.ts';
import { GAP, wrapped } from '../../terminal/table.ts';
import { type Terminal, terminal } from '../../terminal/terminal.ts';
import { formatIn, showAnswer } from './show-answer.ts';

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
