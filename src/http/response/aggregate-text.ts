// Groups as JSON texts, and as cells of tables: their names, the records that references lead to, the measures, and the
// address of the records behind them.
import type { Value } from '../../catalogue/kinds.ts';
import { type DataRecord, labelOf, type Resource } from '../../catalogue/resource.ts';
import { bucketOf } from '../../contract/aggregate/buckets.ts';
import type { Grouping } from '../../contract/aggregate/grouping.ts';
import { type SheetColumn, sheetColumn, textColumn } from '../../contract/formats/xlsx/workbook.ts';
import type { AggregateQuery } from '../../contract/request/aggregate-query.ts';
import { rowsAddress } from '../../contract/request/canonical-query.ts';
import { isCycle } from '../../contract/request/conditions.ts';
import type { HiddenFields } from '../../contract/request/paths.ts';
import type { AnsweredGroup } from '../../store/shared/aggregate/finish.ts';
import type { Awaitable, ReadOptions, Store } from '../../store/store.ts';
import { whenReady } from '../context.ts';

/** The names of the values of each grouping, for people. */
export type Labels = readonly ((key: string | number) => string | undefined)[];

export type LabelReader = (groups: readonly AnsweredGroup[]) => Awaitable<Labels>;

const hasLabel = ({ field, by }: Grouping): boolean =>
  isCycle(by.unit) || (by.unit === 'value' && (field.target?.label.length ?? 0) > 0);

/** The labels of references are read from the records that they lead to; a text that is private to the caller is left
 * out. */
export function labelReader(
  store: Store,
  { groups: groupings }: AggregateQuery,
  hidden: HiddenFields,
  options: ReadOptions,
): LabelReader {
  const readOne = (grouping: Grouping, at: number, groups: readonly AnsweredGroup[]): Awaitable<Labels[number]> => {
    const { label } = bucketOf(grouping);
    if (label) return label;
    if (!hasLabel(grouping)) return () => undefined;
    const ids = new Set(groups.map(({ keys }) => keys[at]!).filter((key) => key !== null));
    return ids.size === 0 ? () => undefined : namesOf(store, grouping.field.target!, [...ids], hidden, options);
  };
  return (groups) => {
    const labels = groupings.map((grouping, at) => readOne(grouping, at, groups));
    return labels.some((each) => each instanceof Promise) ? Promise.all(labels) : (labels as Labels);
  };
}

const decoder = new TextDecoder();

function namesOf(
  store: Store,
  target: Resource,
  ids: readonly Value[],
  hidden: HiddenFields,
  { position, asker, rows }: ReadOptions,
): Awaitable<Labels[number]> {
  const shown = labelOf(target, hidden[target.name]);
  const condition = { field: target.fields[0]!, operator: 'in', values: ids } as const;
  const query = { terms: [], conditions: [condition], limit: ids.length, offset: 0 };
  return whenReady(store.list(target, query, { position, asker, rows }), ({ items }) => {
    const records = JSON.parse(`[${decoder.decode(items)}]`) as DataRecord[];
    const names = new Map(
      records.map((record) => [record.id, shown.flatMap((name) => record[name] || []).join(' ')] as const),
    );
    return (id: string | number) => names.get(id) || undefined;
  });
}

type Buckets = readonly ReturnType<typeof bucketOf>[];
type Keys = AnsweredGroup['keys'];

/** The names of the values of a group, and those for people. */
export function groupNames(keys: Keys, groupings: readonly Grouping[], buckets: Buckets, labels: Labels) {
  const group = keys.map((key, at) => [groupings[at]!.name, key === null ? null : buckets[at]!.name(key)]);
  const named = keys.flatMap((key, at) => {
    const label = key === null ? undefined : labels[at]!(key);
    return label === undefined ? [] : [[groupings[at]!.name, label]];
  });
  return { group: Object.fromEntries(group), labels: Object.fromEntries(named) };
}

/** The columns of a table: each group, and behind it its label where it has one. */
export const groupColumns = (groupings: readonly Grouping[]): SheetColumn[] =>
  groupings.flatMap((group) => {
    const column = sheetColumn(group.name, group.field);
    return hasLabel(group) ? [column, textColumn(`label(${group.name})`)] : [column];
  });

export const groupCells = (keys: Keys, groupings: readonly Grouping[], buckets: Buckets, labels: Labels): Value[] =>
  groupings.flatMap((grouping, at): Value[] => {
    const key = keys[at] ?? null;
    const name = key === null ? null : buckets[at]!.name(key);
    return hasLabel(grouping) ? [name, (key === null ? undefined : labels[at]!(key)) ?? null] : [name];
  });

export function* inBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

export function groupTexts(
  path: string,
  query: AggregateQuery,
  groups: readonly AnsweredGroup[],
  labels: Labels,
): string[] {
  const buckets = query.groups.map(bucketOf);
  return groups.map(({ keys, values }) =>
    JSON.stringify({
      ...groupNames(keys, query.groups, buckets, labels),
      values: measuresOf(query, values),
      rows: rowsAddress(path, query, keys),
    }),
  );
}

export const totalsText = (path: string, query: AggregateQuery, values: readonly Value[]): string =>
  JSON.stringify({ values: measuresOf(query, values), rows: rowsAddress(path, query) });

const measuresOf = ({ measures }: AggregateQuery, values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(measures.map(({ name }, at) => [name, values[at]!]));
