// Texts as people and programs write them: encodings, numbers, dates and whole names. What is written in a way is read back
// in it, and what could be two things is not guessed.
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { columnsOf } from '../../src/cli/import/any-file/columns.ts';
import { candidatesText, encodingOf, inUtf8 } from '../../src/cli/import/any-file/encoding.ts';
import { NO_OPTIONS } from '../../src/cli/import/any-file/open-any-file.ts';
import { suggestion } from '../../src/cli/import/any-file/suggest.ts';
import { obviousWord } from '../../src/cli/import/any-file/words.ts';
import { wordsText } from '../../src/cli/import/notices.ts';
import { importData } from '../../src/cli/import-command.ts';
import {
  dateFormat,
  dayFirstIn,
  formatsToAsk,
  hasTime,
  isDoubtful,
  readAnyDate,
  readingsOf,
} from '../../src/contract/formats/date-text.ts';
import { isNeeded } from '../../src/contract/formats/import-row.ts';
import { formOf, type NameForm, nameKey, readName, wholeName } from '../../src/contract/formats/name-text.ts';
import { decimalOf, readNumber } from '../../src/contract/formats/number-text.ts';
import { inHttp } from '../../src/http/handlers/import-words.ts';
import { repositoryFile } from '../harness/paths.ts';
import { fc } from '../harness/random/fc.ts';

const WESTERN = [
  'Müller',
  'Weiß',
  'Zoë',
  'Björn',
  'Éloïse',
  'Benoît',
  'Françoise',
  'Señor Muñoz',
  'João',
  'Åse Ødegård',
  'Schäfer & Söhne',
  '1.200 €',
  'O’Brien',
  '“Em”',
  'North – West',
  'd’été',
];
const JAPANESE = ['山田', '太郎', '佐藤花子', 'ソフィア', '営業部', '東京', '株式会社', 'たかはし', '能登ソニー'];

/** The bytes of a text, by asking the decoder what each pair of bytes means. */
function encoder(encoding: string): (text: string) => Buffer {
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true });
  const bytes = new Map<string, number[]>();
  const learn = (...some: number[]) => {
    try {
      const sign = decoder.decode(new Uint8Array(some));
      if ([...sign].length === 1 && !bytes.has(sign)) bytes.set(sign, some);
    } catch {}
  };
  for (let one = 0; one < 256; one++) learn(one);
  if (encoding === 'shift_jis')
    for (let one = 0x81; one <= 0xfc; one++) for (let two = 0x40; two <= 0xfc; two++) learn(one, two);
  return (text) => Buffer.from([...text].flatMap((sign) => bytes.get(sign)!));
}

const manyLines = (all: readonly string[], name: string) =>
  fc
    .array(fc.constantFrom(...all), { minLength: 1, maxLength: 30 })
    .map((some) => `${name};x\n${some.join(';1\n')};1\n`);

test.each([
  ['windows-1252', WESTERN, 'Name'],
  ['shift_jis', JAPANESE, '氏名'],
  ['utf-8', [...WESTERN, ...JAPANESE], 'Name'],
] as const)('files in %s are recognised', async (encoding, all, name) => {
  const encode = encoding === 'utf-8' ? (text: string) => Buffer.from(text) : encoder(encoding);
  await fc.assert(
    fc.asyncProperty(manyLines(all, name), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const bytes = encode(text);
      expect(encodingOf(bytes, true)).toBe(encoding);
      const read: Uint8Array[] = [];
      const some = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      for await (const each of inUtf8(some(), encoding, 'x.csv')) read.push(each);
      expect(Buffer.concat(read).toString()).toBe(text);
    }),
    { numRuns: 200 },
  );
});

const unclear: [string, string, string][] = [
  ['Russian', 'windows-1251', 'Имя\nИванов\nПетров\n'],
  ['Polish', 'windows-1250', 'Imię\nŁukasz\nWałęsa\nMałgorzata\n'],
  ['Arabic', 'windows-1256', 'محمد\n'],
];
test.each(unclear)('the encoding of %s is asked for', (_, encoding, text) => {
  expect(encodingOf(encoder(encoding)(text), true)).toBeUndefined();
});

test('UTF-8 in which a line is in another encoding is asked for', () => {
  expect(encodingOf(Buffer.concat([Buffer.from('Café\n'), Buffer.from('Café\n', 'latin1')]), true)).toBeUndefined();
});

