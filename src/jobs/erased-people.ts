// Who was erased is remembered by keyed digests, so that an older file does not bring them back. A digest tells nobody who it was;
// whoever has the database can only ask of a code or an address that they know already.
import { createHmac, randomBytes } from 'node:crypto';
import { type DataRecord, namesOf, type Resource } from '../catalogue/resource.ts';
import { nameKey, wholeName } from '../contract/formats/name-text.ts';
import type { ImportSession, Note } from '../store/maintenance.ts';
import type { NamedRow } from './import/natural-keys.ts';

const [ERASED, SECRET] = ['erased', 'erased secret'];

/** What a person is known by: the id, codes and addresses; the name where there is none of these. */
function keysOf(resource: Resource, values: Readonly<DataRecord>): [field: string, value: string][] {
  const own = resource.fields
    .filter(({ index }) => index === 'plain')
    .flatMap(({ name }): [string, string][] => {
      const value = values[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
    });
  const id: [string, string][] = values.id === undefined || values.id === null ? [] : [['id', String(values.id)]];
  if (own.length > 0) return [...id, ...own];
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
  for (const json of (await session.stored(resource, ids)).values())
    for (const [field, value] of keysOf(resource, JSON.parse(json) as DataRecord))
      notes.push({ kind: ERASED, resource: resource.name, name: digest(secret, field, value), id: null });
  await session.note(notes);
}

/** The rows of a file without those about people who were erased. `onErased` is told their lines. */
export async function* withoutErased(
  session: ImportSession,
  resource: Resource,
  rows: AsyncIterable<readonly NamedRow[]>,
  onErased: (line: number) => void,
): AsyncGenerator<readonly NamedRow[]> {
  const [secret] = namesOf(resource) ? await session.notesOf(SECRET) : [];
  if (secret === undefined) return yield* rows;
  for await (const some of rows) {
    const keys = some.map(({ values }) =>
      keysOf(resource, values).map(([field, value]) => ({ field, value, name: digest(secret, field, value) })),
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

/** A code that was given to another person since is about that person. */
async function livingIn(
  session: ImportSession,
  resource: Resource,
  found: readonly { readonly field: string; readonly value: string; readonly name: string }[],
): Promise<Set<string>> {
  const living = new Set<string>();
  for (const field of resource.fields.filter(({ index }) => index === 'plain')) {
    const asked = found.filter((each) => each.field === field.name);
    if (asked.length === 0) continue;
    const holders = await session.idsBy(
      resource,
      field,
      asked.map(({ value }) => value),
    );
    for (const { value, name } of asked) if (holders.has(JSON.stringify(value))) living.add(name);
  }
  return living;
}
