// Numbers for people, with separators between the thousands, such as 12,345.

/** Whole. */
export const formatNumber = (value: number): string => Math.round(value).toLocaleString('en');

/** As many digits as it has. */
export const exactNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 20 });

/** Of numbers in a column, where they are that exact. Small numbers have as many decimals as two digits take. */
const DECIMALS = 2;

/** Numbers in a column: all with the same decimals, as few as do for them, and not more than `limit`. */
export function columnNumbers(values: readonly number[], limit = 20): (value: number) => string {
  const largest = Math.max(0, ...values.map(Math.abs));
  const zeros = largest > 0 && largest < 1 ? -Math.floor(Math.log10(largest)) - 1 : 0;
  const most = Math.min(limit, DECIMALS + zeros);
  const needed = Math.max(0, ...values.map((value) => decimalsOf(value.toFixed(most))));
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: needed,
    maximumFractionDigits: needed,
    signDisplay: 'negative',
  });
  return (value) => format.format(value);
}

/** A share of one, such as 4.6%. */
export const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'negative',
}).format;

const decimalsOf = (text: string): number => (/\.(\d*[1-9])?0*$/.exec(text)?.[1] ?? '').length;
