// The text of docs/insights.md: the definition of every metric, as the service gives it.
import { insights } from '../src/insights/insights.ts';
import type { Metric } from '../src/insights/metric.ts';

const HEAD = `# Definitions of the insights

Written by \`npm run generate\` from the metrics themselves; \`GET /api/v1/insights\` has the same texts.
[Numbers you can trust](guides/insights.md) shows how to ask for them.

Days are days in UTC. The first and the last day of a period both belong to it, and a time belongs to its day. Departments, branches
and every other group are those that the records have today.

Where a field that a metric reads is private, whoever does not show the token sees a coarse whole: counts in tens, ratios in whole percents,
two digits of everything else, and no figure with a count under ten inside ([SECURITY.md](../SECURITY.md#private-fields)).
`;

const list = (items: readonly string[]): string => items.map((item) => `- ${item}\n`).join('');

function section({ name, title, meaning, formula, figures, edges, cannotSay, isSeries, reads }: Metric): string {
  const named = Object.entries(figures);
  const columns = named.map(([figure, { unit, meaning: text }]) => `| \`${figure}\` | ${unit} | ${text} |\n`).join('');
  const table = named.length > 1 ? `\n| figure | unit | |\n|---|---|---|\n${columns}` : '';
  const time = isSeries ? '' : ' It is about today and has no periods.';
  return `\n## ${title}\n\n\`/api/v1/insights/${name}\`. ${meaning}${time}\n\n**Formula**: ${formula}.\n${table}\n${list(edges)}\nWhat it cannot say:\n\n${list(cannotSay)}\nIt reads ${reads.map((read) => `\`${read}\``).join(', ')}.\n`;
}

export const insightDefinitions = (): Record<'docs/insights.md', string> => ({
  'docs/insights.md': HEAD + insights.map(section).join(''),
});