test('too little evidence is asked about: each candidate is named with how it reads', () => {
  const macRoman = Buffer.from('prenom;ville\nH\x8el\x8fne;Orl\x8eans\n', 'latin1');
  expect(encodingOf(macRoman, true)).toBeUndefined();
  expect(candidatesText(macRoman)).toBe(
    ': line 2 is "Hélène;Orléans" in macintosh, "H四熟e;Orl斬ns" in shift_jis. Give the right one, such as --encoding macintosh',
  );
  const apostrophe = Buffer.from('name\nGarc\x92a\n', 'latin1');
  expect(encodingOf(apostrophe, true)).toBeUndefined();
  expect(candidatesText(apostrophe)).toBe(
    ': line 2 is "Garc’a" in windows-1252, "García" in macintosh, "Garc誕" in shift_jis. Give the right one, such as --encoding windows-1252',
  );
  expect(candidatesText(encoder('windows-1251')('Имя\nИванов\n'))).toMatch(/^: line 1 is "Имя" in windows-1251, /);
});

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
  ['-3', -3, -3, 'same'],
  ['1.234.567', 1_234_567, undefined, 'comma'],
  ['0.125', undefined, 0.125, 'point'],
  ['1e5', 100_000, 100_000, 'same'],
  ['￥８５，０００．５', undefined, 85_000.5, 'point'],
  ['12 34', undefined, undefined, undefined],
  ['(5)', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
];
test.each(numbers)('%s is %p with a decimal comma, %p with a point', (text, comma, point, style) => {
  expect([readNumber(text, 'comma'), readNumber(text, 'point'), decimalOf(text)]).toEqual([comma, point, style]);
});

const formats = [
  'dd.mm.yyyy',
  'dd/mm/yyyy',
  'mm/dd/yyyy',
  'yyyy/mm/dd',
  'yyyymmdd',
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
  ['02/21/2020 9:00:00 AM', ['2020-02-21'], false],
  ['2020-02-21 08:30:00+01:00', [], undefined],
  ['21-Feb-20', ['2020-02-21'], undefined],
  ['1-Sept-69', ['1969-09-01'], undefined],
  ['February 3, 2020', ['2020-02-03'], undefined],
  ['3rd of February 2020', ['2020-02-03'], undefined],
  ['21. Februar 2020', ['2020-02-21'], undefined],
  ['21 févr. 2020', ['2020-02-21'], undefined],
  ['21 февраля 2020', ['2020-02-21'], undefined],
  ['2020-Feb-21', ['2020-02-21'], undefined],
  ['30-Feb-20', [], undefined],
  // October in Croatian, November in Polish and Czech.
  ['21 listopad 2020', [], undefined],
  ['31.02.2025', [], undefined],
  ['29.02.2024', ['2024-02-29'], undefined],
  ['2025年4月1日', ['2025-04-01'], undefined],
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

const names: [string, NameForm, string | null, string | null][] = [
  ['Aaron, David J.', 'last, first', 'David J.', 'Aaron'],
  ['VAN DYKE,  JOAN  M', 'last, first', 'JOAN M', 'VAN DYKE'],
  ['Smith, John, Jr.', 'last, first', 'John, Jr.', 'Smith'],
  ['Harold Vogt', 'first last', 'Harold', 'Vogt'],
  ['Maria del Carmen Ruiz', 'first last', 'Maria del Carmen', 'Ruiz'],
  ['Ursula von der Leyen', 'first last', 'Ursula', 'von der Leyen'],
  ['Cher', 'first last', 'Cher', null],
  ['Иванов Пётр Ильич', 'last first', 'Пётр Ильич', 'Иванов'],
  ['山田 太郎', 'last first', '太郎', '山田'],
];
test.each(names)('%j as %j is %p and %p', (text, form, first, last) =>
  expect(readName(text, form)).toEqual({ first, last }),
);

test('no letter of a name is lost, in any form', () => {
  const text = fc.stringMatching(/^[A-Za-zé.'-]{1,9}( [A-Za-zé.'-]{1,9}){0,4}$/);
  fc.assert(
    fc.property(text, text, (one, other) => {
      const spaceless = (name: string) => [...name.replaceAll(' ', '')].sort().join('');
      expect(wholeName(readName(`${one}, ${other}`, 'last, first')!)).toBe(`${other} ${one}`);
      expect(wholeName(readName(one, 'first last')!)).toBe(one);
      expect(spaceless(wholeName(readName(one, 'last first')!))).toBe(spaceless(one));
      expect(readName(one, 'last, first') ?? readName(`${one},${other}`, 'first last')).toBeUndefined();
    }),
  );
});

test('the order is told by commas in all names or in none', () => {
  expect(formOf(['A, B', 'C, D'])).toBe('last, first');
  expect(formOf(['A B', 'C D'])).toBe('first last');
  expect(formOf(['A, B', 'C D'])).toBe('mixed');
  expect(nameKey('LeBlanc  Brandon R.')).toBe(nameKey('leblanc brandon r'));
});

