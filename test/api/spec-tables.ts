// The interface specification as tables, written by hand from the text of version 1 (its sections 2 to 9), so that
// tests compare the service with the specification and not with its own catalogue. It imports nothing from src.

export type JsonType = 'integer' | 'number' | 'string' | 'boolean';
export type FieldRow = readonly [name: string, type: JsonType, nullable: boolean, required: boolean];
export type BodyRow = readonly [name: string, type: JsonType, required: boolean];
export type ResourceTable = {
  readonly path: string;
  readonly fields: readonly FieldRow[];
  readonly body?: readonly BodyRow[];
};

/** The notation of section 2, fields separated by commas: `T?` may be null, `req` is required in the response
 * schema. */
const response = (text: string): FieldRow[] =>
  text.split(',').map((entry): FieldRow => {
    const [name, type, note] = entry.trim().split(/\s+/) as [string, string, string?];
    return [name, type.replace('?', '') as JsonType, type.endsWith('?'), note === 'req'];
  });

/** The notation of the create bodies: `T?` may be omitted or null, any other is required. */
const create = (text: string): BodyRow[] =>
  response(text).map(([name, type, nullable]): BodyRow => [name, type, !nullable]);

/** Section 2, in the order of section 4. */
export const resources: readonly ResourceTable[] = [
  {
    path: '/v1/employees',
    fields: response(`id integer?, code string?, first_name string?, last_name string?, email string?, dept_id integer?,
      designation string?, manager_id integer?, branch string?, status string req, date_of_joining string?,
      gender string?, base_salary number?, candidate_id integer?, employment_type string?, probation_end string?,
      termination_date string?, alumni integer req, password_hash string?`),
  },
  {
    path: '/v1/departments',
    fields: response('id integer?, name string req'),
  },
  {
    path: '/v1/leave',
    fields: response(`id integer?, employee_id integer?, leave_type string req, from_date string?, to_date string?,
      days number?, status string req, reason string?, applied_on string?`),
    body: create(`employee_id integer?, leave_type string, from_date string?, to_date string?, days number?,
      status string?, reason string?, applied_on string?`),
  },
  {
    path: '/v1/attendance',
    fields: response('id integer?, employee_id integer?, att_date string req, status string req, hours number?'),
  },
  {
    path: '/v1/jobs',
    fields: response(`id integer?, code string?, title string req, dept_id integer?, hiring_manager_id integer?,
      headcount integer req, filled integer req, comp_min number?, comp_max number?, currency string?, location string?,
      remote_policy string?, employment_type string?, status string req, description string?, requirements string?,
      stages_json string?, opened_on string?, target_date string?, created string?`),
  },
  {
    path: '/v1/candidates',
    fields:
      response(`id integer?, first_name string?, last_name string?, email string?, phone string?, location string?,
      headline string?, current_title string?, current_employer string?, years_experience number?, linkedin_url string?,
      source string?, referred_by integer?, consent_at string?, status string req, notes string?, created string?`),
  },
  {
    path: '/v1/applications',
    fields: response(`id integer?, candidate_id integer req, job_id integer req, stage string req, status string req,
      applied_on string?, stage_entered_on string?, rating number?, rejection_reason string?, created string?`),
    body: create(`candidate_id integer, job_id integer, stage string?, status string?, applied_on string?,
      stage_entered_on string?, rating number?, rejection_reason string?`),
  },
  {
    path: '/v1/organizations',
    fields: response(`id integer?, name string req, slug string req, default_locale string req, timezone string req,
      settings_json string?, created string req`),
    body: create('name string, slug string, default_locale string?, timezone string?, settings_json string?'),
  },
  {
    path: '/v1/brands',
    fields: response(`id integer?, organization_id integer req, name string req, slug string req, logo_url string?,
      favicon_url string?, primary_color string?, accent_color string?, custom_domain string?, settings_json string?,
      created string req, updated string req`),
    body: create(`organization_id integer, name string, slug string, logo_url string?, favicon_url string?,
      primary_color string?, accent_color string?, custom_domain string?, settings_json string?`),
  },
  {
    path: '/v1/career-sites',
    fields: response(`id integer?, name string req, slug string req, headline string?, introduction string?,
      brand_color string req, accent_color string req, logo_url string?, privacy_policy_url string?,
      custom_domain string?, is_active integer req, created string req, updated string req`),
    body: create(`name string, slug string, headline string?, introduction string?, brand_color string?,
      accent_color string?, logo_url string?, privacy_policy_url string?, is_active integer?`),
  },
  {
    path: '/v1/organization-teams',
    fields: response(`id integer?, organization_id integer req, parent_id integer?, name string req, country string?,
      department_id integer?, settings_json string?`),
    body: create(`organization_id integer, parent_id integer?, name string, country string?, department_id integer?,
      settings_json string?`),
  },
  {
    path: '/v1/job-distributions',
    fields: response(`id integer?, job_posting_id integer req, career_site_id integer req, brand_id integer?,
      locale string req, slug string req, status string req, published_at string?`),
    body: create(`job_posting_id integer, career_site_id integer, brand_id integer?, locale string?, slug string,
      status string?, published_at string?`),
  },
];

export const creatable = resources.filter((resource) => resource.body);
export const readOnly = resources.filter((resource) => !resource.body);

