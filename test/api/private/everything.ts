// Everything that can be asked about a field, and about the record in which its value changes: lists, exports, filters,
// orders, searches, aggregates, metrics, calendars, career sites and documents. Any of it could tell the value.
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../../src/catalogue/resource.ts';
import { fieldsOf } from '../../../src/contract/aggregate/grouping.ts';
import { insights } from '../../../src/insights/insights.ts';
import type { Metric } from '../../../src/insights/metric.ts';
import { groupNames, resourceOf } from '../../../src/insights/request.ts';

export type Change = {
  readonly resource: Resource;
  readonly field: Field;
  readonly record: DataRecord;
  /** The value afterwards. */
  readonly value: Value;
  /** A record that has the same value before. */
  readonly other: DataRecord;
};

/** Some of many that are much alike. */
export type Pick = <T>(items: readonly T[], most: number) => T[];

const API = '/api/v1';

const equals = (path: string, value: Value): string => `${path}=${encodeURIComponent(String(value))}`;

/** Everything but the metrics, whose answers may differ in figures that are restricted. */
export function questionsAbout(change: Change, pick: Pick): string[] {
  const { resource } = change;
  return [
    ...listsOf(change, pick),
    ...filtersOf(change, pick),
    ...searchesOf(change),
    ...aggregatesOf(change, pick),
    ...catalogue.flatMap((from) =>
      from.fields.filter(({ target }) => target === resource).flatMap((via) => through(from, via, change, pick)),
    ),
    ...behind(change, pick),
    ...calendarsOf(change),
    ...pick(DOCUMENTS, 4),
  ];
}

function listsOf({ resource: { name, fields }, field, record: { id } }: Change, pick: Pick): string[] {
  const list = `${API}/${name}`;
  const near = `id[gte]=${Number(id) - 3}&limit=7`;
  return [
    `${list}/${id}`,
    `${list}/${id}?fields=id,${field.name}`,
    `${list}?${near}`,
    ...['csv', 'ndjson'].flatMap((format) => [
      `${list}?${near}&format=${format}`,
      `${list}?fields=${field.name}&format=${format}`,
    ]),
    ...fields.filter(({ target }) => target).map(({ name: reference }) => `${list}?${near}&expand=${reference}`),
    ...pick(
      fields.filter(({ sort }) => sort),
      4,
    ).flatMap((each) => [`${list}?sort=${each.name}&limit=40`, `${list}?sort=-${each.name},id&limit=40&offset=7`]),
    `${list}?sort=${field.name}&limit=3`,
    `${list}?sort=-${field.name}&limit=3`,
  ];
}

const OPERATORS = [
  '',
  '[ne]',
  '[gte]',
  '[gt]',
  '[lte]',
  '[lt]',
  '[gte_or_null]',
  '[lt_or_null]',
  '[weekday]',
  '[month_of_year]',
];

function filtersOf({ resource, field, record, value }: Change, pick: Pick): string[] {
  const list = `${API}/${resource.name}?limit=3`;
  const others = pick(
    resource.fields.filter((each) => each.filter === 'value' && each !== field),
    6,
  );
  return [
    ...OPERATORS.flatMap((operator) =>
      [record[field.name]!, value].map((each) => `${list}&${equals(field.name + operator, each)}`),
    ),
    ...others.map((each) => `${list}&${equals(each.name, record[each.name]!)}`),
    ...others.slice(1).map((each, at) => {
      const before = others[at]!;
      return `${list}&${equals(each.name, record[each.name]!)}&${equals(before.name, record[before.name]!)}`;
    }),
  ];
}

function searchesOf({ resource, field, record, value }: Change): string[] {
  const texts = [record[field.name]!, value].map((each) => String(each ?? 'null'));
  const terms = texts.flatMap((text) => [text.slice(0, 60), text.slice(0, 2), text.slice(-3), text.slice(1, 5)]);
  return [...new Set([...terms, 'private'])]
    .filter((term) => term.trim() !== '')
    .flatMap((term) => [
      `${API}/${resource.name}?limit=3&q=${encodeURIComponent(term)}`,
      `${API}/aggregate/${resource.name}?q=${encodeURIComponent(term)}`,
    ]);
}

function aggregatesOf({ resource, field, record, value, other }: Change, pick: Pick): string[] {
  const { fields, name } = resource;
  const aggregate = `${API}/aggregate/${name}`;
  const both = `id=${record.id}&id=${other.id}`;
  const groups = fields.filter((each) => fieldsOf.group(each) && each.kindName !== 'id');
  return [
    ...[...new Set([...pick(groups, 5), field])].map((each) => `${aggregate}?group=${each.name}&limit=30`),
    ...fields.filter(fieldsOf.date).map((date) => `${aggregate}?group=month(${date.name})&limit=30`),
    ...fields.filter(fieldsOf.bin).flatMap((number) => [
      `${aggregate}?group=bin(${number.name},1000)&limit=30`,
      `${aggregate}?measure=sum(${number.name}),avg(${number.name}),median(${number.name})`,
      // Amounts of one currency are added up, and others are refused.
      `${aggregate}?measure=sum(${number.name})&${both}`,
      `${aggregate}?measure=min(${number.name}),max(${number.name})&${both}`,
    ]),
    `${aggregate}?measure=distinct(${field.name})`,
    `${aggregate}?measure=count&${equals(field.name, value)}`,
    `${aggregate}?group=id&${both}&format=csv`,
  ];
}

