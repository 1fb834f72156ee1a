// A plain model of the service: an array of records for each resource, scanned from beginning to end. It shares the
// catalogue with the service and nothing of its store, so that the two do not make the same mistakes.
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Value } from '../../src/catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../src/catalogue/resource.ts';
import { defaults as specified } from '../api/spec-tables.ts';
import { type Find, fits, moment, type Where } from '../filters/filter-model.ts';

export type Asked = {
  readonly limit: number;
  readonly offset: number;
  readonly q: string;
  readonly where: Where[];
  readonly sort: Sorted;
  readonly projection: Projection;
};
/** Names of fields, also of what references lead to (`dept_id.name`). Without any, all own fields are meant. */
export type Projection = { readonly fields: readonly string[]; readonly expand: readonly string[] };

export type Model = {
  readonly records: Map<string, DataRecord[]>;
  /** For each key, the create it was used for and its answer. */
  readonly keys: Map<string, { readonly sent: string; readonly answer: string }>;
  /** For each path, the last answer and its ETag. */
  readonly seen: Map<string, { readonly tag: string; readonly text: string }>;
};

/** The text without case in any script: Greek without accents, with one sigma, and one sharp s. */
export function foldedText(text: string): string {
  let bare = '';
  let isGreek = false;
  for (const letter of text.normalize('NFD')) {
    if (/\p{M}/u.test(letter) && isGreek) continue;
    isGreek = /\p{Script=Greek}/u.test(letter);
    bare += letter;
  }
  const letters = [...bare.normalize('NFC')].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase());
  return letters.join('').replace(/ς/g, 'σ').normalize('NFC');
}

function holds(resource: Resource, record: DataRecord, term: string): boolean {
  return resource.fields.some(({ name, search }) => {
    const text = record[name];
    return search && typeof text === 'string' && foldedText(text).includes(foldedText(term));
  });
}

/** The terms of `sort`: `field` or `-field`. */
export type Sorted = readonly string[];

/** Sorts records: missing values first, texts by code point, and equal ones by id in the direction of the last term. */
export function inOrder(resource: Resource, records: readonly DataRecord[], sort: Sorted): DataRecord[] {
  const compare = (a: Value, b: Value): number => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return typeof a === 'number' ? a - (b as number) : Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  };
  const nameIn = (term: string) => term.replace('-', '');
  // A field that is named again has no effect.
  const once = sort.filter((term, i) => sort.findIndex((each) => nameIn(each) === nameIn(term)) === i);
  const terms = [...once, once.at(-1)?.startsWith('-') ? '-id' : 'id'].map((term) => {
    const name = nameIn(term);
    const isDate = resource.fields.find((field) => field.name === name)!.kindName === 'date';
    const value = (record: DataRecord) => (isDate ? moment(record[name] ?? null) : (record[name] ?? null));
    return { value, sign: term === name ? 1 : -1 };
  });
  return records.toSorted((a, b) => {
    for (const { value, sign } of terms) {
      const order = sign * compare(value(a), value(b));
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** A record with the chosen fields and expanded references. */
export function part({ records }: Model, { fields }: Resource, record: DataRecord, projection: Projection): object {
  const isChosen = (name: string) => projection.fields.length === 0 || projection.fields.includes(name);
  const other = (name: string, to: string) => records.get(to)!.find(({ id }) => id === record[name]) ?? null;
  const shown = Object.fromEntries(
    fields.flatMap(({ name, to, target }) => [
      ...(isChosen(name) ? [[name, record[name] ?? null]] : []),
      ...(target?.fields ?? [])
        .filter((each) => projection.fields.includes(`${name}.${each.name}`))
        .map((each) => [`${name}.${each.name}`, other(name, to!)?.[each.name] ?? null]),
    ]),
  );
  if (projection.expand.length === 0) return shown;
  const followed = fields.filter(({ name }) => projection.expand.includes(name));
  const expanded = followed.map(({ name, to }) => [name, other(name, to!)]);
  return { ...shown, expanded: Object.fromEntries(expanded) };
}

/** The expected body of a list. */
export function listText(
  model: Model,
  resource: Resource,
  { limit, offset, q, where, sort, projection }: Asked,
): string {
  const { records } = model;
  const terms = q.split(/\s+/).filter((term) => term !== '');
  const find: Find = (name, id) => records.get(name)!.find((each) => each.id === id);
  const found = records
    .get(resource.name)!
    .filter((record) => where.every((each) => fits(resource, record, each, find)))
    .filter((record) => terms.every((term) => holds(resource, record, term)));
  const page = inOrder(resource, found, sort).slice(offset, offset + limit);
  const data = page.map((record) => part(model, resource, record, projection));
  return JSON.stringify({ data, meta: { total: found.length, limit, offset } });
}

/** The fields that conflict with other records: dangling references and taken slugs. */
export function relationFaults({ records }: Model, name: string, record: DataRecord): string[] {
  const find = (resource: string, id: Value | undefined) => records.get(resource)!.find((each) => each.id === id);
  const { fields, unique } = catalogue.find((each) => each.name === name)!;
  const dangling = fields
    .filter(({ name: field, to }) => to && record[field] != null && !find(to, record[field]))
    .map(({ name: field }) => field);
  // A team's parent also has to be in the same organization.
  const parent = name === 'organization-teams' && record.parent_id != null && find(name, record.parent_id);
  if (parent && parent.organization_id !== record.organization_id) dangling.push('parent_id');
  const taken = unique.filter((names) =>
    records.get(name)!.some((each) => names.every((field) => each[field] === record[field])),
  );
  return [...dangling, ...taken.map((names) => names.at(-1)!)];
}

/** The record that a body creates. `NOW` and `TODAY` stand for times that only the service knows. */
export function recordOf(resource: Resource, values: DataRecord): DataRecord {
  const defaults = specified[`/v1/${resource.name}`] ?? {};
  const record = Object.fromEntries(
    resource.fields.map(({ name }) => [name, values[name] ?? defaults[name] ?? null]),
  ) as DataRecord;
  if (resource.name === 'applications' && (record.stage !== 'applied' || record.status !== 'active'))
    record.stage_entered_on = values.stage_entered_on ?? null;
  else if (resource.name === 'applications') record.stage_entered_on = values.stage_entered_on ?? record.applied_on!;
  if (resource.name === 'job-distributions' && record.status === 'published') record.published_at ??= 'NOW';
  return record;
}
