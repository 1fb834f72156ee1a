// Measures searches that no cache has the answer to: one request after another, each term once.
import { type Databases, sizes } from '../data/databases.ts';
import { sampleTerms, type Terms } from '../data/terms.ts';
import { timedPage } from '../load/request.ts';
import { logProgress } from '../log-progress.ts';
import type { Options } from '../options.ts';
import type { Bar, Figure, Section } from '../report/result.ts';
import { quantile, type Stat, stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';

const TARGETS: Record<keyof Terms, number> = { selective: 3, common: 25, 'two letters': 25 };
const KINDS = Object.keys(TARGETS) as (keyof Terms)[];
type Search = { readonly time: number; readonly matches: number };

export async function search(databases: Databases, options: Options): Promise<Section> {
  const size = options.quick ? sizes.tenThousand : sizes.candidates;
  const folder = await databases.filled(size);
  const terms = sampleTerms(folder, options.quick ? 40 : 200);
  const service = await startService(folder);
  const first = async (term: string): Promise<Search> => {
    const { time, total } = await timedPage(`${service.url}/api/v1/candidates?q=${encodeURIComponent(term)}`);
    return { time, matches: total };
  };
  // These terms are in no list: they warm up code and files, and fill no cache with an answer that is measured.
  for (const term of ['nobody-is-called-this', 'qzx', 'zq']) await first(term);
  const searches = new Map<keyof Terms, Search[]>(KINDS.map((kind) => [kind, []]));
  const longest = Math.max(...KINDS.map((kind) => terms[kind].length));
  for (let at = 0; at < longest; at++) {
    for (const kind of KINDS) {
      const term = terms[kind][at];
      if (term !== undefined) searches.get(kind)!.push(await first(term));
    }
    if (at % 50 === 49) logProgress(`  ${at + 1} terms of each kind`);
  }
  await service.stop();

  const times = (kind: keyof Terms): Stat => stat(searches.get(kind)!.map(({ time }) => time));
  const bar = (kind: keyof Terms): Bar => ({
    name: `q, ${kind}`,
    value: times(kind),
    unit: 'ms',
    target: TARGETS[kind],
    want: 'at most',
  });
  const figure = (kind: keyof Terms): Figure => ({
    name: `q, ${kind}`,
    value: times(kind),
    unit: 'ms',
    note: described(searches.get(kind)!),
  });
  return {
    title: `Search among ${size.candidates.toLocaleString('en')} candidates`,
    how: 'One request after another on one connection, each term once, so that no cache has its answer; the first page of 50 with its exact total. Terms are sampled from the data: selective ones are e-mail addresses and profile names of candidates, common ones are words and beginnings of words that at least 1 % of candidates have, two letters likewise.',
    bars: KINDS.map(bar),
    figures: KINDS.map(figure),
    notes: [],
  };
}

function described(searches: readonly Search[]): string {
  const sorted = searches.map(({ time }) => time).sort((a, b) => a - b);
  const matches = stat(searches.map(({ matches }) => matches));
  const [least, middle, most] = [matches.min, matches.median, matches.max].map((n) =>
    Math.round(n).toLocaleString('en'),
  );
  return `${searches.length} terms, matches ${least}–${most} (median ${middle}), 95 % within ${quantile(sorted, 0.95).toFixed(2)} ms`;
}
