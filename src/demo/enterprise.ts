// Three organizations, their brands and their career sites. They are the same for every size of company.
import { randomTimestamp } from './calendar.ts';
import { seededRandom } from './random.ts';
import type { DemoRecord } from './shapes.ts';
import { PLACES } from './words/places.ts';

// biome-ignore format: a table
export const ORGANIZATIONS = [
  { name: 'Alderwick Group', slug: 'alderwick-group', locale: 'en-GB', zone: 'Europe/London', countries: ['GB', 'IE', 'AU'], settings: { legal_name: 'Alderwick Group plc', week_starts_on: 'monday', weekly_hours: 37.5 } },
  { name: 'Alderwick Europe', slug: 'alderwick-europe', locale: 'de', zone: 'Europe/Berlin', countries: ['DE', 'FR'], settings: { legal_name: 'Alderwick Europe GmbH', week_starts_on: 'monday', weekly_hours: 40, works_council: true } },
  { name: 'Alderwick Americas', slug: 'alderwick-americas', locale: 'en-US', zone: 'America/New_York', countries: ['US', 'CA'], settings: { legal_name: 'Alderwick Americas Inc.', week_starts_on: 'sunday', weekly_hours: 40 } },
];

// biome-ignore format: a table
const BRANDS: [number, string, string, string, string, Record<string, string>][] = [
  [1, 'Alderwick', 'alderwick', '#14532d', '#f59e0b', { tone: 'plain', font: 'Source Sans 3', apply_url: 'https://apply.alderwick.example/jobs' }],
  [1, 'Alderwick Futures', 'futures', '#0f766e', '#fb7185', { tone: 'young', audience: 'students and graduates', apply_email: 'futures@alderwick.example' }],
  [2, 'Alderwick Europe', 'europe', '#1e3a8a', '#fbbf24', { tone: 'formal', font: 'Source Sans 3', apply_url: 'https://bewerbung.alderwick.example/stellen' }],
  [2, 'Lindenlab', 'lindenlab', '#4c1d95', '#22d3ee', { tone: 'technical', city: 'Berlin', apply_email: 'jobs@lindenlab.example' }],
  [3, 'Alderwick Americas', 'americas', '#7f1d1d', '#38bdf8', { tone: 'friendly', font: 'Source Sans 3', apply_url: 'https://apply.alderwick.example/americas' }],
];

/** The last column is the slug of the main brand, whose logo the site has. */
// biome-ignore format: a table
const SITES: [string, string, string, string, string, string, number, string][] = [
  ['Alderwick Careers', 'alderwick', 'Work that arrives', 'Behind four million deliveries a month there is software, and behind the software there are people in seven countries who like it when things simply arrive. We work in small teams, write down what we decide and pay inside the band that you see. Have a look at who we are missing.', '#14532d', '#f59e0b', 1, 'alderwick'],
  ['Alderwick Europa', 'alderwick-europe', 'Hier kommt Europa ins Rollen', 'In Berlin und Paris entsteht die Technik, mit der Speditionen, Lager und Händler auf dem ganzen Kontinent planen. Bei uns arbeiten Menschen aus vielen Ländern in kleinen Teams und verantworten ihre Arbeit vom ersten Entwurf bis zum laufenden Betrieb. Sehen Sie sich um: Vielleicht ist Ihr Platz gerade frei.', '#1e3a8a', '#fbbf24', 1, 'europe'],
  ['Alderwick Americas Jobs', 'alderwick-americas', 'Move things. Move up.', 'From New York, Austin and Toronto we keep freight moving from coast to coast, in English et en français. You will meet real customers in your first month, have a lead who knows your name, and grow into the job after this one. Come and see what is open.', '#7f1d1d', '#38bdf8', 1, 'americas'],
  ['Lindenlab Jobs', 'lindenlab', 'Forschen für die letzte Meile', 'Lindenlab hat in Berlin die letzte Meile neu gedacht: kürzere Touren, leisere Fahrzeuge, bessere Prognosen. Heute gehört das Labor zu Alderwick Europe und forscht dort weiter. Neue Stellen stehen auf Alderwick Europa.', '#4c1d95', '#22d3ee', 0, 'lindenlab'],
];
const logo = (brand: string): string => `/careers/logos/${brand}.svg`;
const YEAR = 365;

export function enterprise(today: number, seed: number): { resource: string; records: DemoRecord[] }[] {
  const random = seededRandom(seed, 'enterprise');
  const since = (years: number) => today - years * YEAR - random.int(0, 200);
  const organizations = ORGANIZATIONS.map(({ name, slug, locale, zone, countries, settings }, i) => {
    const branches = PLACES.filter(({ country }) => countries.includes(country));
    const places = Object.fromEntries(branches.map(({ city, country }) => [city, country]));
    const settings_json = JSON.stringify({ ...settings, places });
    const created = randomTimestamp(since(6 - i), random);
    return { id: i + 1, name, slug, default_locale: locale, timezone: zone, settings_json, created };
  });
  const brands = BRANDS.map(([organization_id, name, slug, primary_color, accent_color, settings], i) => ({
    id: i + 1,
    ...{ organization_id, name, slug },
    ...{ logo_url: logo(slug), favicon_url: logo(slug) },
    ...{ primary_color, accent_color },
    custom_domain: `careers.${slug}.example`,
    settings_json: JSON.stringify(settings),
    created: randomTimestamp(since(2), random),
    updated: randomTimestamp(today - random.int(5, 300), random),
  }));
  const sites = SITES.map(([name, slug, headline, introduction, brand_color, accent_color, is_active, brand], i) => ({
    id: i + 1,
    ...{ name, slug, headline, introduction, brand_color, accent_color },
    logo_url: logo(brand),
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
