// Text that repeats itself takes no longer than its length, whatever reads it: dates, numbers, names, formats and cells of
// files. Four times as much takes about four times as long.
import { expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { formatOf } from '../../src/cli/import/xlsx/number-formats.ts';
import { attribute, textOf } from '../../src/cli/import/xlsx/xml.ts';
import { columnTarget } from '../../src/contract/formats/column-target.ts';
import { dateFormat, hasTime, readAnyDate } from '../../src/contract/formats/date-text.ts';
import { nameKey, readName } from '../../src/contract/formats/name-text.ts';
import { decimalOf } from '../../src/contract/formats/number-text.ts';
import { itemsIn } from '../../src/contract/request/aggregate-query.ts';

const UNITS = [...'(),a1 "\'&=-.:;T[]*/_%é0`', 'a,', '="', ' ,', '1T', '[]', 'a(', '%2', '""', 'null', '-1'];
/** In milliseconds. Shorter times are not compared. */
const LEAST = 25;

type Run = (text: string) => unknown;

async function timeOf(run: Run, text: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    await run(text);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** As short as it may be in an address. */
const encoded = (text: string): string => text.replace(/[^\w.~!$'()*,;:@/[\]=-]/g, encodeURIComponent);

/** The texts that take more than linear time. `longest`: how long the longer ones are in an address. */
async function slowTexts(run: Run, longest: number, prefix = ''): Promise<string[]> {
  const slow: string[] = [];
  for (const unit of UNITS) {
    const length = (longest * unit.length) / encoded(unit).length / 4;
    const text = (size: number) => `${prefix}${unit.repeat(Math.floor(size / unit.length))}!`;
    const isSlow = async (runs: number): Promise<boolean> => {
      const long = await timeOf(run, text(4 * length), runs);
      return long > LEAST && long > 6 * (await timeOf(run, text(length), runs));
    };
    // Others may have had the processor, so what is slow is measured again.
    if ((await isSlow(1)) && (await isSlow(4)) && (await isSlow(8))) slow.push(unit);
  }
  return slow;
}

const employees = catalogue.find(({ name }) => name === 'employees')!;

const READERS: readonly [what: string, run: Run, prefix?: string][] = [
  ['a date', (text) => readAnyDate(text, undefined)],
  ['a date that has begun', (text) => readAnyDate(text, undefined), '21 February 2020'],
  ['a day that has begun', (text) => readAnyDate(text, true), '2020-02-21'],
  ['a format of dates', (text) => dateFormat(text), 'dd.mm.yyyy'],
  ['a time', hasTime],
  ['a number', decimalOf],
  ['a number that has begun', decimalOf, '1,234'],
  ['a name', (text) => readName(text, 'last first')],
  ['a name with a comma', (text) => [readName(text, 'last, first'), nameKey(text)]],
  ['a target', (text) => columnTarget(employees, text)],
  ['an attribute', (text) => attribute(`\t${text}`, 'none')],
  ['an attribute that has begun', (text) => attribute(text, 'none'), " a = '"],
  ['a format of cells', formatOf],
  ['items', itemsIn],
  [
    'a text with entities',
    (text) => {
      try {
        return textOf(text);
      } catch {
        return '';
      }
    },
  ],
];

test.each(READERS)('reading %s', async (_, run, prefix) => {
  expect(await slowTexts(run, 32_768, prefix)).toEqual([]);
});
