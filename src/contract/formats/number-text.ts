// Numbers as people write them: with a decimal comma or point, groups of thousands, and a currency.
export type Decimal = 'comma' | 'point';

/** The separators of thousands besides a comma or a point: spaces of every width, and apostrophes. */
const SPACES = " \u00a0\u2009\u202f'’";
const CURRENCY = '(?:\\p{Sc}|[A-Z]{3}|円|元|kr\\.?|zł|Kč|Ft|Fr\\.)';

const bodyOf = (group: string, point: string): string => {
  const groups = [...SPACES, group].map((sign) => `[1-9]\\d{0,2}(?:${sign === '.' ? '\\.' : sign}\\d{3})+`);
  return `(?:${groups.join('|')}|\\d+)(?:${point}\\d+)?`;
};

const patternOf = (group: string, point: string): RegExp =>
  new RegExp(
    `^(?<sign>[-+−]?) ?(?:${CURRENCY}[ \u00a0\u202f]?)?(?<late>[-−]?)(?<body>${bodyOf(group, point)})(?:[ \u00a0\u202f]?${CURRENCY})?$`,
    'u',
  );

const PATTERNS: Readonly<Record<Decimal, RegExp>> = { comma: patternOf('.', ','), point: patternOf(',', '\\.') };
/** A number of a sheet without the exponent that it has while its column is not known. */
export const plainNumber = (text: string): string => text.replace(/^(-?\d+\.\d+)e0$/, '$1');

const SCIENTIFIC = /^-?\d+(?:\.\d+)?[Ee][+-]?\d+$/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** `undefined` where the text is no number in this style. */
export function readNumber(text: string, decimal: Decimal): number | undefined {
  // Full-width digits and signs are those of Japanese keyboards.
  const plain = BEYOND_ASCII.test(text)
    ? text.replace(/[\uff01-\uff5e\uffe5]/g, (sign) => sign.normalize('NFKC'))
    : text;
  if (SCIENTIFIC.test(plain)) return Number(plain);
  const { sign, late, body } = PATTERNS[decimal].exec(plain)?.groups ?? {};
  if (body === undefined || (sign !== '' && late !== '')) return undefined;
  const [whole, fraction] = body.split(decimal === 'comma' ? ',' : /\.(?=\d*$)/) as [string, string?];
  const value = Number(`${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`);
  return sign === '-' || sign === '−' || late !== '' ? -value : value;
}

/** In which style a text is a number. `both`: it is another number in each, such as 85.000. `same`: it is the same in
 * both. */
export function decimalOf(text: string): Decimal | 'both' | 'same' | undefined {
  const [comma, point] = [readNumber(text, 'comma'), readNumber(text, 'point')];
  if (comma === undefined) return point === undefined ? undefined : 'point';
  if (point === undefined) return 'comma';
  return comma === point ? 'same' : 'both';
}

export const NUMBER_EXAMPLE: Readonly<Record<Decimal, string>> = { comma: '85.000,00', point: '85,000.00' };
