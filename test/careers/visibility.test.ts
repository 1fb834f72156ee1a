// Why a job distribution is not shown: every reason by itself, what it keeps from where, and the countries of places.
import { expect, test } from 'bun:test';
import { cities, countryOf } from '../../src/careers/country.ts';
import { type Advertised, channels, reasonNames, reasons, visibilityOf } from '../../src/careers/visibility.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { PLACES } from '../../src/demo/words/places.ts';

const NOW = '2026-11-15T12:00:00.000Z';

type Settings = readonly (string | undefined)[];
type Changes = { distribution?: DataRecord; site?: DataRecord; job?: DataRecord; settings?: Settings };

const PUBLISHED = { status: 'published', published_at: '2026-11-01T08:00:00Z' };

const advertised = ({ distribution, site, job, settings = [] }: Changes): Advertised => ({
  distribution: {
    ...{ ...PUBLISHED, visible_from: distribution?.published_at ?? PUBLISHED.published_at },
    ...distribution,
  },
  site: { is_active: 1, ...site },
  job: {
    ...{ status: 'open', title: 'Diver', description: 'Dive.', location: 'London', remote_policy: 'on_site' },
    ...job,
  },
  ...(settings[0] !== undefined && { brand: { settings_json: settings[0] } }),
  ...(settings[1] !== undefined && { organization: { settings_json: settings[1] } }),
});

const ALL = 'page site feed indeed linkedin markup';
const FEEDS = 'page site feed';

const cases: [what: string, changes: Changes, shown: string, reasons: string][] = [
  ['nothing is wrong', {}, ALL, ''],
  ['the site is off', { site: { is_active: 0 } }, '', 'site_inactive'],
  ['a draft', { distribution: { status: 'draft', published_at: null } }, '', 'unpublished'],
  ['a draft of later', { distribution: { status: 'draft', published_at: '2027-01-01' } }, '', 'unpublished'],
  ['published without a time', { distribution: { published_at: null } }, `${FEEDS} linkedin`, 'date_missing'],
  ['published this moment', { distribution: { published_at: '2026-11-15T12:00:00Z' } }, ALL, ''],
  ['published a moment later', { distribution: { published_at: '2026-11-15T12:00:00.001Z' } }, '', 'published_later'],
  ['published elsewhere', { distribution: { published_at: '2026-11-15T13:30:00+02:00' } }, ALL, ''],
  ['published later elsewhere', { distribution: { published_at: '2026-11-15T11:30:00-01:00' } }, '', 'published_later'],
  ['published today', { distribution: { published_at: '2026-11-15' } }, ALL, ''],
  ['published tomorrow', { distribution: { published_at: '2026-11-16' } }, '', 'published_later'],
  ['the job is filled', { job: { status: 'filled' } }, '', 'job_not_open'],
  ['the job is on hold', { job: { status: 'on_hold' } }, 'page', 'job_on_hold'],
  ['no title', { job: { title: ' ' } }, FEEDS, 'title_missing'],
  ['no description', { job: { description: null } }, FEEDS, 'description_missing'],
  ['an empty description', { job: { description: '' } }, FEEDS, 'description_missing'],
  ['no place', { job: { location: null } }, FEEDS, 'place_missing'],
  ['no place, remote', { job: { location: null, remote_policy: 'remote' } }, `${FEEDS} linkedin`, 'country_unknown'],
  ['no place, hybrid', { job: { location: '', remote_policy: 'hybrid' } }, FEEDS, 'place_missing'],
  ['no country', { job: { location: 'Atlantis' } }, `${FEEDS} linkedin`, 'country_unknown'],
  [
    'no country, remote',
    { job: { location: 'Atlantis', remote_policy: 'remote' } },
    `${FEEDS} linkedin`,
    'country_unknown',
  ],
  ['a country, remote', { job: { location: 'London', remote_policy: 'remote' } }, ALL, ''],
  [
    'several at once',
    { site: { is_active: 0 }, job: { status: 'on_hold', title: '', location: null } },
    '',
    'site_inactive job_on_hold title_missing place_missing',
  ],
];

const listed = (text: string) => text.split(' ').filter((word) => word !== '');

test.each(cases)('%s', (_, changes, shown, held) => {
  const visibility = visibilityOf(advertised(changes), NOW);
  expect(visibility.reasons as string[]).toEqual(listed(held));
  expect(channels.filter((channel) => visibility.shown[channel]) as string[]).toEqual(listed(shown));
  for (const channel of channels)
    expect(visibility.reasons.some((name) => reasons[name].keepsFrom.includes(channel))).toBe(
      !visibility.shown[channel],
    );
});

test('every reason is told to people in a sentence, keeps something from somewhere, and is tried here', () => {
  for (const { sentence, keepsFrom } of Object.values(reasons)) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(keepsFrom.length).toBeGreaterThan(0);
  }
  expect(reasonNames.filter((name) => !cases.some(([, , , held]) => held === name))).toEqual([]);
});

const settings = (named: unknown) => JSON.stringify({ places: named });

const found: [place: string | null, settings: Settings, country: string | undefined][] = [
  ['London', [], 'GB'],
  ['  new   york ', [], 'US'],
  ['Zürich', [], 'CH'],
  ['Sao Paulo', [], 'BR'],
  ['東京', [], 'JP'],
  ['Atlantis', [], undefined],
  ['Cambridge, MA', [], undefined],
  ['constructor', [], undefined],
  ['', [], undefined],
  [null, [], undefined],
  ['Springfield', [settings({ springfield: 'us' })], 'US'],
  ['Springfield', [settings({}), settings({ Springfield: 'US' })], 'US'],
  ['Springfield', [settings({ Springfield: 'GB' }), settings({ Springfield: 'US' })], 'GB'],
  ['London', [settings({ London: 'CA' })], 'CA'],
  ['London', [settings({ London: 'Canada' })], 'GB'],
  ['Springfield', [settings({ Springfield: 5 }), settings(['Springfield'])], undefined],
  ...['null', '[]', '5', '"x"', 'no JSON', '{"places":null}', '{"places":"US"}'].map(
    (text): [string, Settings, undefined] => ['Springfield', [text], undefined],
  ),
];

test.each(found)('the country of %p with %j', (place, some, country) => {
  const records = advertised({ settings: some, job: { location: place, remote_policy: 'remote' } });
  expect(countryOf(place, records)).toBe(country);
  expect(visibilityOf(records, NOW).country).toBe(country);
});

test('the table has the cities of the demo data and many more, each once, by real countries', () => {
  for (const { city, country } of PLACES) expect([city, countryOf(city, {})]).toEqual([city, country]);
  const names = Object.values(cities).flat();
  expect(names.length).toBeGreaterThan(150);
  expect(names.length).toBe(new Set(names).size);
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const [country, some] of Object.entries(cities)) {
    expect([country, regions.of(country)]).toEqual([country, expect.any(String)]);
    for (const name of some) expect([name, countryOf(name, {})]).toEqual([name, country]);
  }
});