/** Shared shapes of sections 2 and 7. The tables of objects are above. */
export const paginationMeta = response('total integer req, limit integer req, offset integer req');
export const health = response('status string req, product string req, version string req, writes_enabled boolean req');
export const collection = ['data', 'meta'];
export const errorFields = { required: ['code', 'message'], optional: ['details'] };
export const faultFields = { required: ['loc', 'msg', 'type'], optional: ['input', 'ctx'] };

/** Section 4: the name, the answers and the bodies of each kind of operation. */
export type Body = 'resource' | 'collection' | 'error' | 'detail' | 'health' | 'object';
export const answers = {
  index: { 200: 'object' },
  health: { 200: 'health' },
  list: { 200: 'collection', 422: 'detail' },
  get: { 200: 'resource', 404: 'error', 422: 'detail' },
  create: { 201: 'resource', 401: 'error', 422: 'error', 503: 'error' },
} as const satisfies Record<string, Record<number, Body>>;

export type Operation = {
  readonly type: keyof typeof answers;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly resource?: ResourceTable;
};
export const operations: readonly Operation[] = [
  { type: 'index', method: 'get', path: '/' },
  { type: 'health', method: 'get', path: '/v1/health' },
  ...resources.map((resource): Operation => ({ type: 'list', method: 'get', path: resource.path, resource })),
  ...resources.map(
    (resource): Operation => ({ type: 'get', method: 'get', path: `${resource.path}/{item_id}`, resource }),
  ),
  ...creatable.map((resource): Operation => ({ type: 'create', method: 'post', path: resource.path, resource })),
];

/** Section 4 and 8: the parameters of every list. */
export const limit = { type: 'integer', minimum: 1, maximum: 200, default: 50 } as const;
export const offset = { type: 'integer', minimum: 0, default: 0 } as const;
export const q = { type: 'string' } as const;

/** Section 1 and 9. */
export const base = '/api';
export const version = '1.0.0';

/** A body with every field for each create, valid with the demo data. The sender replaces `slug` by a new one. */
export const samples: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  '/v1/leave': {
    employee_id: 1,
    leave_type: 'study',
    from_date: '2026-03-04',
    to_date: '2026-03-06',
    days: 2.5,
    status: 'approved',
    reason: 'Exam “Σ” 🎓',
    applied_on: '2026-02-01',
  },
  '/v1/applications': {
    candidate_id: 1,
    job_id: 1,
    stage: 'interview',
    status: 'rejected',
    applied_on: '2026-02-01',
    stage_entered_on: '2026-02-20T09:30:00+01:00',
    rating: 3.75,
    rejection_reason: 'position_filled',
  },
  '/v1/organizations': {
    name: 'Société Générique',
    slug: 'x',
    default_locale: 'fr-CA',
    timezone: 'America/Toronto',
    settings_json: '{ "a" : [1.0, "é"] }',
  },
  '/v1/brands': {
    organization_id: 1,
    name: 'مرحبا',
    slug: 'x',
    logo_url: 'https://assets.example.com/logo.svg?v=1#top',
    favicon_url: '/favicon.ico',
    primary_color: '#ABCDEF80',
    accent_color: 'rebeccapurple',
    custom_domain: 'careers.example.com',
    settings_json: 'null',
  },
  '/v1/career-sites': {
    name: 'Jobs',
    slug: 'x',
    headline: 'Work\twith us',
    introduction: 'Line one\nline two',
    brand_color: '#fff',
    accent_color: 'tomato',
    logo_url: 'http://localhost:3000/logo.png',
    privacy_policy_url: '/privacy',
    is_active: 0,
  },
  '/v1/organization-teams': {
    organization_id: 1,
    parent_id: 1,
    name: 'Platform',
    country: 'DE',
    department_id: 2,
    settings_json: '[]',
  },
  '/v1/job-distributions': {
    job_posting_id: 1,
    career_site_id: 1,
    brand_id: 1,
    locale: 'pt_BR',
    slug: 'x',
    status: 'expired',
    published_at: '2026-03-04T09:30:00.5Z',
  },
};

/** What an omitted or null field becomes. All others stay null. */
export const defaults: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  '/v1/leave': { status: 'pending', applied_on: 'TODAY' },
  '/v1/applications': {
    stage: 'applied',
    status: 'active',
    applied_on: 'TODAY',
    stage_entered_on: 'TODAY',
    created: 'NOW',
  },
  '/v1/organizations': { default_locale: 'en', timezone: 'UTC', created: 'NOW' },
  '/v1/brands': { created: 'NOW', updated: 'NOW' },
  '/v1/career-sites': {
    brand_color: '#1d4ed8',
    accent_color: '#f59e0b',
    is_active: 1,
    created: 'NOW',
    updated: 'NOW',
  },
  '/v1/organization-teams': {},
  '/v1/job-distributions': { locale: 'en', status: 'draft' },
};

let made = 0;

/** The sample body of a create, or only its required fields, with a new slug. */
export function sampleBody({ path, body = [] }: ResourceTable, which: 'all' | 'required' = 'required') {
  const sent = body.filter(([, , required]) => required || which === 'all').map(([name]) => name);
  return Object.fromEntries(sent.map((name) => [name, name === 'slug' ? `spec-${++made}` : samples[path]![name]!]));
}
