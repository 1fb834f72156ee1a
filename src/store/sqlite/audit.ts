// Holds what is kept about the records against the records themselves: counts, landmarks, search index, texts, references.
import type { Value } from '../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import { gramSets } from '../grams.ts';
import { isKept, listValue, STRIDE } from '../kept-lists.ts';
import { count, SEGMENT, segmentOf, unpacked } from '../position-sets.ts';
import { columnValue, recordJson, searchTexts } from '../record-text.ts';
import { quoted } from '../schema.ts';
import type { PrivateFields } from '../store.ts';
import { sealedOf } from './search-index.ts';
import type { Prepare } from './statement-cache.ts';

export function audit(prepare: Prepare, catalogue: Catalogue, privateFields: PrivateFields): string[] {
  const [integrity] = prepare('PRAGMA integrity_check').values()[0] as [string];
  const dangling = prepare('PRAGMA foreign_key_check').all() as { table: string; rowid: number; parent: string }[];
  return [
    ...(integrity === 'ok' ? [] : [`The file is damaged: ${integrity}.`]),
    ...dangling.map(
      ({ table, rowid, parent }) => `${table} ${rowid} refers to a record of ${parent} that does not exist.`,
    ),
    ...catalogue.flatMap((resource) => [
      ...listFindings(prepare, resource),
      ...textFindings(prepare, resource, privateFields[resource.name]),
      ...indexFindings(prepare, resource),
    ]),
  ];
}

/** The real length of every list, and the real id at every STRIDE-th place, against what is kept. */
function listFindings(prepare: Prepare, resource: Resource): string[] {
  const fields = ['', ...resource.fields.filter(isKept).map((field) => field.name)];
  return fields.flatMap((field) => {
    const value = field === '' ? "''" : quoted(field);
    const real = new Map<string, number>();
    const marks = new Map<string, number>();
    for (const [raw, id] of rowsOf(prepare, resource, `${value}, id`) as Iterable<[Value, number]>) {
      const key = field === '' ? '' : listValue(raw);
      const place = real.get(key) ?? 0;
      if (place > 0 && place % STRIDE === 0) marks.set(`${key} ${place}`, id);
      real.set(key, place + 1);
    }
    const kept = (sql: string) => prepare(sql).values(resource.name, field) as [string, number, number][];
    const counts = new Map(
      kept('SELECT value, count FROM workforce_counts WHERE resource = ? AND field = ?').map(([key, n]) => [key, n]),
    );
    const landmarks = new Map(
      kept('SELECT value, place, id FROM workforce_landmarks WHERE resource = ? AND field = ?').map(
        ([key, place, id]) => [`${key} ${place}`, id],
      ),
    );
    const of = `${resource.name}${field === '' ? '' : ` by ${field}`}`;
    return [
      ...differences(real, counts, `The kept count of ${of}`),
      ...differences(marks, landmarks, `The landmark of ${of}`),
    ];
  });
}

function differences(real: Map<string, number>, kept: Map<string, number>, what: string): string[] {
  const keys = [...new Set([...real.keys(), ...kept.keys()])].filter(
    (key) => (real.get(key) ?? 0) !== (kept.get(key) ?? 0),
  );
  return keys.map(
    (key) =>
      `${what}${key === '' ? '' : ` at ${key}`} is ${kept.get(key) ?? 'missing'}, but really ${real.get(key) ?? 0}.`,
  );
}

/** All rows in the order of their ids, some at a time. */
function* rowsOf(prepare: Prepare, { table }: Resource, columns: string): Generator<unknown[]> {
  const page = prepare(`SELECT ${columns}, id FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT 10000`);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = page.values(after) as unknown[][];
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)!.at(-1) as number;
  }
}

/** Columns, JSON and search text of a row say the same. */
function textFindings(prepare: Prepare, resource: Resource, hidden: ReadonlySet<string> | undefined): string[] {
  const made = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const names = resource.fields.map((field) => quoted(field.name)).join(', ');
  const findings: string[] = [];
  for (const row of rowsOf(prepare, resource, `${names}, json, search, search_private`)) {
    const [json, open, closed] = row.slice(resource.fields.length) as [string, string, string];
    const record = JSON.parse(json) as DataRecord;
    const sound =
      json === made(record) &&
      open === search.open(record) &&
      closed === search.hidden(record) &&
      resource.fields.every((field, i) => row[i] === columnValue(field, record[field.name] ?? null));
    if (!sound) findings.push(`${resource.name} ${record.id}: its columns and its texts do not agree.`);
  }
  return findings;
}

/** Every gram of every indexed record is in the index, and nothing else is. */
function indexFindings(prepare: Prepare, resource: Resource): string[] {
  const sealed = sealedOf(prepare, resource);
  const stored = prepare(
    'SELECT gram, positions FROM workforce_grams WHERE resource = ? AND segment = ? AND length(gram) <= 3',
  );
  const findings: string[] = [];
  const compare = (segment: number, texts: Map<string, number[]>) => {
    const real = new Map(gramSets(texts).map(({ gram, places }) => [gram, new Set(places).size]));
    const kept = new Map(
      (stored.values(resource.name, segment) as [string, Uint8Array][]).map(([gram, bytes]) => [
        gram,
        count(unpacked(bytes)),
      ]),
    );
    findings.push(...differences(real, kept, `The search index of ${resource.name}, segment ${segment},`));
  };
  let [segment, texts] = [Number.NaN, new Map<string, number[]>()];
  for (const [text, id] of rowsOf(prepare, resource, 'search') as Iterable<[string, number]>) {
    if (sealed === undefined || id > sealed.id) break;
    if (segmentOf(id) !== segment) {
      if (texts.size > 0) compare(segment, texts);
      [segment, texts] = [segmentOf(id), new Map()];
    }
    const known = texts.get(text);
    if (known) known.push(id - segment * SEGMENT);
    else texts.set(text, [id - segment * SEGMENT]);
  }
  if (texts.size > 0) compare(segment, texts);
  return findings;
}
