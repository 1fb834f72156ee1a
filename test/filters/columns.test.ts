// The columns of the embedded database, compared with plain loops over random records: blocks of all sizes, with gaps,
// appended in portions, with values of every form; and what is stored is what would be made at once.
import { describe, expect, test } from 'bun:test';
import type { Value } from '../../src/catalogue/kinds.ts';
import type { Reference } from '../../src/catalogue/resource.ts';
import { groupingNamed } from '../../src/contract/aggregate/grouping.ts';
import { type AggregateQuery, parseAggregateQuery } from '../../src/contract/request/aggregate-query.ts';
import { type ListQuery, parseListQuery } from '../../src/contract/request/list-query.ts';
import { atOnce } from '../../src/fairness/slices.ts';
import { compare } from '../../src/store/shared/aggregate/tally.ts';
import { columnOf, recoded, stored, unpacked } from '../../src/store/sqlite/columns/column.ts';
import { codeFrom, dictionaryOf, valueAt } from '../../src/store/sqlite/columns/dictionary.ts';
import { tallying } from '../../src/store/sqlite/columns/groups/tally.ts';
import { pageOf } from '../../src/store/sqlite/columns/page.ts';
import { tables } from '../../src/store/sqlite/columns/table.ts';
import { testsOf } from '../../src/store/sqlite/columns/tests.ts';
import { storeTail } from '../../src/store/sqlite/columns/writer.ts';
import { finding } from '../../src/store/sqlite/read/find.ts';
import { waysOf } from '../../src/store/sqlite/read/plan.ts';
import { fc } from '../harness/random/fc.ts';
import { share, someRuns } from '../harness/random/sample.ts';
import { emptyDatabase, insert, storedColumns, type Thing, things } from './things.ts';

const dates = fc.oneof(
  fc
    .date({ min: new Date('1969-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2026-03-04',
    '2026-03-04T00:00:00',
    '2026-03-04T23:59:60',
    '2026-03-04T10:59:60',
    '2026-03-04T10:30:00.25',
    '0000-01-01',
    '9999-12-31T23:59:59',
  ),
);
const numbers = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(0.1, 0.2, 7.25, 1e-9, 123456789012, 1e300, -0.5),
);
const texts = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'ä', '\u{1f600}', '\uffee', 'null', 'z'.repeat(300)),
  fc.string({ maxLength: 3, unit: 'grapheme' }),
);
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 5 });

const records = fc
  .array(
    fc.record({
      gap: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 70_000 })),
      kind: orNull(fc.constantFrom('x', 'y', 'z')),
      name: orNull(texts),
      day: orNull(dates),
      amount: orNull(numbers),
      parent: fc.option(fc.nat(40)),
    }),
    { maxLength: 60 },
  )
  .map((all) => {
    let id = 0;
    const made: Thing[] = [];
    for (const { gap, parent, ...rest } of all) {
      id += gap;
      made.push({ id, ...rest, name: rest.name?.toWellFormed() ?? null, parent_id: made[parent ?? -1]?.id ?? null });
    }
    return made;
  });

/** A database with the records. `portions`: how many are stored as columns at a time; those that are left are the
 * tail. */
function filled(all: readonly Thing[], portions: readonly number[]) {
  const { db, prepare } = emptyDatabase();
  let at = 0;
  for (const portion of portions) {
    for (const thing of all.slice(at, at + portion)) insert(prepare, thing);
    storeTail(prepare, things);
    at += portion;
  }
  const known = tables(prepare, (_, read) => read());
  // Read in between, so that the tail is several blocks.
  for (const thing of all.slice(at)) {
    insert(prepare, thing);
    known.of(things);
  }
  return { db, prepare, known };
}

