// Recognises files that are no table by their first bytes, and names the remedy.

const AS_CSV = 'open it in a spreadsheet and save it as "CSV UTF-8"';

/** Files that begin with these bytes, in hexadecimal. */
const BYTES: readonly (readonly [beginnings: string, what: string, then: string])[] = [
  [
    '504b0304',
    'a ZIP file, as spreadsheets (.xlsx, .ods) are',
    'add --format xlsx where it is a workbook of Excel, or save it as "CSV UTF-8"',
  ],
  ['d0cf11e0', 'an old spreadsheet or document (.xls, .doc)', AS_CSV],
  ['255044462d', 'a PDF', 'export the table as CSV from where the PDF came from'],
  ['89504e47 ffd8ff 47494638 52494646 49492a00 4d4d002a', 'an image', 'export the table as CSV'],
  ['1f8b 425a68 fd377a58 377abcaf 52617221 28b52ffd', 'compressed', 'unpack it first'],
  ['53514c69746520666f726d6174203300', 'an SQLite database', 'export the table as CSV'],
  ['7b5c727466', 'a text document (RTF)', AS_CSV],
];

/** Files that begin with these words. */
const WORDS: readonly (readonly [pattern: RegExp, what: string, then: string])[] = [
  [/^\s*(?:<!doctype html|<html|<head|<body|<table)/i, 'a web page (HTML)', `${AS_CSV}; some systems call it .xls`],
  [/^\s*<\?xml|^\s*<[a-z]+[ >]/i, 'XML', 'export the table as CSV'],
  [/^\s*[[{]/, 'JSON', 'write one object on each line and import it with --format ndjson'],
];

/** `undefined` where it may be a table. `isWide`: it is in UTF-16, where zeros are normal. */
export function noTable(head: Buffer, isWide: boolean): string | undefined {
  if (head.length === 0) return undefined;
  const [bytes, text] = [head.subarray(0, 16).toString('hex'), head.subarray(0, 1024).toString('utf8')];
  const [, what, then] =
    BYTES.find(([beginnings]) => beginnings.split(' ').some((each) => bytes.startsWith(each))) ??
    WORDS.find(([pattern]) => pattern.test(text.replace(/^\ufeff/, ''))) ??
    [];
  if (what !== undefined) return `is ${what} and no CSV: ${then}`;
  if (isWide) return undefined;
  const zero = head.indexOf(0);
  if (zero < 0) return undefined;
  let line = 1;
  for (let at = head.indexOf(10); at >= 0 && at < zero; at = head.indexOf(10, at + 1)) line += 1;
  return `is no text: there is a zero byte on line ${line}; ${AS_CSV}`;
}
