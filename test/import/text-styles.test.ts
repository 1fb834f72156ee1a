// Numbers and dates as people write them: what is written in a style is read back in it, and what could be two things
// is not guessed.
import { describe, expect, test } from 'bun:test';
import {
  dateFormat,
  dayFirstIn,
  formatsToAsk,
  hasTime,
  isDoubtful,
  readAnyDate,
  readingsOf,
} from '../../src/contract/formats/date-text.ts';
import { decimalOf, readNumber } from '../../src/contract/formats/number-text.ts';
import { fc } from '../harness/random/fc.ts';

const styles = [
  { decimal: 'comma', point: ',', groups: ['.', ' ', '\u00a0', '\u202f', '\u2009', "'", '’', ''] },
  { decimal: 'point', point: '.', groups: [',', ' ', '\u00a0', '\u202f', '\u2009', "'", '’', ''] },
] as const;

describe.each(styles)('a decimal $decimal', ({ decimal, point, groups }) => {
  const written = fc.record({
    cents: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
    group: fc.constantFrom(...groups),
    around: fc.constantFrom(
      ['', ''],
      ['$', ''],
      ['€ ', ''],
      ['', ' €'],
      ['', '\u202f€'],
      ['EUR ', ''],
      ['', ' EUR'],
      ['¥', ''],
      ['', '円'],
    ),
  });

  test('numbers with groups and a currency are read back', () => {
    fc.assert(
      fc.property(written, ({ cents, group, around: [before, after] }) => {
        const [whole, fraction] = (Math.abs(cents) / 100).toFixed(2).split('.') as [string, string];
        const text = `${cents < 0 ? '-' : ''}${before}${whole.replace(/\B(?=(\d{3})+$)/g, group)}${point}${fraction}${after}`;
        expect({ text, value: readNumber(text, decimal) }).toEqual({ text, value: cents === 0 ? 0 : cents / 100 });
        expect(decimalOf(text)).toBe(decimal);
      }),
    );
  });
});

const numbers: [string, number | undefined, number | undefined, ReturnType<typeof decimalOf>][] = [
  ['85.000', 85_000, 85, 'both'],
  ['85,000', 85, 85_000, 'both'],
  ['85000', 85_000, 85_000, 'same'],
  ['-3', -3, -3, 'same'],
  ['1.234.567', 1_234_567, undefined, 'comma'],
  ['0.125', undefined, 0.125, 'point'],
  ['1e5', 100_000, 100_000, 'same'],
  ['￥８５，０００．５', undefined, 85_000.5, 'point'],
  ['12 34', undefined, undefined, undefined],
  ['1.23.456', undefined, undefined, undefined],
  ['(5)', undefined, undefined, undefined],
  ['5 %', undefined, undefined, undefined],
  ['--5', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
];
test.each(numbers)('%s is %p with a decimal comma, %p with a point', (text, comma, point, style) => {
  expect([readNumber(text, 'comma'), readNumber(text, 'point'), decimalOf(text)]).toEqual([comma, point, style]);
});

const formats = [
  'dd.mm.yyyy',
  'd.m.yyyy',
  'dd/mm/yyyy',
  'mm/dd/yyyy',
  'dd-mm-yyyy',
  'MM-DD-YYYY',
  'yyyy/mm/dd',
  'yyyymmdd',
  'ddmmyyyy',
  'yyyy年mm月dd日',
  'dd.mm.yy',
  'dd-mmm-yy',
  'mmmm d, yyyy',
];

const named = (date: Date, month: 'short' | 'long') =>
  new Intl.DateTimeFormat('en', { month, timeZone: 'UTC' }).format(date);

test.each(formats)('every day that is written as %s is read back', (text) => {
  const format = dateFormat(text)!;
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2068-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10);
      const [y, m, d] = day.split('-') as [string, string, string];
      const short = (part: string, token: string) => (token.length === 1 ? String(Number(part)) : part);
      const written = text.toLowerCase().replace(/yyyy|yy|m+|dd?/g, (token) => {
        if (token.length > 2 && token[0] === 'm') return named(date, token.length === 3 ? 'short' : 'long');
        return token[0] === 'y' ? y.slice(-token.length) : short(token[0] === 'm' ? m : d, token);
      });
      expect({ written, day: format.read(written) }).toEqual({ written, day });
    }),
  );
});

