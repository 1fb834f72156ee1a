// Which compression a client takes, by its Accept-Encoding header.
import { remembered } from './memoize.ts';

const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const accepted = (header: string | null): Encoding | undefined => (header === null ? undefined : best(header));

/** The one the client likes best; of equals, the one that compresses best. */
const best = remembered((header): Encoding | undefined => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [first] = ENCODINGS.toSorted((a, b) => weight(b) - weight(a));
  return first && weight(first) > 0 ? first : undefined;
});