const FILTERS = [
  '',
  'kind=x',
  'kind=x&kind=null',
  'kind[ne]=y',
  'name=a',
  'name=null',
  'day[gte]=2026-03-04',
  'day[lt_or_null]=2026-03-04T10:30:00.3Z',
  'day[weekday]=3',
  'amount[gt]=0&kind[ne]=null',
  'amount[lte]=0.1',
  'parent_id=null',
  'parent_id.kind=x',
  'parent_id.amount[gte_or_null]=0&parent_id.kind[ne]=y',
  'parent_id.id[gt]=3',
  'with=things',
  'without=things&kind=x',
  'with=things?kind=x%26amount[gt]=0&without=things.parent_id?parent_id.kind=y',
  'id[gt]=10&kind=x',
  'id[ne]=1',
  'id=1&id=2&amount[gte]=-1',
];
const SORTS = [
  '',
  'sort=-id',
  'sort=kind',
  'sort=-kind,name',
  'sort=day',
  'sort=-day,-id',
  'sort=name,-amount',
  'sort=amount',
  'sort=-parent_id,day',
];

const meets = (all: readonly Thing[], thing: Thing, { conditions }: Pick<ListQuery, 'conditions'>): boolean =>
  conditions.every((condition) => {
    if ('referring' in condition)
      return condition.referring.every(
        (each) =>
          all.some((other) => other.parent_id === thing.id && meets(all, other, each)) ===
          (condition.operator === 'with'),
      );
    const other = condition.operator === 'hop' ? all.find(({ id }) => id === thing.parent_id) : thing;
    const plain = condition.operator === 'hop' ? condition.there : condition;
    const value = other ? other[plain.field.name as keyof Thing] : null;
    if ('values' in plain && (plain.operator === 'weekday' || plain.operator === 'month_of_year')) {
      const day = new Date(`${String(value).slice(0, 10)}T00:00:00Z`);
      const place = plain.operator === 'weekday' ? day.getUTCDay() || 7 : day.getUTCMonth() + 1;
      return value !== null && plain.values.some((each) => each === place);
    }
    if ('values' in plain) return plain.values.some((each) => each === value) === (plain.operator === 'in');
    if (!('value' in plain)) return false;
    if (value === null) return plain.operator.endsWith('_or_null');
    const order = compare(value, plain.value);
    return { gte: order >= 0, gt: order > 0, lte: order <= 0, lt: order < 0 }[
      plain.operator.replace('_or_null', '') as 'lt'
    ];
  });

const inOrder =
  (sort: ListQuery['sort'] = []) =>
  (a: Thing, b: Thing): number => {
    for (const { field: by, descending } of sort) {
      const order = compare(a[by.name as keyof Thing], b[by.name as keyof Thing]);
      if (order !== 0) return descending ? -order : order;
    }
    return sort.at(-1)?.descending ? b.id - a.id : a.id - b.id;
  };

const parent = things.fields.find((each) => each.name === 'parent_id') as Reference;

