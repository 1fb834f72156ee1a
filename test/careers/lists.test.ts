// The lists of jobs of career sites: in order, searched and in feeds, against the plain way to do the same; and pages
// that are cached.
import { expect, test } from 'bun:test';
import { newestFirst } from '../../src/careers/feeds/files.ts';
import { departmentAt, type Entry, inOrder, rosterOf, withWords } from '../../src/careers/records/roster.ts';
import type { Marks } from '../../src/store/store.ts';
import { fc } from '../harness/random/fc.ts';
import { advert, careersService, job, PUBLIC_URL, page as pageOf, site } from './world.ts';

const entry = fc.record({
  department: fc.option(fc.constantFrom('Diving', 'Driving', 'Économie')),
  moment: fc.constantFrom('', '2026-01-01', '2026-01-01T08:00:00', '2026-02-01'),
  words: fc
    .array(fc.constantFrom('senior', 'diver', 'job-2026', 'zurich', 'łodz', '東京', '😀', 'a', 'x\ny'), {
      maxLength: 5,
    })
    .map((words) => words.join(' ')),
});
const lists = (minLength: number, maxLength: number) =>
  fc
    .array(entry, { minLength, maxLength })
    .map((entries) => entries.map((each, id) => ({ ...each, id }) as Entry).sort(inOrder));

test('a department lies side by side, and the newest of all departments come first', () => {
  fc.assert(
    fc.property(lists(1, 40), (list) => {
      for (const at of list.keys()) {
        const [from, to] = departmentAt(list, at);
        expect(list.slice(from, to)).toEqual(list.filter(({ department }) => department === list[at]!.department));
      }
      const byTime = list.toSorted((a, b) => (a.moment === b.moment ? b.id - a.id : a.moment > b.moment ? -1 : 1));
      expect([...newestFirst(list)]).toEqual(byTime);
    }),
  );
  expect([...newestFirst([])]).toEqual([]);
});

test.each([0, 500])('a search in a list of %d and more finds what is there', (least) => {
  const word = fc.constantFrom('senior', 'sen', 'dive', '2026', 'z', 'ł', '東', '😀', 'a', 'nothing', 'x');
  fc.assert(
    fc.property(lists(least, least + 60), fc.array(word, { maxLength: 3 }), (list, words) => {
      const expected = list.filter((each) => words.every((one) => each.words.includes(one)));
      expect(withWords(list, words)).toEqual(expected);
      // The second time the text of the list is there.
      expect(withWords(list, words)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a page that is cached changes when another version of its job is published, on whatever site', async () => {
  let today = '2026-11-14';
  const service = await careersService(
    {
      'career-sites': [site(1), site(2)],
      jobs: [job(1)],
      'job-distributions': [
        advert(1),
        advert(2, { job_posting_id: 1, career_site_id: 2, locale: 'de', published_at: '2026-11-15T06:00:00Z' }),
      ],
    },
    'embedded',
    { parts: { careers: { publicUrl: () => PUBLIC_URL }, today: () => today } },
  );
  const isNamed = async (query: string) =>
    (await pageOf(service, `/careers/site-1/en/diver-1${query}`)).text.includes('hreflang="de"');
  expect([await isNamed('?a'), await isNamed('?b')]).toEqual([false, false]);
  today = '2026-11-15';
  expect([await isNamed('?c'), await isNamed('?d')]).toEqual([true, true]);
  await service.stop();
});

test('what a list depends on tells how many are published later, and not when', () => {
  const stateOf = (times: readonly string[]) => {
    const entries = times.map((from, id) => ({ id, from }) as Entry);
    return rosterOf({ entries, pages: new Map(), marks: { state: 'x' } as Marks }, '2026-11-15').state;
  };
  expect(stateOf(['2027-01-01'])).toBe(stateOf(['2028-12-24']));
  expect(stateOf(['2027-01-01'])).not.toBe(stateOf(['2027-01-01', '2027-01-02']));
});