const words = ['active', 'on_leave', 'onboarding', 'terminated'];
test.each([
  ['Active', 'active'],
  ['On-Leave', 'on_leave'],
  ['Term', 'terminated'],
  ['Voluntarily Terminated', 'terminated'],
  ['inactive', undefined],
  ['terminated, was active', undefined],
  ['No longer active', undefined],
  ['Yes', undefined],
])('%j is obviously %p', (text, word) => expect(obviousWord(text, words)).toBe(word as string));

const vocabularies = catalogue.flatMap(({ name, fields }) =>
  fields.flatMap(({ name: field, words }) => (words ? [[`${name}.${field}`, field, words] as const] : [])),
);

describe.each(vocabularies)('advice about words of %s', (_, field, words) => {
  const advice = (texts: readonly string[]) =>
    wordsText({ field, words, counts: new Map(texts.map((t) => [t, 1])), more: 0 });

  test('names the word that each text is', () => {
    for (const form of [(word: string) => word.toUpperCase(), (word: string) => ` ${word.replaceAll('_', '-')}.`])
      for (const word of words) {
        const entry = /such as "values": (\{.*\}) into/.exec(advice(['Qqq', form(word)]))?.[1];
        expect(JSON.parse(entry!)).toEqual({ [field]: { [form(word)]: word } });
      }
  });

  test('names none where the text is no word, or another', () => {
    for (const word of words) {
      const texts = ['Qqq', `Not ${word}`, `${word} or ${words.find((each) => each !== word)}`, `Partially ${word}`];
      expect(advice(texts)).not.toContain('"values"');
      expect(advice(texts)).toContain('say in a mapping file for --map what each stands for');
    }
  });
});

describe.each(catalogue.map((resource) => [resource.name, resource] as const))(
  'rows of %s without needed fields',
  (_, resource) => {
    const needed = resource.fields.filter(isNeeded);

    test('are not all given one record', () => {
      const found = suggestion(resource, 'Xyz,Uvw\nq,r\n', 'utf-8', NO_OPTIONS, () => {})!;
      for (const { name, target } of needed) {
        const isDefault = Object.keys(found.mapping.defaults ?? {}).includes(name);
        expect([name, isDefault]).toEqual([name, target === undefined]);
        expect(found.undecided).toContainEqual(
          target ? expect.stringContaining(`the column for ${name}.`) : `${name} by default`,
        );
      }
    });

    test('are told how each can be filled', () => {
      const faults: string[] = [];
      columnsOf(resource, ['Xyz'], { ...NO_OPTIONS, ignoreUnknown: true }, (text) => faults.push(text));
      const told = faults.find((text) => text.startsWith('every row needs')) ?? '';
      const flags = [...told.matchAll(/--default (\w+)=(…|ID)/g)].map(([, name, value]) => [name, value]);
      const words = needed.filter((field) => field.words).map(({ name }) => [name, '…']);
      const references = needed.filter(({ target }) => target).map(({ name }) => [name, 'ID']);
      expect(flags).toEqual([...words, ...references]);
      for (const [name] of references) expect(told).toContain(`${name}.source_id, or give`);
    });
  },
);

/** Every option that a message of an import names, with what follows it there. */
test('over HTTP no message of an import speaks of options of a command', () => {
  const sources = ['src/cli/import', 'src/jobs/import'].flatMap((room) =>
    (readdirSync(repositoryFile(room), { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${room}/${name}`),
  );
  const texts = [...sources].flatMap((file) =>
    [
      ...readFileSync(repositoryFile(file), 'utf8').matchAll(
        /--(?!suggest -)[a-z][a-z-]+(?: (?:"[^"\n]*"|[\w./$={}…]+))?/g,
      ),
    ].map(([text]) => text),
  );
  expect(texts.length).toBeGreaterThan(20);
  const options = [...Object.keys(importData.options!), ...Object.keys(importData.flags!)];
  const own = ['key', 'json', 'template', 'force'];
  for (const name of options.filter((each) => !own.includes(each)))
    for (const text of [
      `give --${name} where it is so`,
      `or --${name} NAME.`,
      ...texts.filter((each) => each.startsWith(`--${name}`)),
    ])
      expect([text, inHttp(text)]).toEqual([text, expect.not.stringMatching(/--[a-z]/)]);
});

test.each([
  ['correct them, or leave them out with --skip-invalid.', 'correct them, or leave them out with skip_invalid=true.'],
  [
    'give it, as in --date-format dd.mm.yy or --date-format mm/dd/yy',
    'give it, as in "dateFormat": "dd.mm.yy" in the mapping or "dateFormat": "mm/dd/yy" in the mapping',
  ],
  ['say it with --map "emial=FIELD", or', 'say it with "columns": {"emial": "FIELD"} in the mapping, or'],
  ['or add --create-missing departments', 'or add create_missing=departments'],
  ['give --encoding where the file is in another one', 'give encoding in the mapping where the file is in another one'],
])('over HTTP %j is %j', (text, said) => expect(inHttp(text)).toBe(said));