describe('columns', () => {
  const options = { numRuns: someRuns(60) };

  /** Each filter with some of the orders. */
  const questions = share(
    FILTERS.flatMap((filter) => SORTS.map((sort) => [filter, sort] as const)),
    5,
  );

  test('find what a plain loop finds, in every order', () => {
    fc.assert(
      fc.property(
        records,
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
        fc.nat(5),
        (all, portions, offset) => {
          const { db, known } = filled(all, portions);
          for (const [filter, sort] of questions) {
            const { query, faults } = parseListQuery(things, `${filter}&${sort}&limit=7&offset=${offset}`, {});
            expect(faults).toEqual([]);
            const table = known.of(things);
            const tests = atOnce(testsOf(known, things, query.conditions));
            const found = atOnce(pageOf({ table, tests }, query));
            const wanted = all.filter((thing) => meets(all, thing, query)).sort(inOrder(query.sort));
            const ids = wanted.slice(offset, offset + 7).map(({ id }) => id);
            expect({ filter, sort, ...found }).toEqual({ filter, sort, total: wanted.length, ids });
          }
          db.close();
        },
      ),
      options,
    );
  });

  test('what is appended in portions is stored as if it were made at once', () => {
    fc.assert(
      fc.property(
        records,
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
        (all, portions) => {
          const dump = (parts: readonly number[]) => {
            const { db, prepare } = filled(all, parts);
            storeTail(prepare, things);
            const rows = storedColumns(prepare);
            db.close();
            return rows;
          };
          expect(dump(portions)).toEqual(dump([all.length]));
        },
      ),
      options,
    );
  });

  test('a question that goes on while records are stored sees those that it began with', () => {
    fc.assert(
      fc.property(
        records,
        fc.constantFrom(...FILTERS),
        fc.constantFrom(...SORTS),
        fc.nat(6),
        fc.nat(50),
        fc.nat(2),
        (all, filter, sort, before, stored, looked) => {
          const half = Math.ceil(all.length / 2);
          const { db, prepare, known } = filled(all.slice(0, half), [Math.min(stored, half)]);
          const { query } = parseListQuery(things, `${filter}&${sort}&limit=100`, {});
          const table = known.of(things);
          const ways = waysOf(table, query, { privateFields: {}, searchPrivate: false });
          const finds = finding(prepare, known, {})(table, ways);
          let selected = finds.next();
          for (let step = 0; step < looked && !selected.done; step++) selected = finds.next();
          // A column whose codes have not been read when it grows.
          for (const block of table.blocks) for (const each of things.fields) table.column(block, each);
          const steps = selected.done && pageOf(selected.value, query);
          for (let step = 0; steps && step < before; step++) steps.next();
          for (const thing of all.slice(half)) insert(prepare, thing);
          storeTail(prepare, things);
          while (!selected.done) selected = finds.next();
          const first = all.slice(0, half);
          const wanted = first.filter((thing) => meets(first, thing, query)).sort(inOrder(query.sort));
          const again = atOnce(pageOf(selected.value, query));
          expect(again).toEqual({ total: wanted.length, ids: wanted.map(({ id }) => id) });
          expect(known.of(things).total).toBe(all.length);
          db.close();
        },
      ),
      { numRuns: someRuns(100) },
    );
  });

  test('others that come while a question goes on do not count', () => {
    const thing = (id: number, kind: string, parent_id: number | null): Thing => ({
      ...{ id, kind, parent_id, name: null, day: null, amount: null },
    });
    const { db, prepare, known } = filled([thing(1, 'y', null), thing(2, 'y', 1)], [1]);
    const { query } = parseListQuery(things, 'with=things&without=things?kind=x', {});
    const table = known.of(things);
    const finds = finding(prepare, known, {})(table, waysOf(table, query, { privateFields: {}, searchPrivate: false }));
    let selected = finds.next();
    expect(selected.done).toBe(false);
    insert(prepare, thing(3, 'x', 1));
    while (!selected.done) selected = finds.next();
    expect(atOnce(pageOf(selected.value, query))).toEqual({ total: 1, ids: [1] });
    db.close();
  });

  test('groups of many fields are those of a plain loop', () => {
    const own = things.fields.map((each) => ({ field: each }));
    const paths = [...own, ...own.map((each) => ({ ...each, via: parent }))];
    fc.assert(
      fc.property(
        records,
        fc.subarray(paths, { minLength: 1 }),
        fc.integer({ min: 1, max: 40 }),
        (all, chosen, portion) => {
          const { db, known } = filled(all, [portion]);
          const query: AggregateQuery = {
            ...parseAggregateQuery(things, 'kind[ne]=z', {}, 'json').query,
            groups: chosen.map((path) => groupingNamed(path, { unit: 'value' })),
          };
          const tests = atOnce(testsOf(known, things, query.conditions));
          const { groups } = atOnce(tallying(known, { table: known.of(things), tests }, query));
          const counts = new Map<string, number>();
          for (const thing of all.filter(({ kind }) => kind !== 'z')) {
            const parent = all.find(({ id }) => id === thing.parent_id);
            const keys = query.groups.map(
              (path) => (path.via ? parent : thing)?.[path.field.name as keyof Thing] ?? null,
            );
            counts.set(JSON.stringify(keys), (counts.get(JSON.stringify(keys)) ?? 0) + 1);
          }
          expect(new Map(groups.map(({ keys, rows }) => [JSON.stringify(keys), rows]))).toEqual(counts);
          db.close();
        },
      ),
      { numRuns: someRuns(60) },
    );
  });

  test('groups whose combinations are more than a number can tell apart', () => {
    // Two records each that differ in the last field only, after four with two thousand values.
    const all = Array.from({ length: 4000 }, (_, at): Thing => {
      const half = Math.floor(at / 2);
      const day = new Date(86_400_000 * half).toISOString().slice(0, 10);
      return { id: at + 1, kind: 'x', name: `n${half}`, day, amount: half, parent_id: half + 1 };
    });
    const { db, known } = filled(all, [4000]);
    const groups = ['name', 'day', 'amount', 'parent_id', 'id'].map((name) =>
      groupingNamed({ field: things.fields.find((each) => each.name === name)! }, { unit: 'value' }),
    );
    const query: AggregateQuery = { ...parseAggregateQuery(things, '', {}, 'json').query, groups };
    expect(atOnce(tallying(known, { table: known.of(things), tests: [] }, query)).groups).toHaveLength(4000);
    db.close();
  });

  test('a whole block, and one record more', () => {
    const { db, prepare } = emptyDatabase();
    const count = 65_536 + 1;
    prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO things SELECT i, 'k' || (i % 3), 'n' || i, date('2000-01-01', i || ' days'), (i % 7) * 0.25, NULL, '', '', '' FROM n`,
    ).run();
    storeTail(prepare, things);
    expect(prepare('SELECT first, rows FROM workforce_blocks ORDER BY 1').values()).toEqual([
      [1, 65_536],
      [count, 1],
    ]);
    const known = tables(prepare, (_, read) => read());
    const total = (text: string) => {
      const { query } = parseListQuery(things, text, {});
      return atOnce(
        pageOf({ table: known.of(things), tests: atOnce(testsOf(known, things, query.conditions)) }, query),
      );
    };
    expect(total('name=n60000')).toEqual({ total: 1, ids: [60_000] });
    expect(total('kind=k1&offset=20000&limit=2')).toEqual({ total: Math.ceil(count / 3), ids: [60_001, 60_004] });
    expect(total('sort=-day&limit=2').ids).toEqual([count, count - 1]);
    expect(total('sort=amount,-id&offset=5&limit=2').ids).toEqual(
      (prepare('SELECT id FROM things ORDER BY amount, id DESC LIMIT 2 OFFSET 5').values() as [number][]).map(
        ([id]) => id,
      ),
    );
    const { query } = parseAggregateQuery(
      things,
      'group=kind&measure=sum(amount),median(amount),distinct(name)',
      {},
      'json',
    );
    const { groups, totals } = atOnce(tallying(known, { table: known.of(things), tests: [] }, query));
    const sums = prepare(
      'SELECT kind, count(*), sum(amount), count(DISTINCT name) FROM things GROUP BY 1 ORDER BY 1',
    ).values();
    const told = groups.map(({ keys, rows, cells }) => [keys[0]!, rows, Number(cells[0]!.sum), cells[1]!.distinct]);
    expect(told.sort(([a], [b]) => compare(a as Value, b as Value))).toEqual(sums as typeof told);
    expect(totals.cells[1]!.distinct).toBe(count);
    expect(groups.map(({ cells }) => cells[0]!.middle)).toEqual([
      [0.75, 0.75],
      [0.75, 0.75],
      [0.75, 0.75],
    ]);
    db.close();
  });
});

describe('a dictionary', () => {
  const values = fc.oneof(
    fc.array(orNull(numbers), { minLength: 1 }).map((all) => [all, false] as const),
    fc.array(orNull(dates), { minLength: 1 }).map((all) => [all, true] as const),
    fc.array(orNull(texts.map((text) => text.toWellFormed())), { minLength: 1 }).map((all) => [all, false] as const),
  );

  test('has its values in order, and is read as it was written', () => {
    fc.assert(
      fc.property(values, ([all, isDate]) => {
        const column = columnOf(all as Value[], isDate ? 'date' : undefined);
        const distinct = [...new Set(all as Value[])].sort(compare);
        expect(distinct.map((_, code) => valueAt(column.dictionary, code))).toEqual(distinct);
        expect((all as Value[]).map((_, at) => valueAt(column.dictionary, column.codes[at]!))).toEqual(all as Value[]);
        const { dictionary, counts } = unpacked(stored(column)[0] as Uint8Array<ArrayBuffer>);
        expect(distinct.map((_, code) => valueAt(dictionary, code))).toEqual(distinct);
        expect([...counts!]).toEqual(distinct.map((value) => all.filter((each) => each === value).length));
        for (const [at, value] of distinct.entries()) {
          expect(codeFrom(dictionary, value)).toBe(at);
          expect(codeFrom(dictionary, value, true)).toBe(at + 1);
        }
        expect(stored(column)[1].length).toBe(distinct.length === 1 ? 0 : all.length);
        expect(dictionaryOf(distinct, isDate)).toEqual(column.dictionary);
      }),
      { numRuns: someRuns(200) },
    );
  });

  test('references of which there are many are their own codes, made at once or in portions', () => {
    const few = fc.array(
      orNull(fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.constantFrom(4_194_303, 4_194_304, -1, 2.5))),
    );
    fc.assert(
      fc.property(fc.integer({ min: 4000, max: 4200 }), few, few, (count, before, after) => {
        const many = Array.from({ length: count }, (_, at) => 1 + ((at * 7919) % count));
        const all: Value[] = [...before, ...many, ...after];
        const column = columnOf(all, 'reference');
        const portions = [before, many, after].filter(({ length }) => length > 0);
        const made = portions.reduce<ReturnType<typeof columnOf> | undefined>(
          (known, portion) => columnOf(portion, 'reference', known),
          undefined,
        );
        expect(stored(made!)).toEqual(stored(column));
        const distinct = new Set(all);
        const isOwn = distinct.size > 4096 && ![4_194_304, -1, 2.5].some((value) => distinct.has(value));
        expect(column.dictionary.form).toBe(isOwn ? 'own' : 'number');
        expect(Array.from(column.codes, (code) => valueAt(column.dictionary, code))).toEqual(all);
        const { dictionary } = unpacked(stored(column)[0] as Uint8Array<ArrayBuffer>);
        for (const value of before.filter((each) => each !== null))
          expect(all.filter((_, row) => column.codes[row]! >= codeFrom(dictionary, value)).length).toBe(
            all.filter((each) => compare(each, value) >= 0).length,
          );
      }),
      { numRuns: someRuns(30), examples: [[4200, [], [null, 3]]] },
    );
  });

  test('codes are those of another dictionary, also of one of another form that has as many', () => {
    // 8,191 references are their own codes, of which there are 8,192. With one that is too large they are no longer.
    const own = columnOf(
      Array.from({ length: 8191 }, (_, at) => 1 + at),
      'reference',
    );
    const coded = columnOf([4_194_304], 'reference', own);
    expect([own.dictionary, coded.dictionary].map(({ form, size }) => [form, size])).toEqual([
      ['own', 8192],
      ['number', 8192],
    ]);
    const codes = recoded(own.codes, own.dictionary, coded.dictionary);
    expect(Array.from(codes)).toEqual(Array.from(coded.codes.subarray(0, 8191)));
  });
});
