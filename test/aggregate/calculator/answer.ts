// The answer to a question, computed from the records: what the service has to say, or why it has to refuse.
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { compareKeys, groupsOf, type Keyed, labelOf, nameOf } from './groups.ts';
import { isMixed, isTooLarge, measured } from './measures.ts';
import { groupName, type Measure, measureName, measuresOf, type Question } from './question.ts';
import { compareValues, isDate, type Records, recordsOf, valueAt } from './records.ts';

export type AnsweredGroup = {
  readonly group: Readonly<Record<string, Value>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Value>>;
  /** How many records there are behind it. */
  readonly count: number;
};

export type Answer = {
  readonly data: readonly AnsweredGroup[];
  readonly totals: { readonly values: Readonly<Record<string, Value>>; readonly count: number };
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
};

/** `refusals`: the types of faults of which one has to be the answer; where there are none, the answer is as
 * computed. */
export type Computed = { readonly refusals: readonly string[]; readonly answer?: Answer };

export function computed(all: Records, question: Question): Computed {
  const records = recordsOf(all, question);
  if (hasNarrowBins(all, question, records)) return { refusals: ['bin_too_narrow'] };
  const { filled, whole: groups } = groupsOf(all, question, records);
  const measures = measuresOf(question);
  const isSomeMixed = filled.some((group) => measures.some((measure) => isMixed(all, measure, group.records)));
  const mixed = isSomeMixed ? ['mixed_currencies'] : [];
  if (!groups) return { refusals: ['too_many_groups', ...mixed] };
  if (isSomeMixed) return { refusals: mixed };
  const { page, isSorted } = pageOf(all, question, groups);
  const shown = [...(isSorted ? groups : page).map((group) => group.records), records];
  const tooLarge = shown.some((each) => measures.some((measure) => isTooLarge(measure, figure(all, measure, each))));
  if (tooLarge) return { refusals: ['sum_too_large'] };
  const { limit = 50, offset = 0 } = question;
  const valuesOf = (each: readonly DataRecord[]) =>
    Object.fromEntries(measures.map((measure) => [measureName(measure), figure(all, measure, each)]));
  const data = page.map(({ keys, records: own }) => ({
    group: Object.fromEntries(question.groups.map((group, at) => [groupName(group), nameOf(group, keys[at]!)])),
    labels: Object.fromEntries(
      question.groups.flatMap((group, at) => {
        const label = labelOf(all, group, keys[at]!);
        return label === undefined ? [] : [[groupName(group), label]];
      }),
    ),
    values: valuesOf(own),
    count: own.length,
  }));
  const totals = { values: valuesOf(records), count: records.length };
  return { refusals: [], answer: { data, totals, meta: { total: groups.length, limit, offset } } };
}

/** Of amounts in several currencies there is none; that is only so for the totals. */
const figure = (all: Records, measure: Measure, records: readonly DataRecord[]): Value =>
  isMixed(all, measure, records) ? null : measured(all, measure, records);

/** The bounds of bins are exact only up to here. */
const hasNarrowBins = (all: Records, { groups }: Question, records: readonly DataRecord[]): boolean =>
  groups.some(({ unit, path, step = '' }) => {
    const decimals = step.split('.')[1]?.length ?? 0;
    return (
      unit === 'bin' &&
      records.some((record) => Math.abs(Number(valueAt(all, record, path))) * 10 ** decimals >= 2 ** 52)
    );
  });

function pageOf(all: Records, question: Question, groups: readonly Keyed[]) {
  const { limit = 50, offset = 0, sort } = question;
  const measures = measuresOf(question);
  const orders = sort.map(({ name, descending }) => {
    const at = question.groups.findIndex((group) => groupName(group) === name);
    const measure = measures.find((each) => measureName(each) === name);
    return { at, measure, descending };
  });
  const isSorted = orders.some(({ at }) => at < 0);
  const ranked = groups.map((group) => ({
    group,
    values: orders.map(({ at, measure }) => (at < 0 ? figure(all, measure!, group.records) : null)),
  }));
  const natural = (a: Keyed, b: Keyed) =>
    question.groups.reduce((order, group, at) => order || compareKeys(group, a.keys[at]!, b.keys[at]!), 0);
  ranked.sort((a, b) => {
    for (const [place, { at, measure, descending }] of orders.entries()) {
      const order =
        at >= 0
          ? compareKeys(question.groups[at]!, a.group.keys[at]!, b.group.keys[at]!)
          : compareValues(a.values[place]!, b.values[place]!, isOfDates(measure!));
      if (order !== 0) return descending ? -order : order;
    }
    return natural(a.group, b.group);
  });
  return { page: ranked.slice(offset, offset + limit).map(({ group }) => group), isSorted };
}

const isOfDates = (measure: Measure): boolean =>
  'path' in measure && isDate(measure.path.field) && (measure.function === 'min' || measure.function === 'max');
