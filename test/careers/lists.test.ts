// The lists of jobs that career sites keep: in order, merged, searched and in feeds, against the plain way to do the same; and pages
// that are kept.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { keptPages } from '../../src/careers/kept-pages.ts';
import {
  departmentAt,
  type Entry,
  inOrder,
  merged,
  newestFirst,
  type Roster,
  rosterOf,
} from '../../src/careers/records/roster.ts';
import { withWords } from '../../src/careers/records/search.ts';
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

test('two lists in order are one in order', () => {
  fc.assert(
    fc.property(lists(0, 40), fc.nat(3), (list, of) => {
      const [some, others] = [list.filter(({ id }) => id % 4 <= of), list.filter(({ id }) => id % 4 > of)];
      expect(merged(some, others)).toEqual(list);
    }),
  );
});

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

test('pages are kept as long as their list is the same, and not too many of them', () => {
  const [one, other] = [{ state: '1' } as Roster, { state: '2' } as Roster];
  const page = (size: number, until?: number) => ({ page: { content: 'x'.repeat(size), policy: '' }, until });
  const { find: findAt, keep } = keptPages();
  const find = (roster: Roster, key: string, now = '2026-11-15T12:00:00Z') => findAt(roster, key, now)?.page;
  const first = keep(one, 'a', page(1));
  expect([find(one, 'a'), find(other, 'a'), find(one, 'b')]).toEqual([first.page, undefined, undefined]);
  const second = keep(other, 'a', page(2));
  expect([find(one, 'a'), find(other, 'a')]).toEqual([undefined, second.page]);
  const third = keep(one, 'timed', page(1, Date.parse('2026-11-15T13:00:00Z')));
  expect([find(one, 'timed'), find(one, 'timed', '2026-11-15T13:00:00Z')]).toEqual([third.page, undefined]);
  for (let i = 0; i < 9; i++) keep(other, `large ${i}`, page(1024 * 1024));
  expect(find(other, 'a')).toBeUndefined();
  expect([0, 1, 2, 8].map((i) => find(other, `large ${i}`) !== undefined)).toEqual([false, true, true, true]);
});

test('a page that is kept changes when another version of its job is published, on whatever site', async () => {
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
    const later = times.map((from, id) => ({ id, from }) as Entry);
    return rosterOf({ listed: [], later, pages: new Map(), marks: { state: 'x' } as Roster['marks'] }).state;
  };
  expect(stateOf(['2027-01-01'])).toBe(stateOf(['2028-12-24']));
  expect(stateOf(['2027-01-01'])).not.toBe(stateOf(['2027-01-01', '2027-01-02']));
});
