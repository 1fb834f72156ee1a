// Natural values for fields that the file does not have: a past termination date makes an alumnus.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import type { OpenFile } from './open-file.ts';

export type Filled = {
  readonly resource: Resource;
  readonly field: string;
  /** How many records got each value; `undefined` where there are many values. */
  readonly values: ReadonlyMap<Value, number> | undefined;
};

/** The most different values of a field that are told apart. */
const MOST_VALUES = 4;

/** Only for files that are not ours. */
export function filledIn(files: readonly OpenFile[]) {
  const watched = new Map(
    files.flatMap(({ resource, recognised }) =>
      recognised ? [[resource, lackingIn(resource, recognised.columns)]] : [],
    ),
  );
  return {
    take(resource: Resource, records: readonly DataRecord[]): void {
      for (const [name, values] of watched.get(resource) ?? [])
        for (const record of records) {
          const value = record[name] ?? null;
          if (value !== null && (values.has(value) || values.size < MOST_VALUES))
            values.set(value, (values.get(value) ?? 0) + 1);
        }
    },
    found: (): Filled[] =>
      [...watched].flatMap(([resource, fields]) =>
        [...fields].flatMap(([field, values]) =>
          values.size > 0 ? [{ resource, field, values: values.size < MOST_VALUES ? values : undefined }] : [],
        ),
      ),
  };
}

function lackingIn(
  { fields }: Resource,
  columns: readonly (readonly [string, string])[],
): Map<string, Map<Value, number>> {
  const isLacking = ({ name, default: fallback }: Field) =>
    fallback !== undefined && columns.every(([, target]) => target.split('.')[0] !== name);
  return new Map(fields.filter(isLacking).map(({ name }) => [name, new Map()]));
}
