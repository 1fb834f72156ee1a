// Prints the texts that the file of a language lacks, and those that nothing says any more: `bun
// test/console/languages/list.ts de`.
import { allTexts, fileOf } from './all-texts.ts';

const language = process.argv[2] ?? 'de';
const file = fileOf(language);
const texts = await allTexts();
const lacking = [...texts.values()].filter(({ text }) => !(text in file));
console.log(
  JSON.stringify(Object.fromEntries(lacking.map(({ text, one }) => [text, one ? [one, text] : text])), null, 2),
);
const over = Object.keys(file).filter((text) => !texts.has(text));
console.error(`${lacking.length} of ${texts.size} texts are missing in ${language}; ${over.length} are said no more.`);
for (const text of over) console.error(`no more: ${text}`);