test('a date is never read as another day than one of its readings, and never guessed', () => {
  const part = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(part, part, fc.constantFrom('/', '-', '.'), (one, other, sign) => {
      const text = `${one}${sign}${other}/2025`.replace(/[-.]/g, sign).replaceAll('/', sign);
      const readings = readingsOf(text);
      const day = readAnyDate(text, undefined);
      if (isDoubtful(readings)) expect(day).toBeUndefined();
      else expect(day).toBe(readings[0]?.day as string);
      for (const dayFirst of [true, false]) {
        const read = readAnyDate(text, dayFirst);
        if (read !== undefined) expect(readings.map((each) => each.day)).toContain(read);
      }
    }),
  );
});

const dates: [string, string[], boolean | undefined][] = [
  ['31/12/2025', ['2025-12-31'], true],
  ['12/31/2025', ['2025-12-31'], false],
  ['03/04/2025', ['2025-04-03', '2025-03-04'], undefined],
  ['05/05/2025', ['2025-05-05', '2025-05-05'], undefined],
  ['03.04.2025', ['2025-04-03'], undefined],
  ['31.12.2025 00:00:00', ['2025-12-31'], undefined],
  ['31.12.2025 08:30', ['2025-12-31'], undefined],
  ['02/21/2020 9:00:00 AM', ['2020-02-21'], false],
  ['02/21/2020 12:00:00 AM', ['2020-02-21'], false],
  ['2020-02-21 08:30:00+01:00', [], undefined],
  ['21-Feb-20', ['2020-02-21'], undefined],
  ['21-FEB-1999', ['1999-02-21'], undefined],
  ['1-Sept-69', ['1969-09-01'], undefined],
  ['February 3, 2020', ['2020-02-03'], undefined],
  ['Feb. 3 2020', ['2020-02-03'], undefined],
  ['3rd of February 2020', ['2020-02-03'], undefined],
  ['21. Februar 2020', ['2020-02-21'], undefined],
  ['21 févr. 2020', ['2020-02-21'], undefined],
  ['21 de febrero de 2020', ['2020-02-21'], undefined],
  ['21 февраля 2020', ['2020-02-21'], undefined],
  ['2020-Feb-21', ['2020-02-21'], undefined],
  ['30-Feb-20', [], undefined],
  ['21-Fex-20', [], undefined],
  // October in Croatian, November in Polish and Czech.
  ['21 listopad 2020', [], undefined],
  ['43882', [], undefined],
  ['31.02.2025', [], undefined],
  ['29.02.2024', ['2024-02-29'], undefined],
  ['2025年4月1日', ['2025-04-01'], undefined],
  ['31/12/25', [], undefined],
  ['soon', [], undefined],
];
test.each(dates)('%s has the readings %j', (text, days, dayFirst) => {
  const readings = readingsOf(text);
  expect(readings.map(({ day }) => day)).toEqual(days);
  expect(dayFirstIn(readings)).toBe(dayFirst as boolean);
});

test.each([
  ['43882', '2020-02-21'],
  ['43882.375', '2020-02-21'],
  ['61', '1900-03-01'],
  ['60', undefined],
  ['2958465', '9999-12-31'],
  ['2958466', undefined],
  ['21.02.2020', undefined],
])('the number %s of a spreadsheet is %p', (text, day) => expect(dateFormat('excel')!.read(text)).toBe(day as string));

test.each([
  [['21.02.20'], ['dd.mm.yy']],
  [['02/21/20'], ['mm/dd/yy']],
  [['03/04/20'], ['dd/mm/yy', 'mm/dd/yy']],
  [['03/04/20', '31/12/20'], ['dd/mm/yy']],
  [['98-12-31'], ['yy-mm-dd']],
  [['43882', '44000'], ['excel']],
  [['43882', '12'], []],
  [['soon'], []],
  [[], []],
])('the dates %j need the format %j', (texts, formats) =>
  expect(formatsToAsk(texts).map(({ text }) => text)).toEqual(formats),
);

test.each([
  ['02/21/2020 9:00:00 AM', true],
  ['02/21/2020 12:00 PM', true],
  ['02/21/2020 12:00:00 AM', false],
  ['21.02.2020 00:00', false],
  ['21.02.2020', false],
])('%s has a time: %p', (text, is) => expect(hasTime(text)).toBe(is));

test.each(['', 'dd.mm', 'dd.mm.yyy', 'tt.mm.jjjj', 'dd.mm.yyyy hh:mm', 'mm/mm/yyyy'])('"%s" is no format', (text) =>
  expect(dateFormat(text)).toBeUndefined(),
);
