// Texts, numbers and dates that a database engine might misread, as fast-check arbitraries.
import { fc } from './fc.ts';

const odd = [
  ...["'", '"', '%', '_', '\\', '%_\\', '\\\\', "'; --", '*', ':', '(', '$1', '?', '"a" OR "b"', 'a%', '_a', '\\%'],
  ...['ä', 'Ä', 'ß', 'SS', 'ẞ', 'é', 'e\u0301', 'İ', 'ı', 'ς', 'Σ', 'ΌΣΟΣ'],
  ...['и', 'Москва', '東京', '東', '한국', 'عمان'],
  ...['👩', '👩‍💻', '𝒳', '𝒳y', 'x𝒳', '\u{10ffff}', '\ufffd', '\ufeff', '\u00a0', '\u2028', '\t', '\n', '\x01', '\x7f'],
  ...['\0', 'a\0b', 'null', 'NULL', 'true', '0', '-0', '1e3', '{}', '[]', ' ', '  ', 'a b', ' a', 'x'.repeat(300)],
];
/** Broken UTF-8, lone surrogates and broken percent-encoding, written as they go into a URL. */
export const broken = [
  ...['%ff', '%ED%A0%80', '%ED%B0%80x', '%C3', 'a%F0%9F', '%', '%zz', '%00', '%2500', '+', '+1', '%2B1'],
];

export const oddText = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }).map((text) => text.toWellFormed()),
);
export const oddNumber = fc.oneof(
  fc.constantFrom(
    ...['0', '-0', '-1', '+1', '007', '1.5', '.5', '5.', '1e2', '1e-320', '5e-324'],
    ...['1e308', '-1e308', '1e309', 'Infinity'],
    ...['9007199254740991', '-9007199254740991', '9007199254740992', '9223372036854775807', '9223372036854775808'],
    ...['٣', '0x10', '1_000', '2147483648', '-2147483649', '99999999999999999999999'],
  ),
  fc.integer({ min: -5, max: 2000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
export const oddDate = fc.oneof(
  fc.constantFrom('2026-02-30', '0000-01-01', '0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59', '2024-02-29'),
  fc.constantFrom(
    '2025-06-30T23:59:60Z',
    '2025-06-30t10:00:00.000z',
    '2025-06-30T10:00:00.120+05:30',
    '2025-06',
    'now',
  ),
  fc
    .date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    .chain((day) => fc.constantFrom(day.toISOString(), day.toISOString().slice(0, 10))),
);
