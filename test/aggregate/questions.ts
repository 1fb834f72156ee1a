// Random questions to aggregates, as fast-check arbitraries, made from the catalogue and from the values that records
// have. Each has at least one group, measure and condition of the kinds that are asked for, so that a run has all of
// them.

import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Value } from '../../src/catalogue/kinds.ts';
import { type Field, type Resource, referencesOf } from '../../src/catalogue/resource.ts';
import { fc } from '../harness/random/fc.ts';
import {
  addressOf,
  type Condition,
  cycles,
  dateUnits,
  dayFunctions,
  functions,
  type Group,
  groupName,
  type Measure,
  measureName,
  type Operator,
  operators,
  type Path,
  pathName,
  type Question,
  ranges,
  type Unit,
  units,
} from './calculator/question.ts';
import { isDate, type Records, valueAt } from './calculator/records.ts';
import { createdResources } from './creates.ts';
import { moments, numbers } from './planted.ts';

export type MeasureKind = 'count' | (typeof functions)[number] | 'avg of days' | 'median of days';
export const measureKinds: readonly MeasureKind[] = ['count', ...functions, 'avg of days', 'median of days'];

/** What a question has to have. `isHop`: its condition is on a field behind a reference. */
export type Wanted = {
  readonly unit: Unit;
  readonly measure: MeasureKind;
  readonly operator: Operator;
  readonly isHop: boolean;
};

const isNumber = ({ kindName }: Field): boolean => ['number', 'amount', 'count', 'flag'].includes(kindName);
const hasValues = ({ kindName }: Field): boolean => !['prose', 'url', 'json', 'secret'].includes(kindName);
const isRanged = (field: Field): boolean =>
  isDate(field) || (isNumber(field) && field.kindName !== 'flag') || field.kindName === 'id';

/** Fields that a group, measure or condition of each kind takes. */
const takes: Readonly<Record<string, (field: Field) => boolean>> = {
  value: hasValues,
  ...Object.fromEntries(dateUnits.map((unit) => [unit, isDate])),
  bin: (field) => isNumber(field) && isRanged(field),
  sum: isNumber,
  avg: isNumber,
  median: isNumber,
  min: (field) => isNumber(field) || isDate(field),
  max: (field) => isNumber(field) || isDate(field),
  distinct: hasValues,
  'avg of days': isDate,
  'median of days': isDate,
  in: ({ kindName }) => kindName !== 'secret',
  ne: ({ kindName }) => kindName !== 'secret',
  weekday: isDate,
  month_of_year: isDate,
  ...Object.fromEntries(ranges.flatMap((each) => [each, `${each}_or_null`]).map((each) => [each, isRanged])),
};

function pathsOf(resource: Resource, kind: string, isHop?: boolean): Path[] {
  const passes = takes[kind]!;
  const own = resource.fields.filter(passes).map((field): Path => ({ field }));
  const there = referencesOf(resource).flatMap((via) =>
    via.target.fields.filter(passes).map((field): Path => ({ field, via })),
  );
  return isHop === undefined ? [...own, ...there] : isHop ? there : own;
}

const isPossible = (resource: Resource, { unit, measure, operator, isHop }: Wanted): boolean =>
  [unit, ...(measure === 'count' ? [] : [measure])].every((kind) => pathsOf(resource, kind).length > 0) &&
  pathsOf(resource, operator, isHop).length > 0;

const some = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Own fields and those behind references about equally often. */
const somePath = (resource: Resource, kind: string): fc.Arbitrary<Path> => {
  const kinds = [false, true].map((isHop) => pathsOf(resource, kind, isHop)).filter((paths) => paths.length > 0);
  return fc.oneof(...kinds.map(some));
};

/** Widths that make some thousands of bins at most are usual. */
const STEPS = ['0.1', '0.5', '0.25', '7', '1', '25000', '0.0000001', '333333333333', '100000000000000', '0.0000000001'];

function group(all: Records, resource: Resource, unit: Unit): fc.Arbitrary<Group> {
  return somePath(resource, unit).chain((path) => {
    if (unit !== 'bin') return fc.constant<Group>({ path, unit });
    const present = valuesAt(all, resource, path).map(Number);
    const width = Math.max(...present) - Math.min(...present);
    const usual = STEPS.filter((step) => width / Number(step) < 3000);
    const step = fc.oneof({ weight: 6, arbitrary: some(usual.length > 0 ? usual : STEPS) }, some(STEPS));
    return step.map((each): Group => ({ path, unit, step: each }));
  });
}

function measure(resource: Resource, kind: MeasureKind): fc.Arbitrary<Measure> {
  if (kind === 'count') return fc.constant({ function: 'count' });
  const path = somePath(resource, kind);
  const [name, days] = kind.split(' of ');
  if (days) return fc.record({ function: some(dayFunctions.filter((each) => each === name)), from: path, to: path });
  return path.map((each) => ({ function: name as (typeof functions)[number], path: each }));
}

/** The values that records have at a path. */
const valuesAt = (all: Records, resource: Resource, path: Path): (string | number)[] => {
  const values = [...all.get(resource.name)!.values()].map((record) => valueAt(all, record, path));
  return [...new Set(values)].filter((value) => value !== null);
};

