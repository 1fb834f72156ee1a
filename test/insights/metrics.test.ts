// Every metric over questions of every kind: each number, count and mark as computed from the exported records by a
// second computation. metrics.operations.ts asks the other questions, on both engines.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { eitherEngine } from '../harness/databases.ts';
import type { Service } from '../harness/service.ts';
import { type Company, companyOf } from './company.ts';
import { names, series } from './expected/expected.ts';
import { insightService } from './planted.ts';
import { expectRight, questionsOf, TIMES } from './questions.ts';

setDefaultTimeout(120_000);

/** The metrics take turns with the times and the other questions, so that each time is asked of some metric. */
const cases = names.flatMap((name, at) => {
  const times = series.includes(name) ? [2 * at + 11, 2 * at + 12].map((turn) => TIMES[turn % TIMES.length]!) : [];
  const questions = questionsOf(name);
  return [...new Set(['', ...times, questions[at % questions.length]!])].map((query) => [name, query] as const);
});

describe.each(eitherEngine)('the demo company and awkward records on the %s database', (engine) => {
  let service: Service;
  let company: Company;
  beforeAll(async () => {
    service = await insightService(engine);
    company = await companyOf([service]);
  });
  afterAll(() => service.stop());

  test.each(cases)('%s %s', (name, query) => expectRight([service], company, name, query));

  test('the list names the metrics that there are, and what can be asked of each', async () => {
    const { data } = await (await fetch(`${service.url}/api/v1/insights`)).json();
    expect(data.map(({ name }: any) => name).sort()).toEqual([...names].sort());
    for (const { name, parameters } of data)
      expect([name, parameters.includes('every')]).toEqual([name, series.includes(name)]);
  });

  test('labels name what references lead to', async () => {
    const { data } = await (await fetch(`${service.url}/api/v1/insights/headcount?group=dept_id,branch`)).json();
    for (const { group, labels } of data)
      expect(labels).toEqual(
        group.dept_id === null ? {} : { dept_id: company.get('departments')!.get(group.dept_id)!.name },
      );
  });

  test('stages are in the order in which most jobs have them', async () => {
    const { data } = await (await fetch(`${service.url}/api/v1/insights/funnel?job_id.title[ne]=Other stages`)).json();
    expect(Object.keys(data[0].values)).toEqual(['applied', 'screening', 'assessment', 'interview', 'offer', 'hired']);
  });
});
