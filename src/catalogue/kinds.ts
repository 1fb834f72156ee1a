// The kinds of value, one row each: what input may look like, how it is stored, and what lists can do with it. A kind
// says nothing about a particular field. src/contract makes checks and published documents of `schema`.
import { colourNames } from './colour-names.ts';
import { timeZones } from './time-zones.ts';

export type Value = string | number | null;

/** The part of JSON Schema that kinds use. src/contract/request/check-value.ts checks exactly this part. */
export type ValueSchema = {
  readonly type: 'integer' | 'number' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly contentMediaType?: string;
};

export type Kind = {
  readonly schema: ValueSchema;
  /** Ends the sentence "Input should be …" when `pattern` or `accepts` refuses a value. */
  readonly expected: string;
  /** Every value there is, where they can be listed. The schema has them as a range or pattern, because generators make
   * names of the values of an `enum`, and `GMT+0` and `GMT-0` get the same one. */
  readonly values?: readonly string[];
  /** Lists can be filtered with `field=value` and `field[ne]=value`: by any value, or only by `null`, whether there is
   * one. */
  readonly filter?: 'value' | 'null';
  /** Filters find their records through an index. `counted`: counters of each value are stored too. Not where nearly
   * every record has its own value: a filter then finds few records, and they are counted when asked. */
  readonly index?: 'counted' | 'plain';
  /** Lists can be filtered with `field[gte]=value`, `gt`, `lte` and `lt`. */
  readonly range?: true;
  /** Lists can be sorted by it. Kinds with `index` or `range` can be sorted by without this. */
  readonly sort?: true;
  /** `q` searches it. */
  readonly search?: true;
  /** A further check, for what JSON Schema cannot express. */
  readonly accepts?: (value: string) => boolean;
  /** The value in the column, in a form that sorts by meaning. Answers show the value as it was sent. */
  readonly column?: (value: string) => string;
  /** What is shown of a private value that is never null to those who may not see it. A kind without this has no value
   * that says that it is hidden, such as dates and numbers, or is part of addresses. */
  readonly private?: string;
};