/** One that is there, or another. `isOpen`: missing ones can be asked for. */
function value(all: Records, resource: Resource, path: Path, isOpen: boolean): fc.Arbitrary<Value> {
  if (!hasValues(path.field)) return fc.constant(null);
  const present = valuesAt(all, resource, path);
  const other: Value[] = isDate(path.field)
    ? moments
    : isNumber(path.field) && !['count', 'flag'].includes(path.field.kindName)
      ? numbers
      : path.field.kind.schema.type === 'string'
        ? ['nobody', 'é']
        : [1, 0];
  return fc.oneof(
    { weight: 8, arbitrary: some(present.length > 0 ? present : other) },
    { weight: 1, arbitrary: some(other) },
    ...(isOpen ? [{ weight: 1, arbitrary: fc.constant(null) }] : []),
  );
}

function condition(all: Records, resource: Resource, operator: Operator, path: Path): fc.Arbitrary<Condition> {
  const made = (values: readonly Value[]): Condition => ({ path, operator, values });
  const last = cycles[operator];
  if (last !== undefined)
    return fc.uniqueArray(fc.integer({ min: 1, max: last }), { minLength: 1, maxLength: 4 }).map(made);
  if (operator !== 'in' && operator !== 'ne') return fc.tuple(value(all, resource, path, false)).map(made);
  return fc.array(value(all, resource, path, true), { minLength: 1, maxLength: 4 }).map(made);
}

/** Each parameter once: of a range that is repeated the last one counts, which is another test. */
const distinctParameters = (conditions: readonly Condition[]): readonly Condition[] => [
  ...new Map(conditions.map((each) => [`${pathName(each.path)} ${each.operator}`, each])).values(),
];

/** A range around the values of a group, so that its buckets are few and meet the bounds of a filter. */
function around(all: Records, resource: Resource, { path, unit }: Group): fc.Arbitrary<Condition[]> {
  if (unit === 'value' || unit in cycles || !isRanged(path.field)) return fc.constant([]);
  const bounds = fc.array(some(['gte', 'lt', 'gt', 'lte', 'gte_or_null'] as const), { maxLength: 2 });
  return bounds.chain((each) => fc.tuple(...each.map((operator) => condition(all, resource, operator, path))));
}

/** A piece of a text that is searched. */
function search(all: Records, resource: Resource): fc.Arbitrary<string> {
  const texts = resource.fields
    .filter(({ search: isSearched }) => isSearched)
    .flatMap((field) => valuesAt(all, resource, { field }));
  const words = texts
    .flatMap((text) => String(text).split(/\s+/u))
    .filter((word) => /^[\p{L}\p{N}.-]{2,}$/u.test(word));
  const piece = fc.tuple(
    some(words.length > 0 ? words : ['x']),
    fc.nat(8),
    fc.integer({ min: 1, max: 6 }),
    fc.boolean(),
  );
  return piece.map(([word, from, length, isUpper]) => {
    const characters = [...word];
    const cut = characters.slice(from % characters.length, (from % characters.length) + length).join('');
    return isUpper ? cut.toUpperCase() : cut;
  });
}

/** Shown by its address when it fails. */
export const questions = (all: Records, wanted: Wanted): fc.Arbitrary<Question> =>
  anyQuestion(all, wanted).map((question) => ({ ...question, [fc.toStringMethod]: () => addressOf(question) }));

function anyQuestion(all: Records, wanted: Wanted): fc.Arbitrary<Question> {
  const possible = catalogue.filter((resource) => isPossible(resource, wanted));
  // Those of which records are created meanwhile are asked for more often.
  return some([...possible, ...possible.filter(({ name }) => createdResources.includes(name))]).chain((resource) => {
    const known = (kinds: readonly string[]) =>
      kinds.filter((kind) => kind === 'count' || pathsOf(resource, kind).length > 0);
    const moreGroups = fc.array(
      some(known(units)).chain((unit) => group(all, resource, unit as Unit)),
      { maxLength: 2 },
    );
    const moreMeasures = fc.array(
      some(known(measureKinds)).chain((kind) => measure(resource, kind as MeasureKind)),
      { maxLength: 3 },
    );
    const moreConditions = fc.array(
      some(known(operators)).chain((operator) =>
        somePath(resource, operator).chain((path) => condition(all, resource, operator as Operator, path)),
      ),
      { maxLength: 1 },
    );
    const first = fc.tuple(
      group(all, resource, wanted.unit),
      measure(resource, wanted.measure),
      some(pathsOf(resource, wanted.operator, wanted.isHop)).chain((path) =>
        condition(all, resource, wanted.operator, path),
      ),
    );
    return fc
      .tuple(
        first,
        moreGroups,
        moreMeasures,
        moreConditions,
        fc.oneof({ weight: 2, arbitrary: fc.constant('') }, search(all, resource)),
      )
      .chain(([[oneGroup, oneMeasure, oneCondition], others, measures, conditions, q]) => {
        const groups = once([oneGroup, ...others], groupName);
        const asked = once([oneMeasure, ...measures], measureName);
        const names = [...groups.map(groupName), ...asked.map(measureName)];
        return fc.record({
          resource: fc.constant(resource),
          conditions: around(all, resource, oneGroup).map((more) =>
            distinctParameters([...more, ...conditions, oneCondition]),
          ),
          q: fc.constant(q),
          groups: fc.shuffledSubarray(groups, { minLength: groups.length }),
          measures: fc.constant(asked),
          sort: fc.uniqueArray(fc.record({ name: some(names), descending: fc.boolean() }), {
            maxLength: 2,
            selector: ({ name }) => name,
          }),
          limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(undefined, 200)),
          offset: fc.option(fc.nat(12), { nil: undefined, freq: 2 }),
        });
      });
  });
}

const once = <T>(items: readonly T[], name: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [name(item), item])).values(),
];
