// What the career sites of the demo company show: in which languages, and on which sites. And the words of the
// advertisements.
import { describe, expect, test } from 'bun:test';
import { logos } from '../../src/careers/logos.ts';
import { blocksOf } from '../../src/careers/page/prose.ts';
import { visibilityOf } from '../../src/careers/visibility.ts';
import { type DemoOptions, type DemoRecord, demo } from '../../src/demo/demo.ts';
import type { AdWords } from '../../src/demo/words/ads/ad-words.ts';
import { de } from '../../src/demo/words/ads/de.ts';
import { en } from '../../src/demo/words/ads/en.ts';
import { fr } from '../../src/demo/words/ads/fr.ts';
import { DEPARTMENTS } from '../../src/demo/words/departments.ts';
import { languagesOf } from './rules/careers.ts';
import { companyOf } from './rules/rule.ts';

function company(options: DemoOptions) {
  const all = new Map<string, DemoRecord[]>();
  for (const { resource, records } of demo({ attendanceDays: 1, ...options }))
    all.set(resource, [...(all.get(resource) ?? []), ...records]);
  return companyOf(all, { date: options.date, attendanceFrom: options.date });
}

/** Every place: the languages of its texts, and its advertisements by site, those that only some jobs have in
 * brackets. */
const places: [city: string, languages: string, advertisements: string][] = [
  ['London', 'en', '1 en-GB (1 en)'],
  ['Dublin', 'en', '1 en-GB (1 en)'],
  ['Sydney', 'en', '1 en-GB (1 en)'],
  ['Berlin', 'de', '1 de 2 de (4 de)'],
  ['Paris', 'fr', '1 fr 2 fr'],
  ['New York', 'en', '1 en 3 en'],
  ['Austin', 'en', '1 en 3 en'],
  ['Toronto', 'en fr', '1 en 3 en 3 fr'],
];

describe('by place', () => {
  const large = company({ date: '2026-11-15', employees: 2000 });
  const advertised = Map.groupBy(large.of('job-distributions'), ({ job_posting_id }) => job_posting_id);

  test.each(places)('%s is advertised in %s', (city, languages, advertisements) => {
    const jobs = large.of('jobs').filter(({ location }) => location === city);
    expect(jobs.length).toBeGreaterThan(5);
    expect([...new Set(jobs.map(({ description }) => languagesOf(description).join(' ')))]).toEqual([languages]);
    const seen = jobs.flatMap(({ id }) => {
      const own = advertised.get(id!);
      return own ? [own.map(({ career_site_id, locale }) => `${career_site_id} ${locale}`).join(' ')] : [];
    });
    const [always, sometimes] = advertisements.replace(')', '').split(' (') as [string, string?];
    expect(new Set(seen)).toEqual(new Set(sometimes ? [always, `${always} ${sometimes}`] : [always]));
  });

  test('a text has paragraphs, headings and lists, and nothing that was to be filled in', () => {
    for (const { description, requirements } of large.of('jobs')) {
      const languages = languagesOf(description).length;
      const kinds = blocksOf(String(description)).map(({ kind }) => kind);
      const once = ['text', 'heading', 'list', 'text', 'heading', 'list', 'heading', 'list', 'text'];
      expect(kinds).toEqual((languages === 1 ? once : [...once, 'text', ...once]) as typeof kinds);
      const needed = blocksOf(String(requirements)).map(({ kind }) => kind);
      expect(needed).toEqual(languages === 1 ? ['list'] : ['list', 'heading', 'list']);
      expect(`${description}${requirements}`).not.toMatch(/undefined|[{}]| {2}|\n{3}|[ \n]$/);
    }
  });
});

/** The languages that a site is meant to have. */
const sites: [slug: string, locales: string][] = [
  ['alderwick', 'de en en-GB fr'],
  ['alderwick-europe', 'de fr'],
  ['alderwick-americas', 'en fr'],
  ['lindenlab', ''],
];
const dates = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-${10 + month}`);

test.each(dates)('on %s every active site of the standard company has a job in each of its languages', (date) => {
  const standard = company({ date });
  const shown = sites.map(([slug]) => {
    const site = standard.of('career-sites').find((each) => each.slug === slug)!;
    const own = standard.of('job-distributions').filter(({ career_site_id }) => career_site_id === site.id);
    const listed = own.filter((distribution) => {
      const job = standard.find('jobs', distribution.job_posting_id)!;
      const brand = standard.find('brands', distribution.brand_id)!;
      const timed = { ...distribution, visible_from: distribution.published_at };
      const records = { distribution: timed, site, job, brand } as unknown as Parameters<typeof visibilityOf>[0];
      return Object.values(visibilityOf(records, `${date}T00:00:00Z`).shown).every(Boolean);
    });
    return [slug, [...new Set(listed.map(({ locale }) => String(locale)))].sort().join(' ')];
  });
  expect(shown as typeof sites).toEqual(sites);
});

describe('words', () => {
  /** The same without its words: how long each list is, and what has a name. */
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length;
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shape(each)]));
  };
  const languages: [string, AdWords][] = Object.entries({ en, de, fr });

  test.each(languages)('%s has as much to say as English, for every department', (_, words) => {
    expect(shape({ ...words, skills: {} })).toEqual(shape({ ...en, skills: {} }));
    expect(Object.keys(words.departments)).toEqual(DEPARTMENTS.map(({ name }) => name));
  });

  /** What is called the same in every language. */
  const NAMES = ['TypeScript', 'PostgreSQL', 'Kubernetes', 'SQL', 'Python', 'IFRS', 'ISO 27001'];
  test.each(languages.slice(1))('%s has a word for every skill, and for no other', (_, { skills }) => {
    const known = DEPARTMENTS.flatMap((dept) => dept.skills);
    expect(known.filter((skill) => !(skill in skills) && !NAMES.includes(skill))).toEqual([]);
    expect(Object.keys(skills).filter((skill) => !known.includes(skill))).toEqual([]);
  });
});

test.each(Object.entries(logos))('%s is a square picture that needs nothing else', (name, svg) => {
  expect(name).toMatch(/^[a-z]+\.svg$/);
  expect(svg).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" ');
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/script|style|href|url\(|http|\bon\w+=|&/i);
  expect(svg.length).toBeLessThan(1500);
  const open: string[] = [];
  for (const [, close, tag, rest] of svg.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (close) expect(open.pop()).toBe(tag!);
    else if (!rest!.endsWith('/')) open.push(tag!);
  }
  expect(open).toEqual([]);
});
