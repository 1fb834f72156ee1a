// The names and values of a query are those that browsers read, also where the encoding is broken, and many take no
// longer than few.
import { expect, test } from 'bun:test';
import { parseQueryString } from '../../src/contract/request/parameters.ts';
import { fc } from '../harness/random/fc.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '&',
    '=',
    '+',
    '%',
    '?',
    '%F0',
    '%e2%82%ac',
    '%zz',
    '%2',
    '%26',
    '%3D',
    '%2B',
    'a',
    'é',
    '%00',
    '[gte]',
  ),
  fc.string({ maxLength: 3, unit: 'binary' }),
);

test('as URLSearchParams reads them', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const query = pieces.join('').toWellFormed();
      const expected = [...new URLSearchParams(`&${query}`)];
      expect(parseQueryString(query).map(({ name, value }) => [name, value] as [string, string])).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

test.each(['%F0', 'a=%F0', 'a=1', '+'])('%s thousands of times', (pair) => {
  const parsed = parseQueryString(Array(8000).fill(pair).join('&'));
  expect(parsed).toHaveLength(8000);
  expect(new Set(parsed.map((each) => JSON.stringify(each))).size).toBe(1);
});
