// All texts that the console says: those of its code, and those that come with the catalogue and the metrics.
import { readFileSync } from 'node:fs';
import { titleText, wordText } from '../../../console/src/data/words.ts';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { consoleCatalogue } from '../../../src/contract/documents/console-catalogue.ts';
import { insights } from '../../../src/insights/insights.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { consoleCode, type Said, textsIn } from './texts.ts';

export const languages = ['de', 'fr', 'es'] as const;

export type File = Record<string, string | [string, string]>;

export const fileOf = (language: string): File =>
  JSON.parse(readFileSync(repositoryFile(`console/src/words/${language}.json`), 'utf8'));

/** Names, titles and words of resources and fields. */
function ofResources(): Said[] {
  type Shown = {
    one: string;
    many: string;
    about: string;
    short?: string;
    fields: { title: string; about: string; words?: string[] }[];
  };
  const { groups, resources } = JSON.parse(
    consoleCatalogue({ catalogue, writes: true, careers: true, privateFields: {}, insights: [] }),
  ) as { groups: string[]; resources: Shown[] };
  const file = 'the catalogue';
  const ofEach = resources.flatMap(({ one, many, short = many, about, fields }) => [
    ...[one, many, short, about].map((text) => ({ text, file })),
    { text: `{n} ${many}`, one: `{n} ${one}`, file },
    ...fields.flatMap((field) =>
      [field.title, field.about, ...(field.words ?? []).map(wordText)].map((text) => ({ text, file })),
    ),
  ]);
  return [...groups.map((text) => ({ text, file })), ...ofEach];
}

const ofMetrics = (): Said[] =>
  insights.flatMap(({ title, meaning, formula, figures, edges, cannotSay }) =>
    [
      ...[title, meaning, formula, ...edges, ...cannotSay],
      ...Object.entries(figures).flatMap(([name, figure]) => [`${titleText(name)}§figure`, figure.meaning]),
    ].map((text) => ({ text, file: 'the metrics' })),
  );

/** The figures of a funnel are the stages of the applications. */
const ofStages = (): Said[] =>
  catalogue
    .find(({ name }) => name === 'applications')!
    .fields.find(({ name }) => name === 'stage')!
    .words!.map((word) => ({ text: `${titleText(word)}§figure`, file: 'the metrics' }));

/** By text; of a count and a plain text with the same words, the count. */
export async function allTexts(): Promise<Map<string, Said>> {
  const all = new Map<string, Said>();
  const { said } = await textsIn(consoleCode());
  for (const each of [...said, ...ofResources(), ...ofMetrics(), ...ofStages()])
    if (!all.has(each.text) || each.one) all.set(each.text, each);
  return all;
}

export const placesIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