export const SAFE_INTEGER = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))' +
  '|(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const TIME = '[Tt](?:[01]\\d|2[0-3]):(?:[0-5]\\d:[0-5]\\d|59:60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*';
// The host name of a URL. Its last label has a letter, because a host that ends in a number is an IP address.
const URL_NAME =
  '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)*[0-9]{0,31}[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const H16 = '[0-9A-Fa-f]{1,4}';
const IPV4 = `(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}`;
const LS32 = `(?:${H16}:${H16}|${IPV4})`;
// RFC 3986: eight groups. One run of groups may be left out, and the last two may be an IPv4 address.
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|');
const PORT = '(?:0*(?:\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))';
const URL_REST = '[^\\s\\x00-\\x1f\\x7f\\\\<>"]*';
// BCP 47: language, script, region, variants, extensions, private use. Many systems write `_` for `-`, so both are
// valid.
const LOCALE =
  '(?:[A-Za-z]{2,3}(?:[-_][A-Za-z]{3}){0,3}|[A-Za-z]{4,8})(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\\d{3}))?' +
  '(?:[-_](?:[A-Za-z0-9]{5,8}|\\d[A-Za-z0-9]{3}))*(?:[-_][0-9A-WY-Za-wy-z](?:[-_][A-Za-z0-9]{2,8})+)*(?:[-_][Xx](?:[-_][A-Za-z0-9]{1,8})+)?' +
  '|[Xx](?:[-_][A-Za-z0-9]{1,8})+|[Ii][-_][A-Za-z]{3,8}';

/** Any text; and any text that is not blank. */
export const PLAIN_TEXT = '^[^\\x00]*$';
export const SOME_TEXT = '^\\s*[^\\s\\x00][^\\x00]*$';

const text = (maxLength: number) => ({ type: 'string', maxLength, pattern: PLAIN_TEXT }) as const;
const shaped = (maxLength: number, pattern: string) =>
  ({ type: 'string', maxLength, pattern: `^(?:${pattern})$` }) as const;
const plain = 'text without NUL characters';
const PRIVATE = 'private';

const rows = {
  id: { schema: { type: 'integer', ...SAFE_INTEGER }, expected: 'an id', filter: 'value', range: true },
  reference: { schema: { type: 'integer', ...SAFE_INTEGER }, expected: 'an id', filter: 'value', index: 'counted' },
  count: { schema: { type: 'integer', ...SAFE_INTEGER }, expected: 'a whole number', filter: 'value', range: true },
  flag: {
    schema: { type: 'integer', minimum: 0, maximum: 1 },
    expected: '0 or 1',
    values: ['0', '1'],
    filter: 'value',
    index: 'counted',
  },
  number: { schema: { type: 'number' }, expected: 'a number', filter: 'value', range: true },
  amount: { schema: { type: 'number', minimum: 0 }, expected: 'a number', filter: 'value', range: true },
  name: { schema: text(255), expected: plain, search: true, filter: 'value', sort: true, private: PRIVATE },
  word: { schema: text(255), expected: plain, search: true, filter: 'value', index: 'counted', private: PRIVATE },
  key: { schema: text(255), expected: plain, search: true, filter: 'value', index: 'plain', private: PRIVATE },
  prose: { schema: text(20_000), expected: plain, search: true, filter: 'null', private: PRIVATE },
  slug: {
    schema: shaped(255, '[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*'),
    expected: 'letters and digits with single "-", "_" or "." between them, such as "spring-campus"',
    search: true,
    filter: 'value',
    index: 'plain',
  },
  url: {
    schema: shaped(
      2048,
      `[Hh][Tt][Tt][Pp][Ss]?://(?:${URL_NAME}|${IPV4}|\\[(?:${IPV6})\\])(?::${PORT})?(?:[/?#]${URL_REST})?|/(?:[^/\\s\\x00-\\x1f\\x7f\\\\<>"]${URL_REST})?`,
    ),
    expected: 'an http or https URL, or a path that starts with one "/"',
    search: true,
    filter: 'null',
  },
  host: {
    schema: shaped(253, HOST),
    expected: 'a host name such as "careers.example.com", without scheme or path',
    search: true,
    filter: 'value',
  },
  colour: {
    schema: shaped(32, `#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|${colourNames.join('|')}`),
    expected: 'a colour such as "#1d4ed8", "#fff" or a CSS colour name in lower case',
    search: true,
    filter: 'value',
  },
  locale: {
    schema: shaped(255, LOCALE),
    expected: 'a language tag such as "en", "pt-BR" or "zh-Hant-TW"',
    search: true,
    filter: 'value',
    index: 'counted',
  },
  timezone: {
    schema: shaped(64, timeZones.join('|').replaceAll('+', '\\+')),
    expected: 'an IANA time zone such as "Europe/Berlin" or "UTC"',
    values: timeZones,
    search: true,
    filter: 'value',
  },
  date: {
    schema: shaped(64, `${DAY}(?:${TIME})?`),
    expected: 'a real date such as "2026-03-04" or a timestamp such as "2026-03-04T09:30:00Z"',
    filter: 'value',
    range: true,
    column: utc,
  },
  json: {
    schema: { type: 'string', maxLength: 65_536, contentMediaType: 'application/json' },
    expected: 'a JSON document in a string',
    filter: 'null',
    accepts: isJson,
  },
  secret: { schema: { type: 'string', maxLength: 0 }, expected: 'empty: nothing is kept here' },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof rows;
export const kinds: Readonly<Record<string, Kind>> = rows;

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** A date stays as it is. A timestamp becomes UTC without "Z", so that the order of the texts is the order in time: a
 * whole second then sorts before its fractions. */
function utc(value: string): string {
  if (value.length === 10) return value;
  if (value.length === 20 && value.endsWith('Z') && value[10] === 'T') return value.slice(0, 19);
  const match = /^(.{10})[Tt](..:..:)(..)(?:\.(\d*[1-9])?0*)?([Zz]|[+-]..:..)$/.exec(value);
  if (!match) return value;
  const [, day, minutes, seconds, fraction, zone] = match;
  const offset = /[Zz]/.test(zone!) ? 'Z' : zone;
  // Date knows no leap seconds. So only the minute is converted, and the seconds are appended unchanged.
  const shifted = new Date(`${day}T${minutes}00${offset}`).toISOString();
  const local = `${day}T${minutes}`;
  const minute = /^\d{4}-/.test(shifted) ? shifted.slice(0, 17) : local;
  return `${minute}${seconds}${fraction ? `.${fraction}` : ''}`;
}
