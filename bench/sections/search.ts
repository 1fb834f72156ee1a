// What a search costs the first time it is asked: one request after another, a different term each time.

import { type Databases, sizes } from '../data/databases.ts';
import { sampleTerms, type Terms } from '../data/terms.ts';
import { ask } from '../load/ask.ts';
import type { Options } from '../options.ts';
import type { Bar, Figure, Section } from '../report/result.ts';
import { quantile, type Stat, stat } from '../report/stats.ts';
import { say } from '../say.ts';
import { startService } from '../subjects/subjects.ts';

const TARGETS: Record<keyof Terms, number> = { selective: 3, common: 25, 'two letters': 25 };
const KINDS = Object.keys(TARGETS) as (keyof Terms)[];
type Asked = { readonly time: number; readonly matches: number };

export async function search(databases: Databases, options: Options): Promise<Section> {
  const size = options.quick ? sizes.tenThousand : sizes.candidates;
  const folder = await databases.of(size);
  const terms = sampleTerms(folder, options.quick ? 40 : 200);
  const service = await startService(folder);
  const first = async (term: string): Promise<Asked> => {
    const began = performance.now();
    const text = await (await ask(`${service.url}/api/v1/candidates?q=${encodeURIComponent(term)}`)).text();
    return { time: performance.now() - began, matches: Number(/"total":(\d+)[^[\]]*$/.exec(text)?.[1]) };
  };
  // Terms of no list, so that code and files are warm and no answer is.
  for (const term of ['nobody-is-called-this', 'qzx', 'zq']) await first(term);
  const asked = new Map<keyof Terms, Asked[]>(KINDS.map((kind) => [kind, []]));
  const longest = Math.max(...KINDS.map((kind) => terms[kind].length));
  for (let at = 0; at < longest; at++) {
    for (const kind of KINDS) {
      const term = terms[kind][at];
      if (term !== undefined) asked.get(kind)!.push(await first(term));
    }
    if (at % 50 === 49) say(`  ${at + 1} terms of each kind`);
  }
  await service.stop();

  const times = (kind: keyof Terms): Stat => stat(asked.get(kind)!.map(({ time }) => time));
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
    note: described(asked.get(kind)!),
  });
  return {
    title: `Search among ${size.candidates.toLocaleString('en')} candidates`,
    how: 'One request after another on one connection, each term once and never before, so that no cache knows it; the first page of 50 with its exact total. Terms are sampled from the data: selective ones are e-mail addresses and profile names of candidates, common ones are words and beginnings of words that at least 1 % of candidates have, two letters likewise.',
    bars: KINDS.map(bar),
    figures: KINDS.map(figure),
    notes: [],
  };
}

function described(asked: readonly Asked[]): string {
  const sorted = asked.map(({ time }) => time).sort((a, b) => a - b);
  const matches = stat(asked.map(({ matches }) => matches));
  const [least, middle, most] = [matches.min, matches.median, matches.max].map((n) =>
    Math.round(n).toLocaleString('en'),
  );
  return `${asked.length} terms, matches ${least}–${most} (median ${middle}), 95 % within ${quantile(sorted, 0.95).toFixed(2)} ms`;
}
