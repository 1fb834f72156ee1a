// Three organizations, their brands and their career sites. They are the same for every size of company.
import { randomTimestamp } from './calendar.ts';
import { seededRandom } from './random.ts';
import type { DemoRecord } from './shapes.ts';

// biome-ignore format: a table
export const ORGANIZATIONS = [
  { name: 'Alderwick Group', slug: 'alderwick-group', locale: 'en-GB', zone: 'Europe/London', countries: ['GB', 'IE', 'AU'], settings: { legal_name: 'Alderwick Group plc', week_starts_on: 'monday', weekly_hours: 37.5 } },
  { name: 'Alderwick Europe', slug: 'alderwick-europe', locale: 'de', zone: 'Europe/Berlin', countries: ['DE', 'FR'], settings: { legal_name: 'Alderwick Europe GmbH', week_starts_on: 'monday', weekly_hours: 40, works_council: true } },
  { name: 'Alderwick Americas', slug: 'alderwick-americas', locale: 'en-US', zone: 'America/New_York', countries: ['US', 'CA'], settings: { legal_name: 'Alderwick Americas Inc.', week_starts_on: 'sunday', weekly_hours: 40 } },
];

// biome-ignore format: a table
const BRANDS: [number, string, string, string, string, Record<string, string>][] = [
  [1, 'Alderwick', 'alderwick', '#14532d', '#f59e0b', { tone: 'plain', font: 'Source Sans 3' }],
  [1, 'Alderwick Futures', 'futures', '#0f766e', '#fb7185', { tone: 'young', audience: 'students and graduates' }],
  [2, 'Alderwick Europe', 'europe', '#1e3a8a', '#fbbf24', { tone: 'formal', font: 'Source Sans 3' }],
  [2, 'Lindenlab', 'lindenlab', '#4c1d95', '#22d3ee', { tone: 'technical', city: 'Berlin' }],
  [3, 'Alderwick Americas', 'americas', '#7f1d1d', '#38bdf8', { tone: 'friendly', font: 'Source Sans 3' }],
];

// biome-ignore format: a table
const SITES: [string, string, string, string, string, string, number][] = [
  ['Alderwick Careers', 'alderwick', 'Work that arrives', 'We build the software that gets things where they are needed, in seven countries. Have a look at who we are missing.', '#14532d', '#f59e0b', 1],
  ['Alderwick Europa', 'alderwick-europe', 'Arbeiten, wo Europa umschlägt', 'Berlin und Paris sind das Herz unserer Technik und unserer Kundenteams auf dem Kontinent.', '#1e3a8a', '#fbbf24', 1],
  ['Alderwick Americas Jobs', 'alderwick-americas', 'Move things. Move up.', 'From New York, Austin and Toronto we look after customers from coast to coast.', '#7f1d1d', '#38bdf8', 1],
  ['Lindenlab Jobs', 'lindenlab', 'Forschen für die letzte Meile', 'Lindenlab gehört heute zu Alderwick Europe; neue Stellen stehen auf Alderwick Europa.', '#4c1d95', '#22d3ee', 0],
];
const YEAR = 365;

export function enterprise(today: number, seed: number): { resource: string; records: DemoRecord[] }[] {
  const random = seededRandom(seed, 'enterprise');
  const since = (years: number) => today - years * YEAR - random.int(0, 200);
  const organizations = ORGANIZATIONS.map(({ name, slug, locale, zone, settings }, i) => {
    const settings_json = JSON.stringify(settings);
    const created = randomTimestamp(since(6 - i), random);
    return { id: i + 1, name, slug, default_locale: locale, timezone: zone, settings_json, created };
  });
  const brands = BRANDS.map(([organization_id, name, slug, primary_color, accent_color, settings], i) => ({
    id: i + 1,
    ...{ organization_id, name, slug },
    logo_url: `https://assets.alderwick.example/${slug}/logo.svg`,
    favicon_url: `https://assets.alderwick.example/${slug}/favicon.ico`,
    ...{ primary_color, accent_color },
    custom_domain: `careers.${slug}.example`,
    settings_json: JSON.stringify(settings),
    created: randomTimestamp(since(2), random),
    updated: randomTimestamp(today - random.int(5, 300), random),
  }));
  const sites = SITES.map(([name, slug, headline, introduction, brand_color, accent_color, is_active], i) => ({
    id: i + 1,
    ...{ name, slug, headline, introduction, brand_color, accent_color },
    logo_url: `https://assets.alderwick.example/${slug}/logo.svg`,
    privacy_policy_url: `https://www.alderwick.example/privacy/${slug}`,
    custom_domain: `jobs.${slug}.example`,
    is_active,
    created: randomTimestamp(since(2), random),
    updated: randomTimestamp(today - random.int(2, 200), random),
  }));
  return [
    { resource: 'organizations', records: organizations },
    { resource: 'brands', records: brands },
    { resource: 'career-sites', records: sites },
  ];
}
