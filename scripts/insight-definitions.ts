// The end of docs/guides/insights.md: the definition of every metric, as the service gives it. What stands before it is
// written by hand.
import { readFileSync } from 'node:fs';
import { insights } from '../src/insights/insights.ts';
import type { Metric } from '../src/insights/metric.ts';

const PAGE = 'docs/guides/insights.md';

const BEGIN = '\n## Definitions\n';

const HEAD = `${BEGIN}
Written by \`npm run generate\` from the metrics themselves; \`GET /api/v1/insights\` has the same texts.

Days are days in UTC. The first and the last day of a period both belong to it, and a time belongs to its day. Departments,
branches and every other group are those that the records have today.
`;

const list = (items: readonly string[]): string => items.map((item) => `- ${item}\n`).join('');

function section({ name, title, meaning, formula, figures, edges, cannotSay, isSeries, reads }: Metric): string {
  const named = Object.entries(figures);
  const columns = named.map(([figure, { unit, meaning: text }]) => `| \`${figure}\` | ${unit} | ${text} |\n`).join('');
  const table = named.length > 1 ? `\n| figure | unit | |\n|---|---|---|\n${columns}` : '';
  const time = isSeries ? '' : ' It is about today and has no periods.';
  return `\n### ${title}\n\n\`/api/v1/insights/${name}\`. ${meaning}${time}\n\n**Formula**: ${formula}.\n${table}\n${list(edges)}\nWhat it cannot say:\n\n${list(cannotSay)}\nIt reads ${reads.map((read) => `\`${read}\``).join(', ')}.\n`;
}

export function insightDefinitions(): Record<typeof PAGE, string> {
  const [before] = readFileSync(new URL(`../${PAGE}`, import.meta.url), 'utf8').split(BEGIN);
  return { [PAGE]: before + HEAD + insights.map(section).join('') } as Record<typeof PAGE, string>;
}
