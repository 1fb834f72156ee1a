// Erased people are stored as keyed digests, so that an older file does not bring them back. A digest tells nobody who
// it was; with the database one can only ask for a code or an address that one knows already.
import { createHmac, randomBytes } from 'node:crypto';
import { type DataRecord, namesOf, type Resource } from '../catalogue/resource.ts';
import { nameKey, wholeName } from '../contract/formats/name-text.ts';
import type { ImportSession, Note } from '../store/maintenance.ts';
import type { NamedFile, NamedRow } from './import/named-file.ts';
import { kindOf } from './import/source-ids.ts';

const [ERASED, SECRET] = ['erased', 'erased secret'];

/** The values that identify a person: the id, codes, addresses and ids of other systems; the name where there is
 * nothing else. */
function keysOf(
  resource: Resource,
  values: Readonly<DataRecord>,
  sourceIds: readonly [kind: string, id: string][] = [],
): [field: string, value: string][] {
  const own = resource.fields
    .filter(({ index }) => index === 'plain')
    .flatMap(({ name }): [string, string][] => {
      const value = values[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
    });
  const id: [string, string][] = values.id === undefined || values.id === null ? [] : [['id', String(values.id)]];
  if (own.length + sourceIds.length > 0) return [...id, ...own, ...sourceIds];
  const [first, last] = namesOf(resource)!.map(({ name }) => values[name] ?? null) as (string | null)[];
  const name = wholeName({ first: first!, last: last! });
  return name === '' ? id : [...id, ['name', nameKey(name)]];
}

const digest = (secret: string, field: string, value: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`${field}\0${value.trim().toLowerCase()}`)
    .digest('base64url');

/** For records that are about to be erased. */
export async function noteErased(session: ImportSession, resource: Resource, ids: readonly number[]): Promise<void> {
  if (!namesOf(resource)) return;
  const [known] = await session.notesOf(SECRET);
  const secret = known ?? randomBytes(32).toString('hex');
  const notes: Note[] = known === undefined ? [{ kind: SECRET, resource: '', name: secret, id: null }] : [];
  const about = await session.notesAbout(resource.name, ids);
  for (const [id, json] of await session.stored(resource, ids)) {
    const sourceIds = about.filter((each) => each.id === id).map(({ kind, name }): [string, string] => [kind, name]);
    for (const [field, value] of keysOf(resource, JSON.parse(json) as DataRecord, sourceIds))
      notes.push({ kind: ERASED, resource: resource.name, name: digest(secret, field, value), id: null });
  }
  await session.note(notes);
}

/** The rows of a file without those about people who were erased. `onErased` is told their lines. */
export async function* withoutErased(
  session: ImportSession,
  { resource, source, rows }: NamedFile,
  onErased: (line: number) => void,
): AsyncGenerator<readonly NamedRow[]> {
  const [secret] = namesOf(resource) ? await session.notesOf(SECRET) : [];
  if (secret === undefined) return yield* rows();
  for await (const some of rows()) {
    const keys = some.map(({ values, sourceId }) =>
      keysOf(resource, values, sourceId === undefined ? [] : [[kindOf(source!), sourceId]]).map(([field, value]) => ({
        field,
        value,
        name: digest(secret, field, value),
      })),
    );
    const names = keys.flat().map(({ name }) => name);
    const erased = await session.noted(ERASED, resource.name, names);
    const found = keys.map((all) => all.filter(({ name }) => erased.has(name)));
    const living = await livingIn(session, resource, found.flat());
    yield some.filter(({ line }, i) => {
      const isErased = found[i]!.some(({ name }) => !living.has(name));
      if (isErased) onErased(line);
      return !isErased;
    });
  }
}

/** A value of an existing record is about that record, perhaps of another person by now. */
async function livingIn(
  session: ImportSession,
  resource: Resource,
  found: readonly { readonly field: string; readonly value: string; readonly name: string }[],
): Promise<Set<string>> {
  const living = new Set<string>();
  for (const [field, asked] of Map.groupBy(found, (each) => each.field)) {
    const values = asked.map(({ value }) => value);
    const there = await valuesThere(session, resource, field, values);
    for (const { value, name } of asked) if (there.has(value)) living.add(name);
  }
  return living;
}

/** Of these values of a field, those that records have. */
async function valuesThere(session: ImportSession, resource: Resource, field: string, values: readonly string[]) {
  const own = resource.fields.find(({ name, index }) => name === field && index === 'plain');
  if (own) {
    const ids = await session.idsBy(resource, own, values);
    return new Set(values.filter((value) => ids.has(JSON.stringify(value))));
  }
  if (field !== 'id') return session.noted(field, resource.name, values);
  const stored = await session.stored(resource, values.map(Number));
  return new Set(values.filter((value) => stored.has(Number(value))));
}
