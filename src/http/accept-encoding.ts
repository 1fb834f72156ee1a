// Which compression a client takes, by its Accept-Encoding header.

const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Headers are few and repeat; what they mean is worked out once each. */
const known = new Map<string, Encoding | undefined>();
const MOST_KNOWN = 1000;
const LONGEST_KNOWN = 256;

export function accepted(header: string | null): Encoding | undefined {
  if (header === null) return undefined;
  if (header.length > LONGEST_KNOWN) return best(header);
  if (!known.has(header)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(header, best(header));
  }
  return known.get(header);
}

/** The one the client likes best; of equals, the one that compresses best. */
function best(header: string): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [first] = ENCODINGS.toSorted((a, b) => weight(b) - weight(a));
  return first && weight(first) > 0 ? first : undefined;
}
