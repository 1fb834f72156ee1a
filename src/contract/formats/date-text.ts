// Dates as people write them. A date that is two dates, depending on who reads it, is never guessed.

/** How a day is written, such as `dd.mm.yyyy`. */
export type DateFormat = {
  readonly text: string;
  /** Where there are several. */
  readonly formats?: readonly DateFormat[];
  /** `2025-12-31`; `undefined` where the text is no real day in this format. */
  readonly read: (text: string) => string | undefined;
};

const TOKENS = /yyyy|yy|mmmm|mmm|mm|m|dd|d/g;
/** Exports often write a moment where a day is meant. It names no zone, so only its day can be known. */
const TIME = '(?:(?<![ T])[ T]+(?<time>\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[AaPp]\\.?[Mm]\\.?)?))?';
const MIDNIGHT = /^(?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?[Aa]\.?[Mm]\.?)$/;

/** `excel`: the number of days by which spreadsheets store a date. `undefined` where the text is no format: it needs a
 * year, a month (a number, or `mmm` for its name) and a day, each once. */
export function dateFormat(text: string): DateFormat | undefined {
  const format = text.trim().toLowerCase();
  if (format === 'excel') return { text: format, read: dayOfSerial };
  const tokens: readonly string[] = format.match(TOKENS) ?? [];
  if ([...tokens.map((token) => token[0])].sort().join('') !== 'dmy') return undefined;
  if (/[a-z\d]/.test(format.replace(TOKENS, ''))) return undefined;
  // Without anything in between, only the number of digits tells where a part ends.
  const digits = format.replace(TOKENS, '') === '' ? '\\d{2}' : '\\d{1,2}';
  const isNamed = /mmm/.test(format);
  const parts = {
    y: tokens.includes('yyyy') ? '(?<y>\\d{4})' : '(?<y>\\d{2})',
    m: isNamed ? '(?<m>\\p{L}{3,}\\.?)' : `(?<m>${digits})`,
    d: `(?<d>${digits})`,
  };
  const source = format
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(TOKENS, (token) => parts[token[0] as keyof typeof parts]);
  const pattern = new RegExp(`^${source}${TIME}$`, 'u');
  return { text: format, read: (date) => dayIn(pattern.exec(isNamed ? plainWords(date) : date)?.groups, isNamed) };
}

/** `21st of February 2020` and `21 de febrero de 2020` as `21 February 2020`. */
const plainWords = (text: string): string =>
  text.replace(/(?<=\d)(?:st|nd|rd|th|º)(?= )/i, '').replace(/\s+(?:(?:de|of)\s+)?/g, ' ');

/** Several formats of one column. A text that is another day in each of two is none. */
export function anyFormat(formats: readonly DateFormat[]): DateFormat | undefined {
  if (formats.length < 2) return formats[0];
  return {
    text: formats.map(({ text }) => text).join(' and '),
    formats,
    read(text) {
      const days = new Set(formats.flatMap(({ read }) => read(text) ?? []));
      return days.size === 1 ? [...days][0] : undefined;
    },
  };
}

function dayIn(groups: Record<string, string> | undefined, isNamed: boolean): string | undefined {
  const { y, m, d } = groups ?? {};
  if (y === undefined) return undefined;
  const month = isNamed ? monthNamed(m!) : m;
  if (month === undefined) return undefined;
  // As in POSIX: 69 to 99 are of the last century.
  const year = y.length === 4 ? y : `${Number(y) < 69 ? 20 : 19}${y}`;
  return realDay(`${year}-${String(month).padStart(2, '0')}-${d!.padStart(2, '0')}`);
}

