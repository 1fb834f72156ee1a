// Holds what is kept about the records against the records themselves: counts, landmarks, search index, texts, references.
import type { Value } from '../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { differences, type KeptOf, listFindings, textFindings } from '../audit.ts';
import { gramSets } from '../grams.ts';
import { count, SEGMENT, segmentOf, unpacked } from '../position-sets.ts';
import { quoted } from '../schema.ts';
import type { PrivateFields } from '../store.ts';
import { sealedOf } from './search-index.ts';
import type { Prepare } from './statement-cache.ts';

type Row = Readonly<Record<string, Value>>;

/** Nothing here waits for anything, so all of it is read from one state of the data. */
export async function audit(prepare: Prepare, catalogue: Catalogue, privateFields: PrivateFields): Promise<string[]> {
  const [integrity] = prepare('PRAGMA integrity_check').values()[0] as [string];
  const dangling = prepare('PRAGMA foreign_key_check').all() as { table: string; rowid: number; parent: string }[];
  const findings = [
    ...(integrity === 'ok' ? [] : [`The file is damaged: ${integrity}.`]),
    ...dangling.map(
      ({ table, rowid, parent }) => `${table} ${rowid} refers to a record of ${parent} that does not exist.`,
    ),
  ];
  for (const resource of catalogue) {
    const rows = rowsOf(prepare, resource);
    findings.push(
      ...(await listFindings(resource, rows, keptOf(prepare, resource))),
      ...(await textFindings(resource, rows, privateFields[resource.name])),
      ...indexFindings(prepare, resource, rows),
    );
  }
  return findings;
}

function keptOf(prepare: Prepare, { name }: Resource): KeptOf {
  const kept = (sql: string, field: string) => prepare(sql).values(name, field);
  return (field) => ({
    counts: kept('SELECT value, count FROM workforce_counts WHERE resource = ? AND field = ?', field) as [
      string,
      number,
    ][],
    landmarks: kept('SELECT value, place, id FROM workforce_landmarks WHERE resource = ? AND field = ?', field) as [
      string,
      number,
      number,
    ][],
  });
}

/** All rows in the order of their ids, some at a time. */
const rowsOf = (prepare: Prepare, { table }: Resource): ((columns: readonly string[]) => Generator<Row>) =>
  function* rows(columns) {
    const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
    const page = prepare(`SELECT ${names} FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT 10000`);
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const found = page.all(after) as Row[];
      if (found.length === 0) return;
      yield* found;
      after = found.at(-1)!.id as number;
    }
  };

/** Every gram of every indexed record is in the index, and nothing else is. */
function indexFindings(
  prepare: Prepare,
  resource: Resource,
  rows: (columns: readonly string[]) => Iterable<Row>,
): string[] {
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
  for (const { search: text, id } of rows(['search']) as Iterable<{ search: string; id: number }>) {
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
