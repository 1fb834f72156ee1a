// The bare PostgreSQL driver: the statements that the service prepares, run as fast as the driver can.
// `/item?seconds=2` and `/page?seconds=2` measure them and return the result. Arguments: URL RECORDS CONNECTIONS POOL
import postgres from 'postgres';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { listStatement } from '../../src/store/postgres/read/list-page.ts';

const [url = '', records, connections, pool] = process.argv.slice(2);
const connection = { max_parallel_workers_per_gather: '0', jit: 'off' };
const sql = postgres(url, { max: Number(pool), fetch_types: false, connection });
const attendance = catalogue.find(({ name }) => name === 'attendance')!;
const randomBelow = (count: number) => Math.floor(Math.random() * count);

const queries: Record<string, () => Promise<unknown>> = {
  '/item': () =>
    sql
      .unsafe('SELECT json FROM "attendance" WHERE id = $1', [1 + randomBelow(Number(records))], { prepare: true })
      .raw(),
  '/page': () => {
    const query = { limit: 50, offset: randomBelow(Number(records) - 50), terms: [], conditions: [] };
    const { sql: text, parameters } = listStatement(attendance, query, false)!;
    return sql.unsafe(text, parameters as number[], { prepare: true }).raw();
  },
};

async function measured(query: () => Promise<unknown>, seconds: number) {
  const startedAt = performance.now();
  const end = startedAt + 1000 * seconds;
  let requests = 0;
  const one = async () => {
    for (; performance.now() < end; requests++) await query();
  };
  await Promise.all(Array.from({ length: Number(connections) }, one));
  return { requests, rate: requests / ((performance.now() - startedAt) / 1000) };
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  idleTimeout: 60,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const query = queries[pathname];
    return query ? Response.json(await measured(query, Number(searchParams.get('seconds')))) : new Response('ready');
  },
});
console.log(`bare driver on ${server.url.href}`);
