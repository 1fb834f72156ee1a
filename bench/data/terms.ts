// Samples terms to search for from the candidates: those with few matches, those with many, and two letters.
import { Database } from 'bun:sqlite';
import { join } from 'node:path';

export type Terms = { readonly selective: string[]; readonly common: string[]; readonly 'two letters': string[] };

const SAMPLE = 20_000;
const COMMON = 0.01;

type Candidate = Record<
  'first_name' | 'last_name' | 'email' | 'headline' | 'current_employer' | 'linkedin_url',
  string | null
>;

export function sampleTerms(databaseFolder: string, count: number): Terms {
  const db = new Database(join(databaseFolder, 'workforce.db'), { readonly: true });
  const last = (db.query('SELECT max(id) AS id FROM candidates').get() as { id: number }).id;
  const one = db.query<Candidate, [number]>('SELECT * FROM candidates WHERE id = ?');
  const ids = Array.from(
    { length: Math.min(SAMPLE, last) },
    (_, at) => 1 + Math.floor((at * last) / Math.min(SAMPLE, last)),
  );
  const rows = ids.map((id) => one.get(id)).filter((row) => row !== null);
  db.close();
  return {
    selective: spread(
      rows.flatMap(selective).filter((term) => term !== undefined),
      count,
    ),
    common: spread(frequent(rows.map(words), rows.length * COMMON), count),
    'two letters': spread(frequent(rows.map(pairs), rows.length * COMMON), count),
  };
}

/** What a recruiter would paste: an e-mail address, or the name of a profile. */
const selective = ({ email, linkedin_url }: Candidate): (string | undefined)[] => [
  email ?? undefined,
  linkedin_url?.split('/').at(-1),
];

const textOf = (row: Candidate) =>
  [row.first_name, row.last_name, row.headline, row.current_employer].join(' ').toLowerCase();

/** Whole words and their beginnings from three letters on, as a search field sends them while somebody types. */
function words(row: Candidate): string[] {
  const whole = textOf(row).match(/[\p{L}]{3,}/gu) ?? [];
  return whole.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(0, at + 3)));
}

const pairs = (row: Candidate): string[] =>
  (textOf(row).match(/[a-z]{2,}/g) ?? []).flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)),
  );

function frequent(lists: readonly string[][], least: number): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const term of new Set(list)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= least);
  return common.sort(([, a], [, b]) => b - a).map(([term]) => term);
}

/** Takes terms at even distances from the whole list, the first included; each once. */
function spread(terms: readonly string[], count: number): string[] {
  const distinct = [...new Set(terms)];
  const length = Math.min(count, distinct.length);
  return Array.from({ length }, (_, at) => distinct[Math.floor((at * distinct.length) / length)]!);
}
