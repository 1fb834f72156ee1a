// The records that rows are about, where rows have no ids of ours. Ids that other systems give to records, such as
// C00001 of an applicant-tracking system, are stored by the name of the system, so that references in other files and
// the file of the next month find the records again. An update can also find records by a key such as a personnel
// number.
import type { Field, Resource } from '../../catalogue/resource.ts';
import { type Fault, faultAt } from '../../contract/faults.ts';
import { SOURCE_ID } from '../../contract/formats/column-target.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import type { NamedFile, NamedRow } from './named-file.ts';

export const kindOf = (source: string): string => `source ${source}`;

/** How many records are read at a time. */
const AT_ONCE = 5000;

/** A row whose id is known is refused, or changes the record. `key`: another field says which record it is. */
export type Known = 'refuse' | 'change' | 'key';

/** Gives each row of a file the id of its record, or a new one, and notes which it was. */
export function sourceIds(session: ImportSession, known: Known) {
  const given = new Map<NamedFile, ReadonlyMap<string, number>>();

  async function* withId(file: NamedFile, source: string): AsyncGenerator<readonly NamedRow[]> {
    const [ids, lines] = [new Map<string, number>(), new Map<string, number>()];
    given.set(file, ids);
    let next = await session.nextId(file.resource);
    for await (const some of file.rows()) {
      const asked = some.flatMap(({ sourceId }) => sourceId ?? []);
      const found = await session.noted(kindOf(source), file.resource.name, asked);
      yield some.map((row) => {
        const { sourceId = '', line } = row;
        const fault = faultOf(file.resource, source, row, found, lines.get(sourceId));
        const own = row.values.id as number | undefined;
        const id = (known === 'change' ? found.get(sourceId) : undefined) ?? own ?? next;
        next = Math.max(next, id + 1);
        const values = { ...row.values, id };
        if (fault) return { ...row, values, faults: [...row.faults, fault] };
        lines.set(sourceId, line);
        ids.set(sourceId, id);
        return { ...row, values };
      });
    }
  }

  /** `before`: the line of another row with the same id. */
  function faultOf(
    { one }: Resource,
    source: string,
    { sourceId, values }: NamedRow,
    found: ReadonlyMap<string, number | null>,
    before: number | undefined,
  ): Fault | undefined {
    const because = (type: string, msg: string) => faultAt(['row', SOURCE_ID], { type, msg }, sourceId ?? null);
    if (sourceId === undefined)
      return because('missing', `Field required: it is the id that ${source} gives the ${one}`);
    if (before !== undefined)
      return because('not_unique', `Another row has this ${SOURCE_ID} already, the one on line ${before}`);
    const id = found.get(sourceId);
    if (id === undefined || known === 'change' || (known === 'key' && id === values.id)) return undefined;
    const instead = known === 'refuse' ? 'only --update changes records' : 'the row is about another one';
    return because('not_unique', `${source} has given this id to the ${one} ${id}, and ${instead}`);
  }

  return {
    /** The file with ids. One without ids of its source stays as it is. */
    numbered: (file: NamedFile): NamedFile =>
      file.source === undefined ? file : { ...file, rows: () => withId(file, file.source!) },
    /** Stores the ids of the records that were written. */
    async note(): Promise<void> {
      for (const [{ resource, source }, ids] of given)
        for (let all = [...ids]; all.length > 0; all = all.slice(AT_ONCE)) {
          const notes = all
            .slice(0, AT_ONCE)
            .map(([name, id]) => ({ kind: kindOf(source!), resource: resource.name, name, id }));
          const asked = notes.map(({ id }) => id);
          const written = await session.stored(resource, asked);
          await session.note(notes.filter(({ id }) => written.has(id)));
        }
    },
  };
}

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
