// What the page of the career sites asks the API. Its address has the site, what is shown, and the filters of job
// distributions.
import { conditionsIn, formatQuery, type Query, valueIn, without } from '../../data/query.ts';
import { METRIC } from './visibility.ts';

export const PAGE = 50;

export type SiteQuestion = {
  readonly query: Query;
  /** The id of the site; none means all. */
  readonly site: string | undefined;
  /** The conditions of the distributions, with the site. */
  readonly conditions: Query;
  /** `problems`, the name of a figure of the metric, or nothing. */
  readonly show: string | undefined;
  readonly offset: number;
};

export function askedIn(query: Query): SiteQuestion {
  const site = valueIn(query, 'site') ?? valueIn(query, 'career_site_id');
  const conditions = conditionsIn(without(query, 'site', 'career_site_id', 'show'));
  return {
    query,
    site,
    conditions: site === undefined ? conditions : [['career_site_id', site], ...conditions],
    show: valueIn(query, 'show'),
    offset: Math.max(0, Math.floor(Number(valueIn(query, 'offset') ?? 0)) || 0),
  };
}

/** The same page with another query; it begins at its first row. */
export const pageWith = (query: Query): string => `/console/careers${formatQuery(without(query, 'offset'))}`;

export const SITES = 'career-sites?limit=200&sort=name';

const idPairs = (name: string, ids: readonly (number | string)[]): Query =>
  ids.map((id) => [name, String(id)] as const);

/** Of these sites; without ids, of all. */
export const siteFiguresPath = (ids: readonly (number | string)[]): string =>
  `${METRIC}${formatQuery([...idPairs('career_site_id', ids), ['group', 'career_site_id'], ['limit', '200']])}`;

export const siteLocalesPath = (ids: readonly (number | string)[]): string =>
  `aggregate/job-distributions${formatQuery([...idPairs('career_site_id', ids), ['group', 'career_site_id,locale'], ['limit', '200']])}`;

export const figuresPath = (conditions: Query): string => `${METRIC}${formatQuery(conditions)}`;

const FIELDS = [
  'id,slug,locale,status,published_at,career_site_id,career_site_id.name,career_site_id.slug',
  'job_posting_id,job_posting_id.title,brand_id,brand_id.name,brand_id.primary_color',
].join();

/** The newest come first. With `ids`, those among them. */
export const rowsPath = (conditions: Query, ids: readonly number[] | undefined, offset: number): string =>
  `job-distributions${formatQuery([
    ...(ids ? idPairs('id', ids.slice(offset, offset + PAGE)) : conditions),
    ['sort', '-id'],
    ['fields', FIELDS],
    ['limit', String(PAGE)],
    ...(!ids && offset > 0 ? [['offset', String(offset)] as const] : []),
  ])}`;

/** Of each of these distributions alone, so every figure is 0 or 1. */
export const visibilityPath = (ids: readonly number[]): string =>
  `${METRIC}${formatQuery([...idPairs('id', ids), ['group', 'id'], ['limit', '200']])}`;

export const countsPath = (conditions: Query, field: string): string =>
  `aggregate/job-distributions${formatQuery([...without(conditions, field), ['group', field], ['limit', '200']])}`;
