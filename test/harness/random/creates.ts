// Random creates, as fast-check arbitraries: valid ones, and ones with wrong values, dangling references, taken slugs,
// unknown fields or broken JSON.

import type { Catalogue, Field, Resource } from '../../../src/catalogue/resource.ts';
import { fc } from './fc.ts';
import type { RandomRequest } from './reads.ts';
import { oddDate, oddNumber, oddText } from './values.ts';

/** So few that many are taken already. */
const slug = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((n) => `slug-${n}`),
  fc.integer({ min: 41, max: 9999 }).map((n) => `Slug.${n}`),
);

/** Mostly ids that exist in the demo data. */
const reference = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 999_999, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER) },
);

const number = fc.oneof(
  fc.constantFrom(0, 0.5, 5e-324, 1e-320, 1.7976931348623157e308, 0.1, 1e21, 123456789.12345679, 1 / 3),
  fc.integer({ min: 0, max: 30 }),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);

const text = oddText.filter((each) => !each.includes('\0'));

const valid: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  slug,
  reference,
  number,
  amount: number,
  json: fc.oneof(fc.json(), fc.constantFrom('null', '"\\u0000"', '{"a":"\\ud800"}', ' [1, 2 ]\n')),
  url: fc.constantFrom('https://example.com/ä?q=%25', '/logo.svg', 'http://[::1]:8080/'),
  host: fc.constantFrom('jobs.example.com', 'EXAMPLE'),
  colour: fc.constantFrom('#fff', '#A1b2C3', 'rebeccapurple'),
  locale: fc.constantFrom('en', 'de', 'pt-BR', 'zh_Hant_TW'),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin'),
  date: oddDate,
  flag: fc.constantFrom(0, 1),
};
const any = fc.oneof(
  text,
  oddText,
  oddNumber.map(Number),
  oddDate,
  fc.constantFrom(null, true, [], {}, -1, 'x'.repeat(256), '\ud800', 1e300),
);
const fieldValue = ({ kindName }: Field) =>
  fc.oneof({ weight: 12, arbitrary: valid[kindName] ?? text }, { weight: 1, arbitrary: any });

function body(resource: Resource): fc.Arbitrary<string> {
  const taken = resource.fields.filter(({ create }) => create);
  const requiredKeys = taken.filter(({ create }) => create === 'required').map(({ name }) => name);
  const whole = fc.record(Object.fromEntries(taken.map((field) => [field.name, fieldValue(field)])), { requiredKeys });
  const text = whole.map((values) => JSON.stringify(values));
  return fc.oneof(
    { weight: 12, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc
        .record(Object.fromEntries(taken.map((each) => [each.name, any])), { requiredKeys: [] })
        .map((each) => JSON.stringify(each)),
    },
    { weight: 1, arbitrary: text.map((each) => each.replace('{', '{"id":7,"size":"\\ud83d",')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[]', 'null', '{"name":1,"name":2}', '{"__proto__":{}}', '"\\ud800"'),
    },
  );
}

export const randomCreates = (catalogue: Catalogue): fc.Arbitrary<RandomRequest> =>
  fc.oneof(
    ...catalogue
      .filter(({ creatable }) => creatable)
      .map((resource) =>
        fc.record({ method: fc.constant('POST'), path: fc.constant(`/api/v1/${resource.name}`), body: body(resource) }),
      ),
  );
