// Who is away when: the leave of each person, and how many of each group are away on each day.
import { useMemo } from 'preact/hooks';
import { usePages } from '../../data/pages.ts';
import type { Query } from '../../data/query.ts';
import { type DataRecord, idLabel, type Value } from '../../data/records.ts';
import { isRestricted } from '../../data/rights.ts';
import { locale, say } from '../../words/say.ts';
import { awayPath, type By, headcountPath } from './paths.ts';
import { daysBetween, type Period, rangeText } from './period.ts';

type Figure = { readonly value: number | null; readonly rows?: string };
type InsightRow = {
  readonly period: { readonly from: string; readonly to: string };
  readonly group: Readonly<Record<string, Value>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Figure>>;
};

/** How many of a group are away on a day, and the list of their leave. */
export type Cover = { readonly day: string; readonly away: number; readonly requests: number; readonly rows: string };

export type Group = {
  /** The value as the API has it in filters. */
  readonly value: string;
  readonly label: string;
  readonly people: number;
  readonly peopleRows: string | undefined;
  readonly cover: readonly Cover[];
  /** Leave on a day, summed over the days: whether there is anything to show. */
  readonly isAnyone: boolean;
};

const MOST_FIGURES = 20_000;
const keyOf = (value: Value | undefined): string => (value === null || value === undefined ? 'null' : String(value));

type Groups = {
  readonly groups: readonly Group[] | undefined;
  readonly error: Error | undefined;
  /** Whether the groups have their cover. */
  readonly isKnown: boolean;
  /** How many figures there are, and so how many pages are asked. */
  readonly total: number;
};

/** The groups and their people come first; on many records, how many are away takes longer. */
export function useGroups(query: Query, period: Period, by: By): Groups {
  const paths = { away: awayPath(query, period, by), heads: headcountPath(query, period, by) };
  const away = usePages<InsightRow>(paths.away, MOST_FIGURES);
  // Without it there are the groups that somebody is away of, and it is not known how many people they have.
  const isCounted = !isRestricted('headcount');
  const heads = usePages<InsightRow>(isCounted ? paths.heads : undefined, MOST_FIGURES);
  const isKnown = away.rows !== undefined && away.path === paths.away;
  const state = { error: heads.error ?? away.error, total: away.total ?? 0, isKnown };
  // Figures of a period that is no longer shown do not belong to its days.
  const days = isKnown ? away.rows : undefined;
  const groups = useMemo(() => {
    if (!isCounted) return days && groupsOf([], days, by);
    return heads.rows && groupsOf(heads.rows, days ?? [], by);
  }, [isCounted, heads.rows, days, by]);
  return { ...state, groups: !isCounted || heads.path === paths.heads ? groups : undefined };
}

/** `heads`: how many people there are in each, `days`: how many of them are away on each day. */
export function groupsOf(heads: readonly InsightRow[], days: readonly InsightRow[], by: By): Group[] {
  const hop = `employee_id.${by}`;
  const groups = new Map<string, Group & { cover: Cover[]; isAnyone: boolean }>();
  for (const { group, labels, values } of heads) {
    const value = keyOf(group[by]);
    groups.set(value, {
      value,
      label: labels[by] ?? nameless(by, value),
      people: values.headcount?.value ?? 0,
      peopleRows: values.headcount?.rows,
      cover: [],
      isAnyone: false,
    });
  }
  for (const { period, group, labels, values } of days) {
    const value = keyOf(group[hop]);
    const known = groups.get(value) ?? {
      ...{ value, label: labels[hop] ?? nameless(by, value), people: 0, peopleRows: undefined },
      ...{ cover: [], isAnyone: false },
    };
    groups.set(value, known);
    const requests = values.leave?.value ?? 0;
    known.cover.push({ day: period.to, away: values.people?.value ?? 0, requests, rows: values.leave?.rows ?? '' });
    if (requests > 0) known.isAnyone = true;
  }
  const { compare } = new Intl.Collator(locale);
  return [...groups.values()].sort((a, b) => compare(a.label, b.label));
}

const nameless = (by: By, value: string): string =>
  by === 'branch'
    ? value === 'null'
      ? say('No branch')
      : value
    : value === 'null'
      ? say('No department')
      : idLabel('departments', value);

/** One leave of a person, as a part of the days that are shown: `start` and `end` are numbers of days from the
 * first. */
export type Bar = {
  readonly id: number;
  readonly from: string;
  readonly to: string | null;
  readonly start: number;
  readonly end: number;
  /** It began before the first day, or ends after the last. */
  readonly isBefore: boolean;
  readonly isAfter: boolean;
  /** Leave that overlaps stands below each other. */
  readonly lane: number;
};

export type Person = {
  readonly key: string;
  readonly id: number | undefined;
  readonly name: string;
  readonly group: string;
  readonly bars: readonly Bar[];
  readonly lanes: number;
};

/** `Ada Moss, away 16 to 20 November`, `Ada Moss, away from 16 November, no end is known`. */
export const barText = ({ name }: Person, { from, to }: Bar): string =>
  to === null
    ? say('{name}, away from {day}, no end is known', { name, day: rangeText(from, from) })
    : say('{name}, away {days}', { name, days: rangeText(from, to) });

/** Where the bar is, in parts of the width of all days. */
export const placeOf = ({ start, end, lane }: Bar, { days }: Period, lane0: number) => ({
  left: `${(start / days.length) * 100}%`,
  width: `${((end - start + 1) / days.length) * 100}%`,
  top: `${lane * lane0}px`,
});

const dayIn = (value: Value | undefined): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null;

function barOf(leave: DataRecord, { from, to, days }: Period, before: readonly Bar[]): Bar {
  const [first, end] = [dayIn(leave.from_date) ?? from, dayIn(leave.to_date)];
  const start = Math.max(0, daysBetween(from, first));
  const final = end === null || end > to ? days.length - 1 : daysBetween(from, end);
  const taken = new Set(before.filter((bar) => bar.start <= final && bar.end >= start).map(({ lane }) => lane));
  let lane = 0;
  while (taken.has(lane)) lane++;
  return {
    ...{ id: leave.id, from: first, to: end, start, end: final, lane },
    isBefore: first < from,
    isAfter: end === null || end > to,
  };
}

/** One entry for each person, by who is away first. */
export function peopleOf(leave: readonly DataRecord[], period: Period, by: By): Person[] {
  const people = new Map<string, Person & { bars: Bar[]; lanes: number }>();
  const inOrder = leave.toSorted((a, b) => String(a.from_date).localeCompare(String(b.from_date)) || a.id - b.id);
  for (const each of inOrder) {
    const id = each.employee_id === null ? undefined : Number(each.employee_id);
    const key = id === undefined ? `leave ${each.id}` : String(id);
    const name = [each['employee_id.first_name'], each['employee_id.last_name']].filter(Boolean).join(' ');
    const person = people.get(key) ?? {
      ...{ key, id, name: name || (id === undefined ? say('Somebody without a name') : idLabel('employees', id)) },
      ...{ group: keyOf(each[`employee_id.${by}`]), bars: [], lanes: 1 },
    };
    people.set(key, person);
    const bar = barOf(each, period, person.bars);
    person.bars.push(bar);
    person.lanes = Math.max(person.lanes, bar.lane + 1);
  }
  const { compare } = new Intl.Collator(locale);
  return [...people.values()].sort((a, b) => a.bars[0]!.start - b.bars[0]!.start || compare(a.name, b.name));
}
