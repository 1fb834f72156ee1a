// Each language has every text of the console, with the same places for values, and no other; and nothing is shown that
// is not said.
import { describe, expect, test } from 'bun:test';
import { allTexts, fileOf, languages, placesIn } from './all-texts.ts';
import { consoleCode, textsIn } from './texts.ts';

const texts = await allTexts();

describe.each(languages)('the words of %s', (language) => {
  const file = fileOf(language);

  test('no text is missing, and none is too many', () => {
    expect(Object.keys(file).sort()).toEqual([...texts.keys()].sort());
  });

  test('a count has a text for one and one for others, and anything else one text', () => {
    const wrong = [...texts.values()].filter(({ text, one }) => Array.isArray(file[text]) !== (one !== undefined));
    expect(wrong).toEqual([]);
  });

  test('the places for values are those of the English text', () => {
    const wrong = Object.entries(file).flatMap(([text, said]) =>
      [said].flat().filter((each) => placesIn(each) !== placesIn(text)),
    );
    expect(wrong).toEqual([]);
  });

  test('no translation is empty, or has spaces around it that the text has not', () => {
    const wrong = Object.entries(file).filter(([text, said]) =>
      [said].flat().some((each) => each === '' || (each !== each.trim() && text === text.trim())),
    );
    expect(wrong).toEqual([]);
  });
});

test('nothing that looks like words for people is in the code without being said', async () => {
  expect((await textsIn(consoleCode())).unsaid).toEqual([]);
});

test('texts in code are found in calls, choices and places, and not in comparisons', async () => {
  const code =
    'say(is === "X" ? "One" : "Two", { of: say("Three"), word: "Four" }); f("Five"); sayCount(n, "{n} a", "{n} b"); is !== "Six"; <b title="Seven up" class="Eight">{n} Nine lives</b>';
  const { said, unsaid } = await textsIn(new Map([['a.tsx', code]]));
  expect(said.map(({ text, one }) => [text, one])).toEqual([
    ['One', undefined],
    ['Two', undefined],
    ['Three', undefined],
    ['{n} b', '{n} a'],
  ]);
  expect(unsaid).toEqual(['Four', 'Five', 'Seven up', 'Nine lives'].map((text) => `a.tsx: ${text}`));
});
