// Compares the service with the limit of the runtime: a bare function of Bun.serve that returns the same bytes.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Databases, sizes } from '../data/databases.ts';
import { request, totalOf } from '../load/request.ts';
import { CONNECTIONS, measureInterleaved, type Subject, sameRequest, scatteredRequests } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService, startStatic } from '../subjects/service.ts';

const EMPLOYEES = '/api/v1/employees';
/** Limits around 50. With all offsets they make more pages than a cache holds. */
const VARIED = [40, 21] as const;

export async function limits(databases: Databases, options: Options): Promise<Section> {
  const size = options.quick ? sizes.tenThousand : sizes.million;
  const folder = await databases.filled(size);
  const service = await startService(folder);
  // A copy, because a database is served by one service at a time.
  const copy = databases.temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  const logging = await startService(copy, [], { WORKFORCE_LOG: 'requests' });
  const [item, page] = [await request(`${service.url}${EMPLOYEES}/17`), await request(`${service.url}${EMPLOYEES}`)];
  const bytes = [item, page].map(({ headers }) => headers.get('Content-Length'));
  const etag = page.headers.get('ETag');
  const limit = await startStatic(join(databases.temporaryFolder(), 'static.json'), item, page);
  const subjects = [
    ...(await subjectsOf(service.url, limit.url, etag)),
    sameRequest('hot get-one, every request logged', `${logging.url}${EMPLOYEES}/17`),
    sameRequest('hot page, every request logged', `${logging.url}${EMPLOYEES}`),
  ];
  const rates = await measureInterleaved(subjects, options);
  await Promise.all([service, logging, limit].map(({ stop }) => stop()));

  const of = (name: string, below: string) => ratio(rates(name), rates(below));
  const bar = (name: string, below: string, target: number): Bar => ({
    name: `${name} / ${below}`,
    value: of(name, below),
    unit: '×',
    target,
    want: 'at least',
  });
  const share = (name: string, below: string) => (rates(name).length > 0 ? of(name, below).median.toFixed(2) : '–');
  return {
    title: 'Against the limit of the runtime',
    how: `${CONNECTIONS} connections. The limit is bare Bun.serve with a function that returns the same bytes and headers, ready-made, and does nothing else. Static routes, for which the runtime runs no JavaScript at all, are shown beside it: no program that reads a request can reach them. Database of ${size.name} attendance records and ${size.employees.toLocaleString('en')} employees; an employee is ${bytes[0]} bytes, a page of 50 is ${bytes[1]}. Cold: all records, or all offsets, in a scattered order, none twice before all were requested (from the limit too). Hot: the same address each time. Last and filtered page: varied offsets, limits from 40 to 60.`,
    bars: [
      bar('cold random get-one', 'bare handler, item, random', 0.5),
      bar('hot page', 'bare handler, page', 0.7),
      bar('cold random page', 'bare handler, page, random', 0.22),
      bar('304', 'bare handler, empty', 0.6),
    ],
    figures: subjects.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [
      `Of static routes: cold random get-one ${share('cold random get-one', 'static item')}, hot page ${share('hot page', 'static page')}, cold random page ${share('cold random page', 'static page')}, 304 ${share('304', 'static empty')}; the bare handler itself: item ${share('bare handler, item', 'static item')}, page ${share('bare handler, page', 'static page')}, empty ${share('bare handler, empty', 'static empty')}.`,
      `The service runs with WORKFORCE_LOG=off, as the peers do. With a line for every request, which is the default: hot get-one ${share('hot get-one, every request logged', 'hot get-one')} of that, hot page ${share('hot page, every request logged', 'hot page')}.`,
      ...(etag ? [] : ['The service sends no ETag, so there is no 304 to measure.']),
      ...(options.quick ? ['With 600 employees nothing is cold for long: a cache may hold all of it.'] : []),
    ],
  };
}

async function subjectsOf(service: string, limit: string, etag: string | null): Promise<Subject[]> {
  const all = await totalOf(`${service}${EMPLOYEES}`);
  const active = await totalOf(`${service}${EMPLOYEES}?status=active`);
  const items = { first: 1, count: all };
  const pages = { first: 0, count: all - 49, limits: [50, 1] as const };
  const tail = Math.min(5000, all - 60);
  const conditional = etag ? { 'If-None-Match': etag } : {};
  if (etag) await request(`${service}${EMPLOYEES}`, 304, conditional);
  return [
    scatteredRequests('bare handler, item, random', limit, { path: '/handler/item/', ...items }),
    scatteredRequests('cold random get-one', service, { path: `${EMPLOYEES}/`, ...items }),
    sameRequest('bare handler, item', `${limit}/handler/item`),
    sameRequest('hot get-one', `${service}${EMPLOYEES}/17`),
    sameRequest('static item', `${limit}/item`),
    scatteredRequests('bare handler, page, random', limit, { path: '/handler/page?', ...pages }),
    scatteredRequests('cold random page', service, { path: `${EMPLOYEES}?`, ...pages }),
    sameRequest('bare handler, page', `${limit}/handler/page`),
    sameRequest('hot page', `${service}${EMPLOYEES}`),
    sameRequest('static page', `${limit}/page`),
    scatteredRequests('last page', service, {
      path: `${EMPLOYEES}?`,
      first: all - 59 - tail,
      count: tail,
      limits: VARIED,
    }),
    scatteredRequests('filtered page', service, {
      path: `${EMPLOYEES}?status=active&`,
      first: 0,
      count: active - 59,
      limits: VARIED,
    }),
    sameRequest('bare handler, empty', `${limit}/handler/empty`, { headers: conditional }),
    sameRequest('static empty', `${limit}/empty`, { headers: conditional }),
    ...(etag ? [sameRequest('304', `${service}${EMPLOYEES}`, { headers: conditional })] : []),
  ];
}
