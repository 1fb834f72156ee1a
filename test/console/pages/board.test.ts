// The board: its columns in the order of the jobs, its cards in batches of which none loses one, and what it asks.
import { expect, test } from 'bun:test';
import { formatQuery, parseQuery } from '../../../console/src/data/query.ts';
import type { Groups } from '../../../console/src/data/records.ts';
import * as questions from '../../../console/src/pages/board/questions.ts';
import { columnsOf, commonOrder, stagesIn } from '../../../console/src/pages/board/stages.ts';

test.each([
  [0, 3, []],
  [1, 1, [1]],
  [20, 3, [20]],
  [21, 3, [20, 1]],
  [60, 3, [20, 20, 20]],
  [61, 3, [20, 20, 20]],
  [61, 4, [20, 20, 20, 1]],
])('of %d cards, %d batches have %p', (count, batches, expected) => {
  expect(questions.batchesOf(count, batches)).toEqual(expected);
});

test('every card is in one batch', () => {
  const offsetOf = (batch: number) =>
    Number(new URLSearchParams(questions.cardsPath([], 'x', batch)).get('offset') ?? 0);
  for (const count of [1, 19, 20, 21, 45]) {
    const cards = questions
      .batchesOf(count, 9)
      .flatMap((expected, batch) => Array.from({ length: expected }, (_, at) => offsetOf(batch) + at));
    expect(cards).toEqual(Array.from({ length: count }, (_, at) => at));
  }
});

test('the best rated come first, and of these the ones that wait longest', () => {
  const path = questions.cardsPath(parseQuery('?job_id=3&stage=offer&status=active'), 'screening', 2);
  expect(path).toMatch(
    /^applications\?job_id=3&stage=screening&status=active&sort=-rating,stage_entered_on&fields=[\w.,]+&limit=20&offset=40$/,
  );
  expect(questions.cardsPath([], 'offer', 0)).not.toContain('offset');
});

test('without a status there are those in a process and those who were hired', () => {
  const asked = (search: string) => formatQuery(questions.conditionsOf(parseQuery(search)));
  expect(asked('?job_id=3&sort=id')).toBe('?job_id=3&status=active&status=hired');
  expect(asked('?status=rejected')).toBe('?status=rejected');
  expect(asked('?status[ne]=null')).toBe('?status[ne]=null');
  expect(asked('?job_id.status=open')).toBe('?job_id.status=open&status=active&status=hired');
});

test('the other questions', () => {
  const query = parseQuery('?job_id=3&job_id=x&job_id=&job_id=12&status=active&status[ne]=hired&q=ada');
  expect(questions.jobIdsIn(query)).toEqual(['3', '12']);
  expect(questions.statusCountsPath(parseQuery('?job_id=3&status=active&status[ne]=x'))).toBe(
    'aggregate/applications?job_id=3&group=status&limit=200',
  );
  expect(questions.stageCountsPath(parseQuery('?job_id=3&status=active'))).toBe(
    'aggregate/applications?job_id=3&status=active&group=stage&limit=200',
  );
  expect(questions.jobsPath(['3', '12'])).toStartWith('jobs?id=3&id=12&fields=id,code,title,');
});

test.each([
  ['["applied","offer"]', ['applied', 'offer']],
  ['["applied",3,null,""]', ['applied']],
  ['{"a":1}', []],
  ['applied', []],
  [null, []],
  [undefined, []],
])('the stages of %p are %p', (text, stages) => {
  expect(stagesIn(text)).toEqual(stages);
});

test.each<[lists: string[], order: string]>([
  [[], ''],
  [['a b c'], 'a b c'],
  // The longest says the order, whichever comes first.
  [['c a', 'a b c'], 'a b c'],
  [['a c', 'a b c'], 'a b c'],
  // What only some have comes after the one that precedes it there.
  [['a b c d', 'a x c'], 'a x b c d'],
  [['a b c d', 'c x'], 'a b c x d'],
  // The first of its job comes before the next one that is known.
  [['a b c d', 'x c'], 'a b x c d'],
  [['a b c', 'x y'], 'a b c x y'],
])('%p have the order %p', (lists, order) => {
  expect(commonOrder(lists.map((list) => list.split(' '))).join(' ')).toBe(order);
});

test('the columns are the stages of the jobs in their order, then those that only applications have', () => {
  const counts = {
    data: [
      { group: { stage: 'offer' }, values: { count: 2 } },
      { group: { stage: null }, values: { count: 1 } },
      { group: { stage: 'lost' }, values: { count: 4 } },
    ],
  } as unknown as Groups;
  const columns = (search: string) =>
    columnsOf(parseQuery(search), ['applied', 'offer'], counts).map(({ name, count, isForeign }) => [
      name,
      count,
      isForeign,
    ]);
  expect(columns('')).toEqual([
    ['applied', 0, false],
    ['offer', 2, false],
    ['null', 1, true],
    ['lost', 4, true],
  ]);
  expect(columns('?stage=lost&stage=applied')).toEqual([
    ['applied', 0, false],
    ['lost', 4, true],
  ]);
});
