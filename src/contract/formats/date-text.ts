// Dates as people write them. A date that is two dates, depending on who reads it, is never guessed.

/** How a day is written, such as `dd.mm.yyyy`. */
export type DateFormat = { readonly text: string; readonly pattern: RegExp };

const TOKENS = /yyyy|yy|mm|m|dd|d/g;
/** Exports often write a day as its first moment. */
const MIDNIGHT = '(?:[ T]+0?0:00(?::00(?:\\.0+)?)?)?';

/** `undefined` where the text is no format: it needs a year, a month and a day, each once. */
export function dateFormat(text: string): DateFormat | undefined {
  const format = text.trim().toLowerCase();
  const tokens: readonly string[] = format.match(TOKENS) ?? [];
  if ([...tokens.map((token) => token[0])].sort().join('') !== 'dmy') return undefined;
  if (/[a-z\d]/.test(format.replace(TOKENS, ''))) return undefined;
  // Without anything in between, only the number of digits tells where a part ends.
  const digits = format.replace(TOKENS, '') === '' ? '\\d{2}' : '\\d{1,2}';
  const parts = {
    y: tokens.includes('yyyy') ? '(?<y>\\d{4})' : '(?<y>\\d{2})',
    m: `(?<m>${digits})`,
    d: `(?<d>${digits})`,
  };
  const source = format
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(TOKENS, (token) => parts[token[0] as keyof typeof parts]);
  return { text: format, pattern: new RegExp(`^${source}${MIDNIGHT}$`) };
}

/** `2025-12-31`; `undefined` where the text is no real day in this format. */
export function readDate(text: string, { pattern }: DateFormat): string | undefined {
  const { y, m, d } = pattern.exec(text)?.groups ?? {};
  if (y === undefined) return undefined;
  // As in POSIX: 69 to 99 are of the last century.
  const year = y.length === 4 ? y : `${Number(y) < 69 ? 20 : 19}${y}`;
  const day = `${year}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

const known = (text: string): DateFormat => dateFormat(text)!;

/** Formats that are not mistaken for each other. Nobody writes the month first before a full stop. */
const CERTAIN = ['yyyy-mm-dd', 'yyyy/mm/dd', 'yyyy.mm.dd', 'yyyy年mm月dd日', 'yyyymmdd', 'dd.mm.yyyy'].map(known);
const DAY_FIRST = ['dd/mm/yyyy', 'dd-mm-yyyy'].map(known);
const MONTH_FIRST = ['mm/dd/yyyy', 'mm-dd-yyyy'].map(known);

export type DateReading = { readonly day: string; readonly format: DateFormat };

const readAs = (text: string, formats: readonly DateFormat[]): DateReading | undefined => {
  for (const format of formats) {
    const day = readDate(text, format);
    if (day !== undefined) return { day, format };
  }
  return undefined;
};

/** The readings of a text: none, one, or two. */
export function readingsOf(text: string): readonly DateReading[] {
  const certain = readAs(text, CERTAIN);
  if (certain) return [certain];
  return [readAs(text, DAY_FIRST), readAs(text, MONTH_FIRST)].filter((each) => each !== undefined);
}

/** Whether the day stands first; `undefined` where the text does not tell. */
export function dayFirstIn(readings: readonly DateReading[]): boolean | undefined {
  const [only] = readings;
  return readings.length === 1 && !CERTAIN.includes(only!.format) ? DAY_FIRST.includes(only!.format) : undefined;
}

export const isDoubtful = ([one, other]: readonly DateReading[]): boolean =>
  other !== undefined && one!.day !== other.day;

/** The day of a text whose column puts the day first, or not, or does not tell. */
export function readAnyDate(text: string, dayFirst: boolean | undefined): string | undefined {
  const readings = readingsOf(text);
  if (readings.length === 0 || (dayFirst === undefined && isDoubtful(readings))) return undefined;
  const fits = ({ format }: DateReading) =>
    CERTAIN.includes(format) || dayFirst === undefined || DAY_FIRST.includes(format) === dayFirst;
  return readings.find(fits)?.day;
}

const inWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `3 April 2025 (--date-format dd/mm/yyyy) or 4 March 2025 (--date-format mm/dd/yyyy)` */
export const bothReadings = (readings: readonly DateReading[]): string =>
  readings.map(({ day, format }) => `${inWords.format(new Date(day))} (--date-format ${format.text})`).join(' or ');
