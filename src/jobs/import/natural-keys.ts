// References that a file gives by a name, code or e-mail address instead of an id. The files are read twice: first to
// collect the names and the rows that they mean, then with the ids in place.
import { type DataRecord, type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { type Fault, faultAt } from '../../contract/faults.ts';
import { type Naming, namingFields } from '../../contract/formats/column-target.ts';
import { EMPTY_UNKNOWN, isNeeded, nullMapping } from '../../contract/formats/import-row.ts';
import { nameKey, wholeName } from '../../contract/formats/name-text.ts';
import { didYouMean, withArticle } from '../../contract/words.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { type ImportFile, recordsIn } from './import-records.ts';
import type { NamedFile, NamedReference, NamedRow } from './named-file.ts';
import type { NumberedRow } from './row-checker.ts';
import { kindOf } from './source-ids.ts';

/** The ids of the records that have a name. Two are enough to know that it is not clear which is meant. */
type Names = {
  readonly target: Resource;
  readonly by: Naming;
  readonly source: string | undefined;
  /** By `keyOf` of the name. */
  readonly ids: Map<string, readonly number[]>;
  /** The names that are asked for, with the first line that has each. */
  readonly asked: Map<string, number>;
};

/** Among more names none is suggested, because comparing them takes long. */
const MOST_SUGGESTED = 1000;

/** Records of a resource can be made from a name alone where nothing else is needed. */
export const isMadeFrom = (resource: Resource, by: Naming): boolean =>
  by.fields.length === 1 && resource.fields.every((field) => !isNeeded(field) || by.fields.includes(field));

export const canBeMade = (resource: Resource): boolean => namingFields(resource).some((by) => isMadeFrom(resource, by));

/** `made`: missing records of these are made from their names. `onEmptied`: where it is given, a reference to a record
 * that is not there becomes empty, unless every row needs it, and is told. */
export type NameOptions = {
  readonly made: ReadonlySet<Resource>;
  readonly onEmptied?: ((resource: Resource, field: Field, text: string) => void) | undefined;
  readonly signal: AbortSignal;
};

/** The files with ids in place of names, and with rows for the records that are made. */
export async function withIds(
  session: ImportSession,
  given: readonly NamedFile[],
  { made, onEmptied, signal }: NameOptions,
): Promise<ImportFile[]> {
  const files = onEmptied ? given.map(withIdReferences) : given;
  const all = new Map<string, Names>();
  for (const { target, by, source } of files.flatMap(({ references }) => references)) {
    const key = `${target.name}.${by.name}`;
    if (!all.has(key)) all.set(key, { target, by, source, ids: new Map(), asked: new Map() });
  }
  if (all.size === 0) return files.map(({ resource, rows }) => ({ resource, rows: rows() }));
  const namesOf = ({ target, by }: NamedReference) => all.get(`${target.name}.${by.name}`)!;
  const next = new Map<Resource, number>();
  const lacksIds = new Map<Resource, boolean>();
  for (const file of files) await learn(file);
  for (const names of all.values()) await ask(session, names);
  const extra = new Map<Resource, NumberedRow[]>();
  for (const names of all.values()) if (made.has(names.target) && names.by !== ID) make(names);
  return files.map((file) => ({ resource: file.resource, rows: resolved(file) }));

  /** Rows without ids get the next free ones here, so that other rows can refer to them. */
  async function learn({ resource, references, rows }: NamedFile): Promise<void> {
    const own = [...all.values()].filter(({ target }) => target === resource);
    let id = await session.nextId(resource);
    next.set(resource, id);
    if (references.length === 0 && own.length === 0) return;
    for await (const some of rows()) {
      signal.throwIfAborted();
      for (const { line, values, names, sourceId } of some) {
        if (!lacksIds.has(resource)) lacksIds.set(resource, values.id === undefined);
        const rowId = lacksIds.get(resource) ? id : ((values.id as number | undefined) ?? 0);
        id = lacksIds.get(resource) ? id + 1 : Math.max(id, rowId + 1);
        for (const { by, ids } of own) add(ids, ownName(by, values, sourceId), rowId);
        for (const reference of references) {
          const name = textOf(reference, values, names);
          const { asked } = namesOf(reference);
          if (name !== undefined && !asked.has(name)) asked.set(name, line);
        }
      }
    }
    next.set(resource, id);
  }

  function make({ target, by, ids, asked }: Names): void {
    const rows = extra.get(target) ?? [];
    extra.set(target, rows);
    for (const [name, line] of asked) {
      if (ids.has(name)) continue;
      const id = next.get(target)!;
      next.set(target, id + 1);
      ids.set(name, [id]);
      rows.push({ line, values: { id, [by.name]: name }, faults: [] });
    }
  }

  async function* resolved({ resource, references, rows }: NamedFile): AsyncGenerator<NumberedRow[]> {
    const isTarget = [...all.values()].some(({ target, by }) => target === resource && by !== ID);
    const isToNumber = isTarget && lacksIds.get(resource) === true;
    let id = await session.nextId(resource);
    for await (const some of rows())
      yield some.map((row) => {
        const named = withNamed(resource, row, references);
        if (!isToNumber) return named;
        const { id: given } = row.values;
        const faults = given === undefined ? named.faults : [...named.faults, faultAt(['row', 'id'], MIXED_IDS, given)];
        return { line: named.line, values: { ...named.values, id: id++ }, faults };
      });
    const more = extra.get(resource);
    if (more && more.length > 0) yield more;
  }

  function withNamed(
    resource: Resource,
    { line, values, faults, names = {} }: NamedRow,
    references: readonly NamedReference[],
  ): NumberedRow {
    const found = { ...values };
    const wrong: Fault[] = [];
    for (const reference of references) {
      const { name: field } = reference.field;
      const name = textOf(reference, values, names);
      if (name === undefined) continue;
      const ids = namesOf(reference).ids.get(keyOf(reference.by, name)) ?? [];
      if (ids.length === 1) found[field] = ids[0]!;
      else if (ids.length === 0 && onEmptied && !isNeeded(reference.field)) {
        found[field] = null;
        if (faults.length === 0) onEmptied(resource, reference.field, name);
      } else
        wrong.push(ids.length > 0 ? ambiguous(reference, name, inDatabase(reference, ids)) : unknown(reference, name));
    }
    return { line, values: found, faults: wrong.length > 0 ? [...faults, ...wrong] : faults };
  }

  function inDatabase({ target }: NamedReference, ids: readonly number[]): number[] {
    return ids.filter((id) => id <= session.newest[target.name]!);
  }

  function unknown(reference: NamedReference, input: string): Fault {
    const { field, target, by } = reference;
    const { ids } = namesOf(reference);
    const meant = ids.size <= MOST_SUGGESTED ? didYouMean(keyOf(by, input), ids.keys()) : '';
    const create = isMadeFrom(target, by) && !made.has(target) ? `, or add --create-missing ${target.name}` : '';
    const msg = `There is no ${target.one} with the ${by.name} ${JSON.stringify(input)}${ofSource(reference)}${meant}: correct it, or import ${withArticle(target.one)} of that ${by.name} first${create}${emptied(field, input)}`;
    return { type: 'reference_not_found', loc: ['row', field.name], msg, input };
  }
}

/** How a reference is left empty that may be. */
const emptied = (field: Field, input: string): string =>
  isNeeded(field) ? '' : `; ${EMPTY_UNKNOWN}, or map this one to null: ${nullMapping(field.name, [input])}`;

/** An id as the name of a record. It is looked up where unknown ones become empty. */
const ID: Naming = { name: 'id', fields: [] };

/** The file with references by id where it has none by name, except those that every row needs. */
const withIdReferences = (file: NamedFile): NamedFile => ({
  ...file,
  references: [
    ...file.references,
    ...referencesOf(file.resource).flatMap((field): NamedReference[] =>
      isNeeded(field) || file.references.some((each) => each.field.name === field.name)
        ? []
        : [{ field, target: field.target, by: ID }],
    ),
  ],
});

function textOf({ field, by }: NamedReference, values: DataRecord, names: NamedRow['names']): string | undefined {
  if (by !== ID) return names?.[field.name];
  const id = values[field.name] ?? null;
  return id === null ? undefined : String(id);
}

/** Whose id it is. */
const ofSource = ({ by, source }: NamedReference): string => (by.fields.length === 0 ? ` of ${source}` : '');

const ambiguous = ({ field, target, by }: NamedReference, input: string, ids: readonly number[]): Fault => ({
  type: 'reference_ambiguous',
  loc: ['row', field.name],
  msg: `There is more than one ${target.one} with the ${by.name} ${JSON.stringify(input)}${ids.length > 0 ? `, such as ${ids.join(' and ')}` : ''}: give the id in a column ${field.name}, or map a column that tells them apart`,
  input,
});

const MIXED_IDS = { type: 'mixed_ids', msg: 'Leave the id out: the first row has none' };

function add(ids: Map<string, readonly number[]>, name: string | undefined, id: number): void {
  if (name === undefined) return;
  const known = ids.get(name);
  if (!known) ids.set(name, [id]);
  else if (known.length === 1 && known[0] !== id) ids.set(name, [known[0]!, id]);
}

/** The text by which other rows find a row. */
function ownName(by: Naming, values: DataRecord, sourceId: string | undefined): string | undefined {
  if (by === ID) return values.id === undefined || values.id === null ? undefined : String(values.id);
  return by.fields.length === 0 ? sourceId : nameIn(by, values);
}

/** How a name is compared. Whole names of people are written in many ways. */
const keyOf = ({ fields }: Naming, name: string): string => (fields.length > 1 ? nameKey(name) : name);

function nameIn(by: Naming, values: Readonly<DataRecord>): string | undefined {
  const [first, last] = by.fields.map(({ name }) => values[name] ?? null);
  if (by.fields.length === 1) return typeof first === 'string' ? first : undefined;
  const name = wholeName({ first: first as string | null, last: last as string | null });
  return name === '' ? undefined : nameKey(name);
}

async function ask(session: ImportSession, wanted: Names): Promise<void> {
  const { target, by, source, ids, asked } = wanted;
  if (by === ID) return askForIds(session, wanted);
  if (by.fields.length > 1) return askForPeople(session, wanted);
  const names = [...asked.keys()];
  if (source !== undefined && by.fields.length === 0) {
    for (const [name, id] of await session.noted(kindOf(source), target.name, names)) add(ids, name, id!);
    return;
  }
  for (const [name, found] of await session.idsBy(target, by.fields[0]!, names))
    for (const id of found) add(ids, JSON.parse(name), id);
}

async function askForIds(session: ImportSession, { target, ids, asked }: Names): Promise<void> {
  const [field] = target.fields.filter(({ kindName }) => kindName === 'id');
  const wanted = { resource: target, by: [field!], wanted: field! };
  const keys = [...asked.keys()].map((id) => [Number(id)]);
  for (const [id] of await session.find(wanted, keys)) add(ids, String(JSON.parse(id)[0]), JSON.parse(id)[0]);
}

/** No index has whole names, so all records are looked at. */
async function askForPeople(session: ImportSession, { target, by, ids, asked }: Names): Promise<void> {
  const wanted = new Set([...asked.keys()].map(nameKey));
  for await (const record of recordsIn(session, target)) {
    const name = nameIn(by, record);
    if (name !== undefined && wanted.has(name)) add(ids, name, record.id as number);
  }
}
