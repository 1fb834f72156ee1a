// All groups of an aggregate as CSV or JSON lines, a batch at a time.
import type { Value } from '../../catalogue/kinds.ts';
import { bucketOf } from '../../contract/aggregate/buckets.ts';
import { rowsAddress } from '../../contract/aggregate/rows-of.ts';
import { csvLine } from '../../contract/formats/csv.ts';
import type { AggregateQuery } from '../../contract/request/aggregate-query.ts';
import type { Format } from '../../contract/request/list-query.ts';
import type { Aggregates, AnsweredGroup } from '../../store/shared/aggregate/finish.ts';
import { groupTexts, hasLabel, type LabelReader, type Labels } from './aggregate-text.ts';
import type { Batches } from './streams.ts';

const BATCH = 200;

type Options = {
  readonly path: string;
  readonly query: AggregateQuery;
  readonly format: Exclude<Format, 'json'>;
  readonly labels: LabelReader;
};

export function aggregateBatches({ groups }: Aggregates, { path, query, format, labels }: Options): Batches {
  const encoder = new TextEncoder();
  let at = 0;
  let isBegun = format !== 'csv';
  return {
    async next() {
      if (!isBegun) {
        isBegun = true;
        return encoder.encode(csvLine(columnsOf(query)));
      }
      const batch = groups.slice(at, at + BATCH);
      at += BATCH;
      if (batch.length === 0) return undefined;
      const named = await labels(batch);
      const lines =
        format === 'csv'
          ? csvLines(path, query, batch, named)
          : groupTexts(path, query, batch, named).map((line) => `${line}\n`);
      return encoder.encode(lines.join(''));
    },
    close: () => undefined,
  };
}

/** Each group, and behind it its label where it has one; the measures; the address of the records. */
const columnsOf = ({ groups, measures }: AggregateQuery): string[] => [
  ...groups.flatMap((group) => (hasLabel(group) ? [group.name, `label(${group.name})`] : [group.name])),
  ...measures.map(({ name }) => name),
  'rows',
];

function csvLines(path: string, query: AggregateQuery, groups: readonly AnsweredGroup[], labels: Labels): string[] {
  const buckets = query.groups.map(bucketOf);
  return groups.map(({ keys, values }) => {
    const cells = keys.flatMap((key, at): Value[] => {
      const name = key === null ? null : buckets[at]!.name(key);
      if (!hasLabel(query.groups[at]!)) return [name];
      return [name, (key === null ? undefined : labels[at]!(key)) ?? null];
    });
    return csvLine([...cells, ...values, rowsAddress(path, query, keys)]);
  });
}
