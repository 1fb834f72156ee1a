// A small company with career sites, of which each test says what matters to it.
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { seed } from '../../src/jobs/seed.ts';
import { type Engine, newDatabase } from '../harness/databases.ts';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';

export const PUBLIC_URL = 'https://hr.example.com';

const MADE = { created: '2026-01-01', updated: '2026-01-01' };

export const organization = (id: number, more: DataRecord = {}): DataRecord => ({
  ...{ id, name: `Organization ${id}`, slug: `organization-${id}`, default_locale: 'en', timezone: 'UTC' },
  ...{ settings_json: null, created: MADE.created },
  ...more,
});

export const brand = (id: number, more: DataRecord = {}): DataRecord => ({
  ...{ id, organization_id: 1, name: `Brand ${id}`, slug: `brand-${id}`, logo_url: null, favicon_url: null },
  ...{ primary_color: '#0b6e63', accent_color: '#f4b740', custom_domain: null, settings_json: null },
  ...MADE,
  ...more,
});

export const site = (id: number, more: DataRecord = {}): DataRecord => ({
  ...{ id, name: `Site ${id}`, slug: `site-${id}`, headline: `Headline ${id}`, introduction: null, logo_url: null },
  ...{ brand_color: '#1d4ed8', accent_color: '#f59e0b', privacy_policy_url: null, custom_domain: null, is_active: 1 },
  ...MADE,
  ...more,
});

export const job = (id: number, more: DataRecord = {}): DataRecord => ({
  ...{ id, code: `JOB-${id}`, title: `Diver ${id}`, dept_id: 1, hiring_manager_id: null, headcount: 1, filled: 0 },
  ...{ comp_min: 40_000, comp_max: 50_000, currency: 'EUR', location: 'Berlin', remote_policy: 'hybrid' },
  ...{ employment_type: 'full_time', status: 'open', description: 'Dive.', requirements: '- Gills', stages_json: null },
  ...{ opened_on: '2026-10-01', target_date: null, created: MADE.created },
  ...more,
});

export const advert = (id: number, more: DataRecord = {}): DataRecord => ({
  ...{ id, job_posting_id: id, career_site_id: 1, brand_id: null, locale: 'en', slug: `diver-${id}` },
  ...{ status: 'published', published_at: '2026-10-02T08:00:00Z' },
  ...more,
});

export type World = Readonly<Record<string, readonly DataRecord[]>>;

const ORDER = ['departments', 'organizations', 'brands', 'career-sites', 'jobs', 'job-distributions'];

/** With one department, organization, brand and site, unless the world has others. */
export async function careersService(
  world: World,
  engine: Engine = 'embedded',
  more: ServiceOptions = {},
): Promise<Service> {
  const service = await startService({
    filled: false,
    location: await newDatabase(engine),
    engine,
    ...more,
    parts: { careers: { publicUrl: () => PUBLIC_URL }, ...more.parts },
  });
  const usual: World = {
    departments: [{ id: 1, name: 'Diving', description: null, head_id: null, budget: null, created: MADE.created }],
    organizations: [organization(1)],
    brands: [brand(1)],
    'career-sites': [site(1)],
  };
  await add(service, { ...usual, ...world });
  return service;
}

export async function add(service: Service, world: World): Promise<void> {
  const batches = ORDER.filter((resource) => world[resource]).map((resource) => ({
    resource,
    records: [...world[resource]!] as DataRecord[],
  }));
  await seed(service.store, catalogue, batches);
}

/** A page: its status, its headers and its text. */
export async function page(service: Service, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
