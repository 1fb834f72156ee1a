// Columns of the newest records are stored in small steps between creates. After each step every answer is right,
// whatever happens next. And columns of very many references, compared with SQL.
import { expect, spyOn, test } from 'bun:test';
import type { Value } from '../../src/catalogue/kinds.ts';
import type { Reference } from '../../src/catalogue/resource.ts';
import { groupingNamed } from '../../src/contract/aggregate/grouping.ts';
import { type AggregateQuery, parseAggregateQuery } from '../../src/contract/request/aggregate-query.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { atOnce } from '../../src/fairness/slices.ts';
import { compare } from '../../src/store/shared/aggregate/tally.ts';
import { columnFindings } from '../../src/store/sqlite/admin/audit.ts';
import { tallying } from '../../src/store/sqlite/columns/groups/tally.ts';
import { pageOf } from '../../src/store/sqlite/columns/page.ts';
import { type Table, tables } from '../../src/store/sqlite/columns/table.ts';
import { testsOf } from '../../src/store/sqlite/columns/tests.ts';
import { dropColumns, storeTail, storingSlowly, TAIL } from '../../src/store/sqlite/columns/writer.ts';
import type { Prepare } from '../../src/store/sqlite/connection/statements.ts';
import { fc } from '../harness/random/fc.ts';
import { share, someRuns } from '../harness/random/sample.ts';
import { emptyDatabase, insert, storedColumns, type Thing, things } from './things.ts';

function findingsOf(prepare: Prepare): string[] {
  const found: string[] = [];
  const add = (_category: string, _resource: string, what: string) => found.push(what);
  columnFindings({ add } as unknown as Parameters<typeof columnFindings>[0], prepare, things);
  return found;
}

const newThing = fc.record({
  gap: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 70_000 })),
  kind: fc.option(fc.constantFrom('x', 'y')),
  name: fc.option(fc.string({ maxLength: 2 })),
  day: fc.option(fc.constantFrom('2026-03-04', '2026-03-05', '2026-03-04T10:30:00', '2026-03-04T10:30:00.25')),
});

const happenings = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('one goes on' as const, 'the other goes on' as const) },
      { weight: 3, arbitrary: fc.constantFrom('a create' as const, 'one is killed' as const) },
      { weight: 1, arbitrary: fc.constant('a change' as const) },
    ),
    fc.integer({ min: 1, max: 15 }),
  ),
  { minLength: 20, maxLength: 60 },
);

test('two processes that store them, and are killed, leave what one that is not does', () => {
  fc.assert(
    fc.property(fc.array(newThing, { minLength: 4, maxLength: 40 }), fc.nat(20), happenings, (given, before, then) => {
      const all: Thing[] = [];
      for (const { gap, ...rest } of given)
        all.push({ id: (all.at(-1)?.id ?? 0) + gap, ...rest, amount: null, parent_id: null });
      const { db, prepare } = emptyDatabase();
      let count = 0;
      const create = () => count < all.length && insert(prepare, all[count++]!);
      while (count < Math.min(before, all.length - 2)) create();
      if (before % 2 === 0) storeTail(prepare, things);
      create();
      create();

      const known = tables(prepare, (_, read) => read());
      const expectRight = (table: Table, has: readonly Thing[]) => {
        for (const text of ['sort=name', 'sort=-day', 'kind=x', 'day[gte]=2026-03-05']) {
          const { query } = parseListQuery(things, `${text}&limit=100`, {});
          const wanted = has
            .filter(({ kind, day }) =>
              text.startsWith('kind')
                ? kind === 'x'
                : text.startsWith('sort') || (day !== null && compare(day, '2026-03-05') >= 0),
            )
            .sort((a, b) =>
              text === 'sort=name'
                ? compare(a.name, b.name)
                : text === 'sort=-day'
                  ? compare(b.day, a.day) || b.id - a.id
                  : 0,
            );
          const found = atOnce(pageOf({ table, tests: atOnce(testsOf(known, things, query.conditions)) }, query));
          expect({ text, ...found }).toEqual({ text, total: wanted.length, ids: wanted.map((each) => each.id) });
        }
      };

      let question = { table: known.of(things), has: all.slice(0, count) };
      let [one, other] = [storingSlowly(prepare, things), storingSlowly(prepare, things)];
      for (const [happens, times] of then) {
        for (let step = 0; step < times; step++) {
          if (happens === 'one goes on' && one.next().done) one = storingSlowly(prepare, things);
          if (happens === 'the other goes on' && other.next().done) other = storingSlowly(prepare, things);
        }
        if (happens === 'one is killed') one = storingSlowly(prepare, things);
        if (happens === 'a create') create();
        if (happens === 'a change') {
          const changed = { ...all[count - 1]!, name: 'changed' };
          all[count - 1] = changed;
          prepare('UPDATE things SET name = ? WHERE id = ?').run(changed.name, changed.id);
          dropColumns(prepare, things, changed.id);
          [one, other] = [storingSlowly(prepare, things), storingSlowly(prepare, things)];
          question = { table: known.of(things), has: all.slice(0, count) };
        }
        expect(findingsOf(prepare)).toEqual([]);
        expectRight(question.table, question.has);
        expectRight(known.of(things), all.slice(0, count));
      }
      while (count < all.length) create();
      storeTail(prepare, things);
      const whole = emptyDatabase();
      for (const each of all) insert(whole.prepare, each);
      storeTail(whole.prepare, things);
      expect(storedColumns(prepare)).toEqual(storedColumns(whole.prepare));
      for (const each of [db, whole.db]) each.close();
    }),
    { numRuns: someRuns(60) },
  );
});