function realDay(day: string): string | undefined {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

/** Day 61 is 1 March 1900. Before it, spreadsheets count a day that never was. The fraction is the time of day. */
function dayOfSerial(text: string): string | undefined {
  const days = /^\d{2,7}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (days < 61 || days > 2_958_465) return undefined;
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
}

const known = (text: string): DateFormat => dateFormat(text)!;

/** Formats that are not mistaken for each other. Nobody writes the month first before a full stop. */
const NUMBERS = ['yyyy-mm-dd', 'yyyy/mm/dd', 'yyyy.mm.dd', 'yyyy年mm月dd日', 'yyyymmdd', 'dd.mm.yyyy'].map(known);
/** The name of the month tells the rest; nobody writes a short year before it. */
const NAMES = ['dd mmm yyyy', 'dd-mmm-yyyy', 'dd-mmm-yy', 'mmm dd, yyyy', 'mmm dd yyyy', 'dd mmm yy', 'dd. mmm yyyy']
  .concat(['dd/mmm/yyyy', 'dd.mmm.yyyy', 'dd mmm, yyyy', 'yyyy-mmm-dd', 'yyyy mmm dd'])
  .map(known);
const CERTAIN = [...NUMBERS, ...NAMES];
const DAY_FIRST = ['dd/mm/yyyy', 'dd-mm-yyyy'].map(known);
const MONTH_FIRST = ['mm/dd/yyyy', 'mm-dd-yyyy'].map(known);
/** Formats that have to be asked for, because the century is a guess. */
const SHORT = ['dd.mm.yy', 'dd/mm/yy', 'mm/dd/yy', 'dd-mm-yy', 'mm-dd-yy', 'yy-mm-dd', 'yy/mm/dd'].map(known);

export type DateReading = { readonly day: string; readonly format: DateFormat };

const readAs = (text: string, formats: readonly DateFormat[]): DateReading | undefined => {
  for (const format of formats) {
    const day = format.read(text);
    if (day !== undefined) return { day, format };
  }
  return undefined;
};

/** The readings of a text: none, one, or two. */
export function readingsOf(text: string): readonly DateReading[] {
  if (!/\d/.test(text)) return [];
  const certain = readAs(text, NUMBERS) ?? (/\p{L}{3}/u.test(text) ? readAs(text, NAMES) : undefined);
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

/** Whether a date has a time of day other than its first moment. */
export function hasTime(text: string): boolean {
  const time = new RegExp(`${TIME}$`).exec(text)?.groups?.time;
  return time !== undefined && !MIDNIGHT.test(time);
}

/** The formats that have to be given, and in which all texts of a column are dates: years of two digits, or the numbers
 * of spreadsheets. */
export function formatsToAsk(texts: readonly string[]): readonly DateFormat[] {
  if (texts.length === 0) return [];
  const isSerial = texts.every((text) => /^[2-5]\d{4}(?:\.\d+)?$/.test(text));
  if (isSerial) return [known('excel')];
  const fitting = SHORT.filter(({ read }) => texts.every((text) => read(text) !== undefined));
  // Dates that begin with the year have two digits in every part.
  const common = fitting.filter(({ text }) => !text.startsWith('yy'));
  return common.length > 0 ? common : fitting;
}

const inWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `3 April 2025 (--date-format dd/mm/yyyy) or 4 March 2025 (--date-format mm/dd/yyyy)` */
export const bothReadings = (readings: readonly DateReading[]): string =>
  readings.map(({ day, format }) => `${inWords.format(new Date(day))} (--date-format ${format.text})`).join(' or ');

/** Names of months, long and short, are as the runtime has them. A name that is another month in another language does
 * not count; English comes first. */
const LOCALES = 'en en-GB de fr es it pt nl sv da nb fi pl cs sk hr sl hu ro tr ru uk el'.split(' ');

let cached: ReadonlyMap<string, number> | undefined;

/** 1 to 12; `undefined` where the text is no month, or not certainly one. */
function monthNamed(name: string): number | undefined {
  cached ??= names();
  return cached.get(keyOf(name));
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\.$/, '');

function names(): Map<string, number> {
  const [found, doubtful] = [new Map<string, { month: number; isEnglish: boolean }>(), new Set<string>()];
  for (const [locale, name, month] of allNames()) {
    const before = found.get(name);
    if (!before) found.set(name, { month, isEnglish: locale.startsWith('en') });
    else if (before.month !== month && !before.isEnglish) doubtful.add(name);
  }
  return new Map([...found].filter(([name]) => !doubtful.has(name)).map(([name, { month }]) => [name, month]));
}

/** With a day beside it, a month has another ending in some languages. */
function* allNames(): Generator<[locale: string, name: string, month: number]> {
  for (const locale of LOCALES)
    for (const month of ['long', 'short'] as const)
      for (const beside of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC', ...beside });
        for (let i = 0; i < 12; i++) {
          const parts = format.formatToParts(Date.UTC(2025, i, 5));
          const name = keyOf(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/^\p{L}{3,}$/u.test(name)) yield [locale, name, i + 1];
        }
      }
}
