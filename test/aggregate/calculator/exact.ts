// Exact decimals and quotients with whole numbers of any size, and the number nearest to a quotient. That one is made
// by writing the quotient out and letting the runtime read the text, which it does with correct rounding.

/** `units` / 10^`scale`. */
export type Exact = { readonly units: bigint; readonly scale: number };

/** The decimal that a number is shown as. */
export function exactOf(number: number): Exact {
  const [mantissa, exponent = '0'] = String(number).split('e');
  const [whole, fraction = ''] = mantissa!.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole! + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

const at = ({ units, scale }: Exact, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

export function sumOf(all: readonly Exact[]): Exact {
  const scale = Math.max(0, ...all.map((each) => each.scale));
  return { units: all.reduce((sum, each) => sum + at(each, scale), 0n), scale };
}

/** Which multiple of the step is the last that is not greater. */
export function multipleBelow(value: Exact, step: Exact): bigint {
  const scale = Math.max(value.scale, step.scale);
  const [units, width] = [at(value, scale), at(step, scale)];
  const quotient = units / width;
  return units % width < 0n ? quotient - 1n : quotient;
}

/** Two numbers next to each other have at most this many digits in their middle. */
const DIGITS = 800;

/** Nearest to a decimal that is divided by a whole number. */
export function nearestNumber({ units, scale }: Exact, divisor = 1): number {
  if (units === 0n) return 0;
  const [magnitude, below] = [units < 0n ? -units : units, 10n ** BigInt(scale) * BigInt(divisor)];
  const missing = Math.max(0, DIGITS - (String(magnitude).length - String(below).length));
  const above = magnitude * 10n ** BigInt(missing);
  // One more digit stands for all that are cut off.
  const sticky = above % below === 0n ? '0' : '1';
  return Number(`${units < 0n ? '-' : ''}${above / below}${sticky}e${-missing - 1}`);
}
