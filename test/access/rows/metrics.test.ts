// Whatever a metric asks of the store, it asks with the limits of its caller.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { answerOf } from '../../../src/insights/answer.ts';
import { asked } from '../../../src/insights/asked.ts';
import { insightLimits, withinBounds } from '../../../src/insights/bounds.ts';
import { insights } from '../../../src/insights/insights.ts';
import { everyEntry } from '../../../src/insights/metric.ts';
import { parseInsight } from '../../../src/insights/request.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import type { ReadOptions } from '../../../src/store/store.ts';
import { demoDatabase, openDatabase } from '../../harness/databases.ts';
import { limitsOf } from './two-databases.ts';

let store: Database;
beforeAll(async () => {
  store = await openDatabase(await demoDatabase('embedded'));
});
afterAll(() => store.close());

const rows = limitsOf(['employees?branch=London']);

test.each(insights.map((metric) => [metric.name, metric] as const))('%s', async (_, metric) => {
  const seen: (ReadOptions | undefined)[] = [];
  const watched: Database = {
    ...store,
    aggregate(resource, query, options) {
      seen.push(options);
      return store.aggregate(resource, query, options);
    },
    list(resource, query, options) {
      seen.push(options);
      return store.list(resource, query, options);
    },
    get(resource, id, options) {
      seen.push(options);
      return store.get(resource, id, options);
    },
  };
  const now = new Date().toISOString();
  const { question } = parseInsight(metric, catalogue, metric.isSeries ? 'from=today-400d&every=month' : '', {
    ...{ hidden: {}, accepted: 'json', now },
  });
  const asker = { client: () => 'test', signal: () => new AbortController().signal };
  await withinBounds(question, asker, insightLimits(60), async (bounds) => {
    const sources = { store: watched, catalogue, options: { rows }, bounds };
    everyEntry((await answerOf(metric, asked(question, sources), { limit: 200, offset: 0 })).entries);
  });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((options) => options?.rows !== rows)).toEqual([]);
});
