// Random creates of records that aggregates count, as fast-check arbitraries. They have no field that the service sets
// to the time of day, so that both engines store the same.
import { fc } from '../harness/random/fc.ts';
import { moments, numbers, texts } from './planted.ts';

export type Create = { readonly resource: string; readonly body: Readonly<Record<string, unknown>> };

const some = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const referred = fc.constantFrom(1, 2, 3, null);
const moment = some([...moments, '2019-05-05', '2031-01-31T10:00:00+13:45']);
const text = some([...texts, 'brand new', 'ångström']);

let slugs = 0;
const bodies: Readonly<Record<string, fc.Arbitrary<Create['body']>>> = {
  leave: fc.record({
    employee_id: referred,
    leave_type: text,
    from_date: fc.option(moment),
    days: fc.option(some(numbers.map(Math.abs))),
    status: text,
    applied_on: moment,
  }),
  'organization-teams': fc.record({
    organization_id: fc.constant(1),
    name: text,
    country: fc.option(text),
    department_id: referred,
  }),
  'job-distributions': fc.record({
    job_posting_id: fc.constantFrom(1, 2, 3),
    career_site_id: fc.constant(1),
    locale: fc.constantFrom('en', 'de', 'zh_Hant_TW'),
    // Never twice, not even where a failure is made smaller: addresses are taken once.
    slug: fc.nat().map(() => `slug-${++slugs}`),
    status: text,
    published_at: moment,
  }),
};

export const createdResources: readonly string[] = Object.keys(bodies);

/** Records of this resource; none where creates would differ, or there are no creates. */
export const creates = (resource: string): fc.Arbitrary<Create[]> => {
  const body = bodies[resource];
  return body
    ? fc.array(
        body.map((each) => ({ resource, body: each })),
        { maxLength: 2, size: 'max' },
      )
    : fc.constant([]);
};
