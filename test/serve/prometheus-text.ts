// A strict parser of the Prometheus text format, which throws at any line that is not valid and at incomplete metrics.
export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};
export type Family = { readonly type: string; readonly help: string; readonly samples: Sample[] };

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"';
const LINE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);

export function prometheusText(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let [current, help] = ['', ''];
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string) => new Error(`${why}: ${JSON.stringify(line)}`);
    const comment = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line);
    if (comment) {
      const [, what, name, rest] = comment as unknown as [string, string, string, string];
      if (families.has(name)) throw fail('A second time');
      if (what === 'HELP') [current, help] = [name, rest];
      else {
        if (name !== current) throw fail('TYPE without HELP');
        if (!/^(counter|gauge|histogram)$/.test(rest)) throw fail('No type');
        families.set(name, { type: rest, help, samples: [] });
      }
      continue;
    }
    const match = LINE.exec(line);
    const family = families.get(current);
    if (!match || !family) throw fail('Not a sample');
    const [, name = '', inside = ''] = match;
    const ending = family.type === 'histogram' ? '_(bucket|sum|count)' : '';
    if (!new RegExp(`^${current}${ending}$`).test(name)) throw fail(`Not of ${current}`);
    const value = Number(match.at(-1));
    if (!Number.isFinite(value)) throw fail('Not a number');
    const labels = [...inside.matchAll(new RegExp(LABEL, 'g'))].map(([, key, text]) => [key!, text!] as const);
    if (new Set(labels.map(([key]) => key)).size !== labels.length) throw fail('A label twice');
    const identity = `${name} ${JSON.stringify([...labels].sort())}`;
    if (seen.has(identity)) throw fail('The same sample twice');
    seen.add(identity);
    family.samples.push({ name, labels: Object.fromEntries(labels), value });
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family);
  return families;
}

/** For each set of labels: increasing buckets up to +Inf, which equals the count, and a sum. */
function checkHistogram(name: string, { samples }: Family): void {
  const key = ({ labels: { le, ...rest } }: Sample) => JSON.stringify(rest);
  for (const group of new Set(samples.map(key))) {
    const own = samples.filter((sample) => key(sample) === group);
    const buckets = own.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)));
    const rises = (numbers: number[], strictly: boolean) =>
      numbers.every((each, i) => i === 0 || (strictly ? each > numbers[i - 1]! : each >= numbers[i - 1]!));
    const count = own.filter((sample) => sample.name === `${name}_count`);
    const sums = own.filter((sample) => sample.name === `${name}_sum`);
    const isWhole = count.length === 1 && sums.length === 1 && bounds.at(-1) === Number.POSITIVE_INFINITY;
    const values = buckets.map(({ value }) => value);
    if (!isWhole || !rises(bounds, true) || !rises(values, false) || values.at(-1) !== count[0]!.value)
      throw new Error(`Not a histogram: ${name} ${group}`);
  }
}
