// The report of `workforce doctor`: for people, by category with its repair, and for machines.
import { counted } from '../../contract/words.ts';
import type { Excluded } from '../../insights/metric.ts';
import {
  amount,
  CATEGORIES,
  type Category,
  FINDINGS_LIMIT,
  type Finding,
  type Repaired,
} from '../../store/shared/audit/findings.ts';
import { formatNumber } from './format-number.ts';

export type Report = {
  readonly findings: readonly Finding[];
  readonly repaired: readonly Repaired[];
  /** How many records there are; only when nothing is wrong. */
  readonly records?: number;
  /** Doubtful values in the records themselves; only when nothing is wrong. */
  readonly doubts?: readonly Excluded[];
};

export function asText({ findings, repaired, records, doubts = [] }: Report): string {
  const categories = (Object.keys(CATEGORIES) as Category[]).flatMap((category) => {
    const own = findings.filter((finding) => finding.category === category);
    return own.length === 0 ? [] : [categoryText(category, own)];
  });
  const done = repaired.map(({ what, failed }) =>
    failed === undefined ? what : `Could not repair ${what}: ${failed}.`,
  );
  const sound =
    findings.length > 0 || records === undefined
      ? []
      : [`All is well: ${counted(records, 'record')}; counts, search index, texts and references agree.`];
  return [...done, ...categories, ...sound, ...doubtLines(doubts)].join('\n');
}

/** Warnings: the database is sound. */
function doubtLines(doubts: readonly Excluded[]): string[] {
  if (doubts.length === 0) return [];
  const counts = doubts.map(({ count }) => formatNumber(count));
  const width = Math.max(...counts.map((count) => count.length));
  return [
    '',
    'To look at in the records themselves, because metrics are wrong or silent about it (also in the console, under Insights, Data quality):',
    ...doubts.flatMap(({ reason, rows }, at) => [
      `  ${counts[at]!.padStart(width)}  ${reason}`,
      `  ${''.padStart(width)}  ${[rows].flat()[0]}`,
    ]),
  ];
}

/** The first few findings, and the number of the others. */
function categoryText(category: Category, own: readonly Finding[]): string {
  const { title, remedy } = CATEGORIES[category];
  const shown = own.filter(({ more }) => more === undefined).slice(0, FINDINGS_LIMIT);
  const rest = amount(own) - shown.length;
  return [
    `${title}: ${remedy}.`,
    ...shown.map(({ what }) => `  ${what}`),
    ...(rest > 0 ? [`  and ${formatNumber(rest)} more`] : []),
  ].join('\n');
}

/** The names are those that scripts know. */
export const asJson = ({ findings, repaired, records, doubts = [] }: Report): string =>
  JSON.stringify({
    records: records ?? null,
    findings: findings.map(({ category, resource = null, what, more = null }) => ({
      sort: category,
      resource,
      what,
      more,
      fixable: CATEGORIES[category].fixable,
      mend: CATEGORIES[category].remedy,
    })),
    mended: repaired.map(({ what, failed = null }) => ({ what, failed })),
    data: doubts,
  });
