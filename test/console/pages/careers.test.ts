// The page of the career sites: what it asks, what a count counts, and colours that can be read.
import { expect, test } from 'bun:test';
import { formatQuery, parseQuery } from '../../../console/src/data/query.ts';
import { surfaceOn } from '../../../console/src/pages/careers/colour.ts';
import * as questions from '../../../console/src/pages/careers/questions.ts';
import * as visibility from '../../../console/src/pages/careers/visibility.ts';

test('the address has the site, what is shown, and conditions', () => {
  const { site, conditions, show, offset } = questions.askedIn(
    parseQuery('?site=2&show=problems&status=published&offset=50&locale=de'),
  );
  expect([site, formatQuery(conditions), show, offset]).toEqual([
    ...['2', '?career_site_id=2&status=published&locale=de', 'problems', 50],
  ]);
  expect(questions.askedIn(parseQuery('?career_site_id=3')).site).toBe('3');
  expect(questions.askedIn([])).toMatchObject({ site: undefined, conditions: [], offset: 0 });
  expect(['-5', 'x', '7.9'].map((text) => questions.askedIn([['offset', text]]).offset)).toEqual([0, 0, 7]);
  expect(questions.pageWith(parseQuery('?site=2&offset=50'))).toBe('/console/careers?site=2');
});

test('pages of rows, the newest first, and none is lost between two', () => {
  const conditions = parseQuery('?status=published');
  const asked = (path: string) => new URLSearchParams(path.split('?')[1]);
  expect(asked(questions.rowsPath(conditions, undefined, 0)).toString()).not.toContain('offset');
  const second = asked(questions.rowsPath(conditions, undefined, 50));
  expect([second.get('offset'), second.get('limit'), second.get('sort'), second.get('status')]).toEqual([
    ...['50', '50', '-id', 'published'],
  ]);
  const ids = Array.from({ length: 120 }, (_, at) => at + 1);
  const pages = [0, 50, 100].map((offset) => asked(questions.rowsPath(conditions, ids, offset)));
  expect(pages.flatMap((page) => page.getAll('id').map(Number))).toEqual(ids);
  expect(pages.map((page) => page.get('offset') ?? page.get('status'))).toEqual([null, null, null]);
});

test('counts of a field are those without its own condition', () => {
  expect(questions.countsPath(parseQuery('?locale=de&status=published'), 'locale')).toBe(
    'aggregate/job-distributions?status=published&group=locale&limit=200',
  );
});

test('why something is not shown, and what that is', () => {
  const rows = (...ids: number[]) => [`/api/v1/job-distributions?${ids.map((id) => `id=${id}`).join('&')}`];
  const figures = {
    on_site: { value: 9, rows: '/api/v1/job-distributions?status=published' },
    why_not_closed: { value: 1, rows: rows(4) },
    why_not_expired: { value: 0, rows: rows() },
    why_not_no_site: { value: 3, rows: [...rows(4, 5), ...rows(6)] },
    why_not_known: { value: null, rows: rows(1) },
  };
  expect(visibility.reasonsIn(figures)).toEqual(['why_not_closed', 'why_not_no_site']);
  expect(visibility.troubledIds(figures)).toEqual([4, 5, 6]);
  expect(visibility.troubledIds({ why_not_all: { value: 2, rows: '/api/v1/job-distributions' } })).toBeUndefined();
  expect(visibility.listOf(figures.on_site)).toBe('/console/job-distributions?status=published');
  expect(visibility.listOf(figures.why_not_closed)).toBe('/console/job-distributions?id=4');
  expect(visibility.listOf(figures.why_not_no_site)).toBeUndefined();
  expect(visibility.listOf(figures.why_not_expired)).toBeUndefined();
  expect([visibility.amountOf(figures, 'on_site'), visibility.amountOf(figures, 'cake')]).toEqual([9, undefined]);
});

test.each([
  [[255, 255, 255], '#000'],
  [[0, 0, 0], '#fff'],
  [[255, 0, 0], '#000'],
  [[0, 255, 0], '#000'],
  [[0, 0, 255], '#fff'],
  [[200, 0, 0], '#fff'],
  [[0, 140, 0], '#000'],
  [[118, 118, 118], '#000'],
  [[110, 110, 110], '#fff'],
  [[81, 91, 108], '#fff'],
] as const)('on rgb(%p) the text is %s', (parts, color) => {
  expect(surfaceOn(parts)).toEqual({ background: `rgb(${parts.join(' ')})`, color });
});
