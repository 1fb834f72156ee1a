// The encoding of a file is told from its bytes: never a wrong one where it can be known, and none where it cannot.
import { expect, test } from 'bun:test';
import { candidatesText, encodingOf, inUtf8 } from '../../src/cli/import/any-file/encoding.ts';
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

const words = (all: readonly string[], name: string) =>
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
    fc.asyncProperty(words(all, name), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const bytes = encode(text);
      expect(encodingOf(bytes, true)).toBe(encoding);
      const read: Uint8Array[] = [];
      const some = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      for await (const each of inUtf8(some(), encoding, 'x.csv')) read.push(each);
      expect(Buffer.concat(read).toString()).toBe(text);
    }),
    { numRuns: 500 },
  );
});

const unclear: [string, string, string][] = [
  ['Russian', 'windows-1251', 'Имя\nИванов\nПетров\n'],
  ['Greek', 'iso-8859-7', 'Όνομα\nΠαπαδόπουλος\n'],
  ['Polish', 'windows-1250', 'Imię\nŁukasz\nWałęsa\nMałgorzata\n'],
  ['Slovenian', 'windows-1250', 'Žižek\nŠušteršič\n'],
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
