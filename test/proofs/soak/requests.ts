// Random requests of a busy day: reads of popular and of random records, lists, filters, search, revalidation, creates
// with and without keys, and invalid requests. Each has the status that is expected.
import { randomFrom, SEED } from '../../harness/random/sample.ts';
import { TOKEN } from '../../harness/service.ts';

export type Drawn = {
  readonly name: string;
  readonly path: string;
  readonly init?: RequestInit;
  readonly status: number;
};

const API = '/api/v1';
const random = randomFrom(SEED);
const below = (bound: number): number => Math.floor(random() * bound);
const one = <T>(values: readonly T[]): T => values[below(values.length)]!;

const json = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
const sent = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const leave = () => ({ employee_id: 1 + below(50), leave_type: 'annual', reason: `On the road, ${below(1e6)}` });

const WORDS = ['engineer', 'berlin', 'an', 'london', 'senior', 'ma', 'o', 'data', 'zzz'];
const HOT = ['/employees', '/jobs?limit=10', '/employees/1', '/candidates?status=active', '/departments'];

/** `etag`: of the list of departments, which does not change. */
export function drawing(etag: string): () => Drawn {
  const run = crypto.randomUUID();
  let made = 0;
  const get = (path: string, status = 200, init: RequestInit = {}) => ({ path: `${API}${path}`, status, init });
  const create = (path: string, init: RequestInit, status: number) => ({ path: `${API}${path}`, status, init });
  const organization = (n: number) => ({ name: 'Soaked', slug: `soak-${run}-${n}` });
  const keyed = (n: number) =>
    create('/organizations', sent(organization(n), { 'Idempotency-Key': `${run}-${n}` }), 201);
  const kinds: Record<string, { weight: number; draw: () => Omit<Drawn, 'name'> }> = {
    hot: { weight: 30, draw: () => get(one(HOT)) },
    cold: { weight: 15, draw: () => get(`/attendance/${1 + below(3000)}`) },
    list: { weight: 15, draw: () => get(`/attendance?limit=${1 + below(100)}&offset=${below(4000)}`) },
    filter: { weight: 8, draw: () => get(`/leave?employee_id=${1 + below(60)}&days[gt]=${below(5)}`) },
    search: { weight: 8, draw: () => get(`/candidates?q=${one(WORDS)}+${one(WORDS)}&offset=${below(30)}`) },
    unchanged: { weight: 8, draw: () => get('/departments', 304, { headers: { 'If-None-Match': etag } }) },
    compressed: { weight: 4, draw: () => get(one(HOT), 200, { headers: { 'Accept-Encoding': one(['br', 'gzip']) } }) },
    create: { weight: 4, draw: () => create('/leave', sent(leave()), 201) },
    once: { weight: 2, draw: () => keyed(made++) },
    again: { weight: 2, draw: () => keyed(below(made + 1)) },
    'wrong token': { weight: 1, draw: () => create('/leave', sent(leave(), { Authorization: 'Bearer not-it' }), 401) },
    'no JSON': { weight: 1, draw: () => create('/leave', sent('{"leave_type": '), 422) },
    'wrong values': { weight: 1, draw: () => create('/leave', sent({ ...leave(), employee_id: 999_999_999 }), 422) },
    'wrong parameters': { weight: 1, draw: () => get(`/employees?limit=${one(['0', '201', 'x'])}&nothing=1`, 422) },
    'no record': { weight: 1, draw: () => get(`/employees/${100_000_000 + below(1e6)}`, 404) },
    'no address': { weight: 1, draw: () => get(`/nothing/${below(1e9)}`, 404) },
    'no method': { weight: 1, draw: () => get('/leave', 405, { method: 'DELETE' }) },
  };
  const lots = Object.entries(kinds).flatMap(([name, { weight, draw }]) => Array(weight).fill({ name, draw }));
  return () => {
    const { name, draw } = one(lots);
    return { name, ...draw() };
  };
}
