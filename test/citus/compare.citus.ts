// Random requests to a service on plain PostgreSQL and to one whose tables are distributed: the same answers, byte for
// byte. CITUS_EMPLOYEES=12000 CITUS_REQUESTS=1000 npm test -- citus compares 1,000 of them on about 300,000 records.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { metricNames } from '../../src/cli/options/metric-options.ts';
import { addressOf, operators, units } from '../aggregate/calculator/question.ts';
import { measureKinds, questions } from '../aggregate/questions.ts';
import { type Spawned, spawnService } from '../harness/command.ts';
import { addressesOf, type CitusCluster, createDatabase, startCitus } from '../harness/postgres/citus.ts';
import { fc } from '../harness/random/fc.ts';
import { randomReads } from '../harness/random/reads.ts';
import { command } from './stage.ts';

setDefaultTimeout(3_600_000);

const EMPLOYEES = Number(process.env.CITUS_EMPLOYEES ?? 300);
const REQUESTS = Number(process.env.CITUS_REQUESTS ?? 200);
const DISTRIBUTED = ['attendance', 'leave', 'applications'];
/** Records of each resource from which values of requests are taken. */
const SAMPLE = 1000;

let cluster: CitusCluster;
let services: [Spawned, Spawned];
const all = new Map<string, DataRecord[]>();
/** By id. Those that references lead to are all there. */
const byId = new Map<string, Map<number, DataRecord>>();

beforeAll(async () => {
  cluster = await startCitus({ settings: { fsync: 'off', shared_buffers: '256MB' } });
  const urls = [await cluster.coordinator.createDatabase(), await createDatabase(addressesOf(cluster))] as const;
  for (const url of urls)
    await command(url, [
      'generate',
      '--employees',
      String(EMPLOYEES),
      '--attendance-days',
      '20',
      '--date',
      '2026-03-02',
    ]);
  await command(urls[1], ['migrate', '--distribute', '--shards', '8']);
  services = (await Promise.all(
    urls.map((DATABASE_URL) =>
      spawnService({ DATABASE_URL, WORKFORCE_WORKERS: '1', WORKFORCE_STATEMENT_TIMEOUT_SECONDS: '120' }),
    ),
  )) as [Spawned, Spawned];
  for (const { name } of catalogue) {
    const lines = await (await fetch(`${services[0].url}/api/v1/${name}?format=ndjson`)).text();
    const records = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as DataRecord);
    const step = Math.max(1, Math.floor(records.length / SAMPLE));
    const some = records.filter((_, at) => at % step === 0);
    const known = DISTRIBUTED.includes(name) ? some : records;
    all.set(name, some);
    byId.set(name, new Map(known.map((record) => [record.id as number, record])));
  }
});
afterAll(async () => {
  for (const each of services ?? []) each.process.kill('SIGKILL');
  await Promise.all([cluster.coordinator, ...cluster.workers].map((node) => node.destroy()));
});

async function answerOf({ url }: Spawned, path: string) {
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
  // Pages of career sites are told apart by how far the records have come, and so is their ETag.
  const names = ['content-type', 'link', 'location', ...(path.startsWith('/api') ? ['etag'] : [])];
  const headers = names.map((name) => response.headers.get(name));
  // Pages have the address that they were asked by.
  return { status: response.status, headers, text: (await response.text()).replaceAll(url, 'http://here') };
}

const names = catalogue.map(({ name }) => name);
const distributed = fc.constantFrom(...DISTRIBUTED);

/** Deep pages, pages after an id and pages of one value, which random reads hardly meet. */
const pages = fc
  .tuple(
    distributed,
    fc.nat(EMPLOYEES * 14),
    fc.constantFrom('', '&limit=200', '&sort=-id', '&employee_id=7', '&id[gt]=500'),
  )
  .map(([name, offset, more]) => `/api/v1/${name}?offset=${offset}${more}`);
const exports = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom('csv', 'ndjson'),
    fc.constantFrom('', '&sort=-id', '&q=an', '&limit=100&offset=50'),
  )
  .map(([name, format, more]) => `/api/v1/${name}?format=${format}${more}`);
const insights = fc
  .tuple(
    fc.constantFrom(...metricNames),
    fc.constantFrom('', '?from=2025-06-01&to=2026-02-28', '?from=2025-01-01&every=month', '?every=quarter'),
  )
  .map(([name, query]) => `/api/v1/insights/${name}${query}`);
const aggregates = fc
  .record({
    unit: fc.constantFrom(...units),
    measure: fc.constantFrom(...measureKinds),
    operator: fc.constantFrom(...operators),
    isHop: fc.boolean(),
  })
  .chain((wanted) => questions(byId, wanted))
  .map(addressOf);

test(`${REQUESTS} random requests`, async () => {
  const sites = await pagesOfSites();
  const request = fc.oneof(
    { weight: 9, arbitrary: randomReads(catalogue, all).map(({ path }) => path) },
    { weight: 3, arbitrary: pages },
    { weight: 5, arbitrary: aggregates },
    { weight: 2, arbitrary: exports },
    { weight: 2, arbitrary: insights },
    { weight: 2, arbitrary: fc.constantFrom(...sites) },
  );
  const seen: Record<string, number> = {};
  for (const path of fc.sample(request, { numRuns: REQUESTS })) {
    const [plain, spread] = await Promise.all(services.map((service) => answerOf(service, path)));
    expect({ path, ...spread }).toEqual({ path, ...plain! });
    const kind = `${kindOf(path)} ${plain!.status}`;
    seen[kind] = (seen[kind] ?? 0) + 1;
  }
  const total = await (await fetch(`${services[0].url}/api/v1/aggregate/attendance`)).json();
  console.log(JSON.stringify({ requests: REQUESTS, seen, attendance: (total as any).totals.values.count }));
  expect(seen['records 200'] ?? 0).toBeGreaterThan(REQUESTS / 5);
});

function kindOf(path: string): string {
  const [, first, , third] = path.split(/[/?]/);
  if (first === 'careers') return first;
  if (third === 'aggregate' || third === 'insights') return third;
  return path.includes('format=') ? 'exports' : 'records';
}

/** The pages of all career sites that their start page leads to. */
async function pagesOfSites(): Promise<string[]> {
  const start = await (await fetch(`${services[0].url}/careers`)).text();
  const linksIn = (html: string) =>
    [...html.matchAll(/href="(\/careers\/[^"#]*)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'));
  const first = [...new Set(linksIn(start))];
  const more = await Promise.all(
    first.slice(0, 6).map(async (path) => linksIn(await (await fetch(services[0].url + path)).text())),
  );
  return ['/careers', ...new Set([...first, ...more.flat()])].filter((path) => !/\.(png|ico|css|js|svg)/.test(path));
}
