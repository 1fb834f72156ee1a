// Answers of metrics come out of the cache while the records and the day are the same, and no longer.
import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test';
import { responseCache } from '../../src/http/response/cache.ts';
import { type Service, startService, TODAY, TOKEN } from '../harness/service.ts';

let service: Service;
let hits = 0;
beforeAll(async () => {
  const cache = responseCache();
  const find = (...asked: Parameters<typeof cache.find>) => {
    const found = cache.find(...asked);
    if (found) hits++;
    return found;
  };
  service = await startService({ parts: { cache: { ...cache, find } } as object });
});
afterAll(() => service.stop());
afterEach(() => void setSystemTime());

const get = async (path: string) => (await fetch(`${service.url}${path}`)).json();
const create = async (resource: string, body: object) => {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const made = await fetch(`${service.url}/api/v1/${resource}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(made.status).toBe(201);
};
/** Whether the answer was made before. */
async function ask(path: string) {
  const before = hits;
  const body = await get(path);
  return { body, isCached: hits > before };
}

test.each(['headcount', 'span-of-control', 'data-quality?limit=5', 'funnel'])(
  '%s is made once, and again after a create',
  async (path) => {
    const first = await ask(`/api/v1/insights/${path}`);
    expect(first.isCached).toBe(false);
    expect(await ask(`/api/v1/insights/${path}`)).toEqual({ body: first.body, isCached: true });
    await create('applications', { candidate_id: 1, job_id: 1 });
    const after = await ask(`/api/v1/insights/${path}`);
    expect(after.isCached).toBe(false);
    expect(JSON.stringify(after.body) === JSON.stringify(first.body)).toBe(path !== 'funnel');
  },
);

test('it is made again on another day', async () => {
  const { body: today } = await ask('/api/v1/insights/headcount');
  setSystemTime(new Date(Date.now() + 86_400_000));
  const { body, isCached } = await ask('/api/v1/insights/headcount');
  expect(isCached).toBe(false);
  expect(body.today > today.today).toBe(true);
});

test('what is published at a time to come is counted when it has come', async () => {
  // In the middle of a day: figures change with the day, too.
  const noon = Date.parse(`${TODAY}T12:00:00Z`);
  setSystemTime(noon);
  const due = noon + 60_000;
  const { data } = await get('/api/v1/career-sites?is_active=1&limit=1');
  const jobs = await get('/api/v1/jobs?status=open&limit=1');
  await create('job-distributions', {
    ...{ job_posting_id: jobs.data[0].id, career_site_id: data[0].id, slug: 'to-come', status: 'published' },
    published_at: new Date(due).toISOString().replace(/\.\d+/, ''),
  });
  const figures = async () => (await get('/api/v1/insights/job-visibility')).data[0].values;
  const [before, again] = [await figures(), await figures()];
  expect([before.why_not_published_later.value > 0, again]).toEqual([true, before]);
  setSystemTime(new Date(due + 2000));
  const after = await figures();
  expect(after.why_not_published_later.value).toBe(before.why_not_published_later.value - 1);
  expect(after.with_page.value).toBe(before.with_page.value + 1);
});
