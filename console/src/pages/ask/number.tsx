// A number of an answer. Every one leads to the records that it is of.
import type { Resource } from '../../data/catalogue.ts';
import { pageOf, type Query } from '../../data/query.ts';
import type { Group } from '../../data/records.ts';
import { currencyOf, measureText } from './labels.ts';

type Props = { resource: Resource; query: Query; measure: string; group: Group };

export const textOf = ({ resource, query, measure, group }: Props): string =>
  measureText(measure, group.values[measure], currencyOf(resource, query, measure, group));

export function NumberLink(props: Props) {
  const { measure, group } = props;
  const value = group.values[measure];
  const text = textOf(props);
  if (value === null || value === undefined) return <span class="faint">{text}</span>;
  return (
    <a href={pageOf(group.rows)} data-count={measure === 'count' ? value : undefined}>
      {text}
    </a>
  );
}

/** What is measured of all records, as a group of its own. */
export const wholeOf = ({ values, rows }: { values: Readonly<Record<string, unknown>>; rows: string }): Group => ({
  ...{ group: {}, labels: {}, rows },
  values: values as Group['values'],
});
