// Finds the records that the rows of an update are about by a key such as a personnel number: each row gets the id of
// its record, or a new one.
import type { Field, Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import type { NamedRow } from './named-file.ts';

/** Rows that name no record, or not one, have a fault. */
export async function* keyedRows(
  session: ImportSession,
  resource: Resource,
  key: Field,
  rows: AsyncIterable<readonly NamedRow[]>,
): AsyncGenerator<NamedRow[]> {
  const lines = new Map<string, number>();
  let next = await session.nextId(resource);
  for await (const some of rows) {
    const asked = some.map((row) => row.values[key.name]).filter((value) => value !== undefined && value !== null);
    const found = await session.idsBy(resource, key, asked);
    yield some.map((row) => {
      const value = row.values[key.name] ?? null;
      const text = JSON.stringify(value);
      const fault = faultOf(row, text, found.get(text) ?? []);
      lines.set(text, lines.get(text) ?? row.line);
      if (fault) return { ...row, faults: [...row.faults, fault] };
      return { ...row, values: { ...row.values, id: found.get(text)?.[0] ?? next++ } };
    });
  }

  function faultOf({ values, faults }: NamedRow, text: string, ids: readonly number[]): Fault | undefined {
    const value = values[key.name] ?? null;
    const because = (type: string, msg: string): Fault => ({ type, loc: ['row', key.name], msg, input: value });
    const isKnown = faults.some(({ loc }) => loc[1] === key.name || loc.length === 1);
    if (value === null)
      return isKnown ? undefined : because('missing', `Field required: it says which ${resource.one} is meant`);
    if ((values.id ?? null) !== null)
      return because('mixed_ids', `Leave the id out: records are found by their ${key.name}`);
    const before = lines.get(text);
    if (before !== undefined)
      return because('not_unique', `Another row has this ${key.name} already, the one on line ${before}`);
    if (ids.length > 1)
      return because(
        'not_unique',
        `${ids.length} ${resource.many} have this ${key.name}: ${ids.slice(0, 5).join(', ')}; use their ids`,
      );
    return undefined;
  }
}
