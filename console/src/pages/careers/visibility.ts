// Where job distributions are shown, and why not: what the metric job-visibility says, which is the only one to decide
// it.
import { useAnswer } from '../../data/answers.ts';
import { pageOf } from '../../data/query.ts';
import { say, toSay } from '../../words/say.ts';

/** A count, and the lists of the records that it counts: one address, or several with some ids each. */
export type Counted = { readonly value: number | null; readonly rows: string | readonly string[] };
export type Figures = Readonly<Record<string, Counted>>;
export type Visibility = {
  readonly data: readonly {
    readonly group: Readonly<Record<string, number | string | null>>;
    readonly values: Figures;
  }[];
};

export const METRIC = 'insights/job-visibility';

/** The places, by the figures that count them. `short`: the head of a narrow column. */
export const places = [
  { figure: 'on_site', title: toSay('On the site'), short: toSay('Site') },
  { figure: 'in_feed', title: toSay('In RSS and JSON Feed'), short: 'RSS, JSON' },
  { figure: 'in_indeed', title: toSay('In the feed for Indeed'), short: 'Indeed' },
  { figure: 'in_linkedin', title: toSay('In the feed for LinkedIn'), short: 'LinkedIn' },
  { figure: 'marked_up', title: toSay('Marked up for search engines'), short: toSay('Markup') },
] as const;

const REASON = 'why_not_';
export const isReason = (figure: string): boolean => figure.startsWith(REASON);

type Descriptions = {
  readonly data: readonly {
    readonly name: string;
    readonly figures: Readonly<Record<string, { readonly meaning: string }>>;
  }[];
};

/** What a figure means, in the words of the metric. */
export function useMeanings(): (figure: string) => string {
  const { data } = useAnswer<Descriptions>('insights');
  const figures = data?.data.find(({ name }) => name === 'job-visibility')?.figures;
  return (figure) => say(figures?.[figure]?.meaning ?? figure.replace(REASON, '').replaceAll('_', ' '));
}

export const amountOf = (figures: Figures | undefined, name: string): number | undefined =>
  figures?.[name]?.value ?? undefined;

/** The names of the reasons that hold for at least one. */
export const reasonsIn = (figures: Figures): string[] =>
  Object.keys(figures).filter((name) => isReason(name) && (figures[name]!.value ?? 0) > 0);

/** The ids that a count names; `undefined`: all that were asked about. */
export function idsOf({ rows }: Counted): number[] | undefined {
  if (typeof rows === 'string') return undefined;
  return rows.flatMap((address) => new URLSearchParams(address.slice(address.indexOf('?'))).getAll('id').map(Number));
}

/** Everything that is kept from somewhere. */
export function troubledIds(figures: Figures): number[] | undefined {
  const lists = reasonsIn(figures).map((name) => idsOf(figures[name]!));
  return lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((ids) => ids ?? []))];
}

/** The page with the list that a count counts, where one address says it. */
export function listOf(counted: Counted | undefined): string | undefined {
  if (!counted?.value) return undefined;
  if (typeof counted.rows === 'string') return pageOf(counted.rows);
  return counted.rows.length === 1 ? pageOf(counted.rows[0]!) : undefined;
}
