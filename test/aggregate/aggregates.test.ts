// Random questions to aggregates on both engines: every figure, group, label and order as computed from the exported
// records by code of its own; the same bytes from both engines, whether a question is answered at once, in the lane or
// from what is remembered; and behind each group exactly as many records as it counts. `npm test -- aggregate` asks
// many more (AGGREGATE_RUNS).
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { engines, newDatabase } from '../harness/databases.ts';
import { fc, spread } from '../harness/random/fc.ts';
import { SEED } from '../harness/random/sample.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { operators, type Question, units } from './calculator/question.ts';
import { expectRight, exported, type RecordMaps } from './comparison.ts';
import { type Create, creates } from './creates.ts';
import { plant } from './planted.ts';
import { measureKinds, questions, type Wanted } from './questions.ts';

setDefaultTimeout(3_600_000);

const RUNS = Number(process.env.AGGREGATE_RUNS ?? 1);

/** On each engine, one service that answers at once, and one that takes everything for a long question. */
const services: Service[] = [];
const records: RecordMaps = new Map();
/** How many questions had what. */
const seen: Record<string, number> = {};
const count = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

beforeAll(async () => {
  for (const engine of engines) {
    const location = await newDatabase(engine);
    for (const quickRows of [Number.MAX_SAFE_INTEGER, 0]) {
      const service = await startService({ engine, location, filled: false, long: { seconds: 60, quickRows } });
      if (quickRows > 0) await plant(service.store);
      services.push(service);
    }
  }
  for (const { name } of catalogue) records.set(name, await exported(services, name));
});
afterAll(async () => {
  for (const service of services) await service.stop();
});

/** Each has something of every sort, so that together they have all of every sort, with hops and without. */
const wanted: Wanted[] = Array.from({ length: 24 }, (_, at) => ({
  unit: units[at % units.length]!,
  measure: measureKinds[at % measureKinds.length]!,
  operator: operators[at % operators.length]!,
  isHop: at >= 12,
}));

async function ask(question: Question): Promise<void> {
  await expectRight(services, records, question);
  for (const { unit } of question.groups) count(`unit ${unit}`);
  for (const measure of question.measures) count(`measure ${measure.function}${'from' in measure ? ' of days' : ''}`);
  for (const { operator, path } of question.conditions) count(`operator ${path.via ? 'hop ' : ''}${operator}`);
}

/** Through a service of each engine; the others have to notice. */
async function create({ resource, body }: Create): Promise<void> {
  const [one, other] = await Promise.all(
    [services[0]!, services[3]!].map(async (service) => {
      const response = await post(service, `/api/v1/${resource}`, body);
      expect({ body, status: response.status }).toEqual({ body, status: 201 });
      return response.json();
    }),
  );
  expect(other).toEqual(one);
  records.get(resource)!.set(one.id, one);
}

test('answers are as computed, the same on both engines, with exactly the counted records behind each group', async () => {
  for (const [at, each] of wanted.entries()) {
    const steps = questions(records, each).chain((question) =>
      fc.record({ question: fc.constant(question), created: creates(question.resource.name) }),
    );
    await fc.assert(
      fc.asyncProperty(steps, async ({ question, created }) => {
        await ask(question);
        for (const record of created) await create(record);
        if (created.length > 0) await ask(question);
      }),
      // With one seed for all, they would all draw alike: once none of them had words.
      { numRuns: RUNS, seed: spread(SEED + 1000 * at) },
    );
  }
});

test('the records are those that were counted', async () => {
  for (const { name } of catalogue) expect(await exported(services, name)).toEqual(records.get(name)!);
});

test('everything that can be asked was asked', () => {
  const kinds = [
    ...units.map((unit) => `unit ${unit}`),
    ...measureKinds.map((kind) => `measure ${kind}`),
    ...operators.flatMap((operator) => [`operator ${operator}`, `operator hop ${operator}`]),
  ];
  expect(kinds.filter((kind) => !seen[kind])).toEqual([]);
  if (process.env.AGGREGATE_RUNS) console.info(seen);
});
