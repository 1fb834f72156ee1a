// Which format a client wants a list in, by its Accept header.
import { type Format, formats } from '../../contract/request/list-query.ts';
import { remembered } from './memoize.ts';

export const acceptedFormat = (header: string | null): Format =>
  header === null || header === '*/*' ? 'json' : best(header);

type Range = { readonly type: string; readonly q: number };

/** The one the client likes best; of equals, the first of ours; where it takes none of them, JSON, as it would get for errors. */
const best = remembered((header): Format => {
  const ranges = header.toLowerCase().split(',').map(range);
  const [first] = (Object.keys(formats) as Format[])
    .map((format) => ({ format, q: weight(ranges, formats[format]) }))
    .sort((a, b) => b.q - a.q);
  return first!.q > 0 ? first!.format : 'json';
});

function range(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { type, q: q === undefined ? 1 : Number(q) || 0 };
}

/** The most exact range that fits decides. */
function weight(ranges: readonly Range[], type: string): number {
  const of = (name: string) => ranges.find((each) => each.type === name)?.q;
  return of(type) ?? of(`${type.split('/')[0]}/*`) ?? of('*/*') ?? 0;
}