/** The most that one step does. */
const MOST = { rows: 256, columns: 1, compared: 10_000 };

test('no step does much', () => {
  const { db, prepare } = emptyDatabase();
  const did = { rows: 0, columns: 0, compared: 0 };
  const counted: Prepare = (sql) => {
    const statement = prepare(sql);
    if (sql.startsWith('INSERT OR REPLACE INTO workforce_columns')) did.columns += 1;
    const values = (...given: Parameters<typeof statement.values>) => {
      const rows = statement.values(...given);
      if (sql.includes('FROM "things"')) did.rows += rows.length;
      return rows;
    };
    return { all: statement.all, get: statement.get, run: (...given) => statement.run(...given), values };
  };
  const comparing = Buffer.prototype.compare;
  const spy = spyOn(Buffer.prototype, 'compare').mockImplementation(function (
    this: Buffer,
    ...given: Parameters<Buffer['compare']>
  ) {
    did.compared += 1;
    return comparing.apply(this, given);
  });
  try {
    const text = (id: number) => `${Math.imul(id, 2_654_435_761) >>> 0} of number ${id}`;
    for (let id = 1; id <= 3 * TAIL; id++)
      insert(prepare, { id, kind: 'x', name: text(id), day: null, amount: null, parent_id: null });
    const most = { ...did };
    const total = { ...did };
    // The first one begins the block.
    atOnce(storingSlowly(counted, things));
    for (let portion = 1; portion <= 3; portion++)
      for (const steps = storingSlowly(counted, things), end = { done: false }; !end.done; ) {
        Object.assign(did, { rows: 0, columns: 0, compared: 0 });
        end.done = steps.next().done ?? false;
        for (const what of ['rows', 'columns', 'compared'] as const) {
          most[what] = Math.max(most[what], did[what]);
          total[what] += did[what];
        }
      }
    expect(total.columns).toBe(3 * (things.fields.length - 1));
    expect(total.compared).toBeGreaterThan(2 * MOST.compared);
    for (const what of ['rows', 'columns', 'compared'] as const) expect(most[what]).toBeLessThanOrEqual(MOST[what]);
    expect(findingsOf(prepare)).toEqual([]);
  } finally {
    spy.mockRestore();
  }
  db.close();
});

const parent = things.fields.find((each) => each.name === 'parent_id') as Reference;

