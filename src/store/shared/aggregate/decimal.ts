// Exact sums of decimal numbers. A number stands for its shortest decimal text, which is what records show: 0.1 and 0.2
// are 0.3.

/** `digits` / 10^`scale`. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

export const ZERO: Decimal = { digits: 0n, scale: 0 };

/** Of a text such as `-12.5` or `1.5e-7`. */
export function decimalIn(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = BigInt(`${sign ?? ''}${whole}${fraction}` || '0');
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export const decimalText = ({ digits, scale }: Decimal): string => `${digits}e${-scale}`;

const rescaled = ({ digits, scale }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - scale);

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: rescaled(a, scale) + rescaled(b, scale), scale };
}

export const times = ({ digits, scale }: Decimal, count: number): Decimal => ({
  digits: digits * BigInt(count),
  scale,
});

/** The number nearest to a decimal, divided by `count`. */
export const nearest = ({ digits, scale }: Decimal, count = 1): number =>
  quotient(digits, 10n ** BigInt(scale) * BigInt(count));

/** More bits than a number has, so that one more tells on which side of the middle between two numbers the rest is. */
const BITS = 64;

/** Quotients below two to this power are multiples of the smallest number, and have fewer bits the smaller they are. */
const TINY = -1021;

function quotient(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -quotient(-numerator, denominator);
  if (numerator === 0n) return 0;
  const size = bits(numerator) - bits(denominator);
  if (size < TINY) return tiny(numerator, denominator);
  const shift = BITS - size;
  const [above, below] =
    shift >= 0 ? [numerator << BigInt(shift), denominator] : [numerator, denominator << BigInt(-shift)];
  const whole = above / below;
  // The conversion rounds to the nearest, and of two equally near to the even one; a rest must not look like none.
  const rounded = Number(whole * below === above ? whole : whole | 1n);
  return shift > 1000 ? rounded * 2 ** -1000 * 2 ** (1000 - shift) : rounded * 2 ** -shift;
}

function tiny(numerator: bigint, denominator: bigint): number {
  const above = numerator << 1074n;
  const [whole, rest] = [above / denominator, 2n * (above % denominator)];
  const isUp = rest > denominator || (rest === denominator && whole % 2n === 1n);
  return Number(isUp ? whole + 1n : whole) * Number.MIN_VALUE;
}

const bits = (value: bigint): number => value.toString(2).length;