/** From a resource that refers to the one with the field. */
function through(from: Resource, via: Field, { resource, field, record, value }: Change, pick: Pick): string[] {
  const [list, aggregate] = [`${API}/${from.name}`, `${API}/aggregate/${from.name}`];
  const path = `${via.name}.${field.name}`;
  const others = pick(
    resource.fields.filter((each) => each.filter === 'value' && fieldsOf.group(each) && each.kindName !== 'id'),
    3,
  );
  return [
    `${list}?${via.name}=${record.id}&limit=5&expand=${via.name}`,
    `${list}?fields=id,${path}&limit=50`,
    `${list}?fields=id,${path}&limit=50&format=csv`,
    ...['', '[ne]', '[gt]'].map((operator) => `${list}?limit=3&${equals(path + operator, value)}`),
    ...others.map((each) => `${list}?limit=3&${equals(`${via.name}.${each.name}`, record[each.name]!)}`),
    ...[...others, field].map((each) => `${aggregate}?group=${via.name}.${each.name}&limit=30`),
    `${aggregate}?group=${via.name}&limit=5&${via.name}=${record.id}`,
    `${aggregate}?measure=distinct(${path})`,
  ];
}

/** Through the field, where it is a reference. */
function behind({ resource, field }: Change, pick: Pick): string[] {
  return pick(field.target?.fields ?? [], 3).flatMap(({ name }) => [
    `${API}/${resource.name}?fields=id,${field.name}.${name}&limit=30`,
    `${API}/${resource.name}?limit=3&${field.name}.${name}=null`,
    `${API}/aggregate/${resource.name}?group=${field.name}.${name}&limit=30`,
  ]);
}

function calendarsOf({ resource, record }: Change): string[] {
  const calendar = '/calendar/who-is-out.ics';
  const person = resource.name === 'employees' ? record.id : record.employee_id;
  return [calendar, `${calendar}?branch=London`, `${calendar}?employee_id=${person ?? 1}`];
}

const DOCUMENTS = [
  ...['/', '/api', '/api/v1/health', '/api/v1/insights', '/llms.txt', '/console/catalogue.json', '/robots.txt'],
  ...['/api/openapi.json', '/swagger.json'],
];

/** Each metric as a whole; and by time, groups and filters, which is refused where a private field is inside. */
export function metricQuestions({ record, resource }: Change, pick: Pick): { metric: Metric; path: string }[] {
  return insights.flatMap((metric) => {
    const path = `${API}/insights/${metric.name}`;
    const groups = metric.groups ? [] : groupNames(metric, resourceOf(metric, catalogue));
    const queries = [
      ...['', '?format=csv'],
      ...(metric.isSeries ? ['?every=quarter'] : []),
      ...pick(groups, 2).map((group) => `?group=${group}&limit=200`),
      ...(metric.of === resource.name && !metric.through && !metric.isWhole ? [`?id=${record.id}`] : []),
    ];
    return queries.map((query) => ({ metric, path: path + query }));
  });
}

const FILES = ['', '/feed.xml', '/feed.json', '/indeed.xml', '/linkedin.xml', '/sitemap.xml', '?q=private', '?page=2'];

/** The pages and feeds of career sites. `records`: those of each resource. */
export function pagesOf({ resource, record }: Change, records: ReadonlyMap<string, readonly DataRecord[]>, pick: Pick) {
  const active = records.get('career-sites')!.filter(({ is_active: isActive }) => isActive === 1);
  const sites = MADE_OF.includes(resource.name) ? active : active.slice(0, 1);
  const isAbout = (advert: DataRecord) =>
    [advert.id, advert.job_posting_id, advert.brand_id][ABOUT.indexOf(resource.name)] === record.id;
  const adverts = records
    .get('job-distributions')!
    .filter((each) => sites.some(({ id }) => id === each.career_site_id));
  const chosen = [...adverts.filter(isAbout).slice(0, 4), ...pick(adverts, 3)];
  const slugOf = (site: Value) => sites.find(({ id }) => id === site)!.slug;
  return [
    '/careers',
    ...sites.flatMap(({ slug }) => FILES.map((file) => `/careers/${slug}${file}`)),
    ...chosen.map(({ career_site_id: site, locale, slug }) => `/careers/${slugOf(site!)}/${locale}/${slug}`),
  ];
}

/** What career sites are made of. */
const MADE_OF = ['career-sites', 'job-distributions', 'jobs', 'brands', 'organizations', 'departments'];

const ABOUT = ['job-distributions', 'jobs', 'brands'];
