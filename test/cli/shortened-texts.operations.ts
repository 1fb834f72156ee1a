// Texts of others that are shortened, for messages, headers and pages, end between two characters: none is cut in half.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitted } from '../../console/src/pages/org-chart/text.ts';
import { startOf } from '../../src/contract/words.ts';
import { add, advert, careersService, job, site } from '../careers/world.ts';
import type { Service } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { runHere } from './run-here.ts';

/** A flag is two code points of two units each. Whatever the length, all texts but one end within a flag. */
const FLAG = '🇩🇪';
const SHIFTS = [0, 1, 2, 3];
const longText = (shift: number): string => 'x'.repeat(shift) + FLAG.repeat(150);

/** `text` has the beginning of a long text somewhere, and no part of a flag behind it. */
function expectWhole(text: string): void {
  const flags = text.split(FLAG);
  expect(flags.length).toBeGreaterThan(8);
  expect(flags.length).toBeLessThan(150);
  expect(flags.at(-1)).not.toMatch(/[\ud800-\udfff\ufffd]|\\ud[89a-f]/i);
}

test.each([
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀c', 4, 'ab😀'],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['ab👩‍🚀', 5, 'ab'],
])('the start of %p within %p is %p', (text, length, start) => {
  expect(startOf(text, length)).toBe(start);
});

let service: Service;
beforeAll(async () => {
  service = await careersService({});
  await add(service, {
    'career-sites': SHIFTS.map((shift) => site(10 + shift, { introduction: longText(shift) })),
    jobs: SHIFTS.map((shift) => job(10 + shift, { description: longText(shift), location: null })),
    'job-distributions': SHIFTS.map((shift) => advert(10 + shift)),
  });
});
afterAll(() => service.stop());

const get = (path: string) => fetch(`${service.url}${path}`);
const described = async (path: string) =>
  /<meta name="description" content="([^"]*)"/.exec(await (await get(path)).text())![1]!;

const shownBy: [string, (text: string, shift: number) => Promise<string>][] = [
  [
    'the fault of a group',
    async (text) => {
      const answer = await get(`/api/v1/aggregate/leave?group=${encodeURIComponent(text)}`);
      return ((await answer.json()) as { detail: { msg: string }[] }).detail[0]!.msg;
    },
  ],
  ['the description of a career site', (_, shift) => described(`/careers/site-${10 + shift}`)],
];
test.each(shownBy)('%s', async (_, shown) => {
  for (const shift of SHIFTS) expectWhole(await shown(longText(shift), shift));
});

test('the faults of an import', async () => {
  const file = join(temporaryFolder(), 'departments.csv');
  writeFileSync(file, `name\n${SHIFTS.map((shift) => longText(shift)).join('\n')}\n`);
  const words = ['import', 'departments', file];
  const { stdout, stderr, code } = await runHere(words, { WORKFORCE_DATA: temporaryFolder() });
  expect(code).toBe(4);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(FLAG));
  expect(lines).toHaveLength(SHIFTS.length);
  for (const line of lines) expectWhole(line);
});

test('names in the org chart', () => {
  // There is no canvas here, so every unit of a text counts as 7 pixels.
  Object.assign(globalThis, { document: { createElement: () => ({ getContext: () => null }) } });
  try {
    for (const shift of SHIFTS) expectWhole(fitted(longText(shift), 'name', 7 * 51));
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});