test('references of which there are many are found, put in order and grouped as SQL does', () => {
  const { db, prepare } = emptyDatabase();
  // The first block has missing ones, the second has none, and the last records are in no block.
  const add = (from: number, to: number, parent: string) =>
    prepare(
      `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
       INSERT INTO things SELECT i, 'k' || (i % 3), '', NULL, i % 5, ${parent}, '', '', '' FROM n`,
    ).run();
  add(1, 65_536, 'CASE WHEN i % 11 > 0 THEN 1 + (i * 7919) % 9001 END');
  add(65_537, 72_000, '1 + (i * 104729) % 70001');
  storeTail(prepare, things);
  add(72_001, 72_050, 'CASE WHEN i % 7 > 0 THEN 8990 + i % 30 END');
  const known = tables(prepare, (_, read) => read());
  const forms = known.of(things).blocks.map((block) => known.of(things).column(block, parent).dictionary.form);
  expect(forms).toEqual(['own', 'own', 'number']);
  const joined = 'things AS t LEFT JOIN things AS p ON p.id = t.parent_id';
  const cases: [string, string][] = [
    ['', 'true'],
    ['kind=k1', "t.kind = 'k1'"],
    ['parent_id.amount[gte]=3', 'p.amount >= 3'],
    ['parent_id=42&parent_id=77', 't.parent_id IN (42, 77)'],
    ['parent_id=null', 't.parent_id IS NULL'],
    ['parent_id.kind=k2&kind=k0', "p.kind = 'k2' AND t.kind = 'k0'"],
  ];
  for (const [filter, where] of share(cases, 3)) {
    const { conditions } = parseListQuery(things, filter, {}).query;
    const selected = { table: known.of(things), tests: atOnce(testsOf(known, things, conditions)) };
    const [[total]] = prepare(`SELECT count(*) FROM ${joined} WHERE ${where}`).values() as [[number]];
    for (const [sort, order] of [
      ['sort=parent_id', 't.parent_id, t.id'],
      ['sort=-parent_id', 't.parent_id DESC, t.id DESC'],
      ['sort=-parent_id,amount', 't.parent_id DESC, t.amount, t.id'],
      ['sort=kind,parent_id', 't.kind, t.parent_id, t.id'],
    ]) {
      const sql = `SELECT t.id FROM ${joined} WHERE ${where} ORDER BY ${order}`;
      const all = (prepare(sql).values() as [number][]).map(([id]) => id);
      for (const offset of [0, Math.floor(total / 3)]) {
        const { query } = parseListQuery(things, `${sort}&limit=40&offset=${offset}`, {});
        const expected = { filter, sort, offset, total, ids: all.slice(offset, offset + 40) };
        expect({ filter, sort, offset, ...atOnce(pageOf(selected, query)) }).toEqual(expected);
      }
    }
    for (const [group, key] of [
      ['kind', 't.kind'],
      ['parent_id', 't.parent_id'],
      ['parent_id.kind', 'p.kind'],
      ['parent_id.amount', 'p.amount'],
    ] as const) {
      // Very many groups take their time, and are the same with other conditions.
      if (group === 'parent_id' && filter.startsWith('parent_id')) continue;
      const path = group.startsWith('parent_id.')
        ? { via: parent, field: things.fields.find(({ name }) => name === group.slice(10))! }
        : { field: things.fields.find(({ name }) => name === group)! };
      const query: AggregateQuery = {
        ...parseAggregateQuery(things, 'measure=distinct(parent_id)', {}, 'json').query,
        groups: [groupingNamed(path, { unit: 'value' })],
      };
      const { groups, totals } = atOnce(tallying(known, selected, query));
      const sql = `count(*), count(DISTINCT t.parent_id) FROM ${joined} WHERE ${where}`;
      const told = groups.map(({ keys, rows, cells }) => [keys[0], rows, cells[0]!.distinct ?? 0]);
      const real = prepare(`SELECT ${key}, ${sql} GROUP BY 1 ORDER BY 1`).values();
      expect({ filter, group, told: told.sort(([a], [b]) => compare(a as Value, b as Value)) }).toEqual({
        filter,
        group,
        told: real as typeof told,
      });
      expect([totals.rows, totals.cells[0]!.distinct ?? 0]).toEqual(prepare(`SELECT ${sql}`).values()[0] as number[]);
    }
  }
  db.close();
});

test('different references of many groups are counted in portions', () => {
  const { db, prepare } = emptyDatabase();
  prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
     INSERT INTO things SELECT i, '', '', NULL, i % 40000, CASE WHEN i % 11 > 0 THEN 1 + (i * 7919) % 8000 END, '', '', '' FROM n`,
  ).run();
  storeTail(prepare, things);
  const known = tables(prepare, (_, read) => read());
  const amount = things.fields.find((each) => each.name === 'amount')!;
  const query: AggregateQuery = {
    ...parseAggregateQuery(things, 'measure=distinct(parent_id)', {}, 'json').query,
    groups: [groupingNamed({ field: amount }, { unit: 'value' })],
  };
  const { groups, totals } = atOnce(tallying(known, { table: known.of(things), tests: [] }, query));
  const told = groups.map(({ keys, cells }) => [Number(keys[0]), cells[0]!.distinct ?? 0]);
  const sql = 'SELECT amount, count(DISTINCT parent_id) FROM things GROUP BY 1 ORDER BY 1';
  expect(told.sort(([a], [b]) => a! - b!)).toEqual(prepare(sql).values() as typeof told);
  const [[distinct]] = prepare('SELECT count(DISTINCT parent_id) FROM things').values() as [[number]];
  expect(totals.cells[0]!.distinct).toBe(distinct);
  db.close();
});
