// How many people report to one manager, and how many levels there are.
import type { Value } from '../../catalogue/kinds.ts';
import { each, inSlices } from '../../fairness/slices.ts';
import { measured, quotient } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { employedOn, fieldsOf, inParts, type Population, records } from '../figures.ts';
import type { Answer, Counted, Metric } from '../metric.ts';

type Manager = {
  readonly id: number;
  readonly boss: number | undefined;
  readonly reports: number;
  readonly keys: readonly Value[];
};

async function answer(asked: Asked): Promise<Answer> {
  const people: Population = { ...employedOn(asked.today), where: [['manager_id[ne]', null]] };
  const found = await asked.ask(people, [], ['manager_id', 'manager_id.manager_id']);
  const managers: Manager[] = [];
  await visit(asked, found.keys, (keys) => {
    const boss = keys[1] === null ? undefined : Number(keys[1]);
    managers.push({ id: Number(keys[0]), boss, reports: found.count(keys), keys });
  });
  const led = managers.reduce((sum, { reports }) => sum + reports, 0);
  // Managers are no list of their own: they are the groups of the people whom they lead.
  const all: Counted = { value: managers.length, rows: asked.groupsAddress(people, 'manager_id') };
  const alone = managers.filter(({ reports }) => reports === 1).length;
  const sorted = Float64Array.from(managers, ({ reports }) => reports).sort();
  const half = sorted.length / 2;
  const median = sorted.length === 0 ? null : (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
  const widest = managers.reduce<Manager | undefined>(
    (most, each) => (most === undefined || each.reports > most.reports ? each : most),
    undefined,
  );
  return {
    entries: [
      {
        period: null,
        keys: [],
        values: {
          reports: quotient({ value: led, rows: asked.wholeAddress(people) }, all),
          median_reports: measured(median, all),
          most_reports: { value: widest?.reports ?? 0, rows: widest ? found.rows(widest.keys) : [] },
          one_report: { value: alone, rows: asked.groupsAddress(people, 'manager_id', ['in', 1]) },
          levels: { value: await levelsOf(asked, managers) },
        },
      },
    ],
    excluded: [],
  };
}

/** Some at a time, after others. */
async function visit<T>({ bounds }: Asked, items: readonly T[], visitor: (item: T) => void): Promise<void> {
  await bounds.pause();
  await inSlices(each(items, visitor), { signal: bounds.asker.signal() });
}

/** Whom everybody above the managers reports to. Someone may be above only by way of people who have left. */
async function bossesAbove(asked: Asked, managers: readonly Manager[]): Promise<Map<number, number | undefined>> {
  const bosses = new Map<number, number | undefined>();
  await visit(asked, managers, ({ id, boss }) => bosses.set(id, boss));
  const unknown = () => [...new Set(bosses.values())].filter((id) => id !== undefined && !bosses.has(id)) as number[];
  for (let ids = unknown(); ids.length > 0; ids = unknown()) {
    for (const id of ids) bosses.set(id, undefined);
    for (const some of inParts(ids))
      for (const [id, boss] of (await asked.ask(records('employees', ['id', some]), [], ['id', 'manager_id'])).keys)
        bosses.set(Number(id), boss === null ? undefined : Number(boss));
  }
  return bosses;
}

/** The most people on a way up, from someone without reports. A way ends where it would come to someone again. */
async function levelsOf(asked: Asked, managers: readonly Manager[]): Promise<number> {
  const bosses = await bossesAbove(asked, managers);
  /** Of those on the way that is being gone: 0. */
  const levels = new Map<number, number>();
  const inCircles = new Set<number>();
  const goUp = ({ id }: Manager): void => {
    const way: number[] = [];
    let at: number | undefined = id;
    for (; at !== undefined && !levels.has(at); at = bosses.get(at)) {
      way.push(at);
      levels.set(at, 0);
    }
    const circle = at !== undefined && levels.get(at) === 0 ? way.splice(way.indexOf(at)) : [];
    for (const each of circle) levels.set(each, circle.length);
    for (const each of circle) inCircles.add(each);
    for (const each of way.reverse()) levels.set(each, (levels.get(bosses.get(each) ?? 0) ?? 0) + 1);
  };
  await visit(asked, managers, goUp);
  // Someone in a circle with one report has nobody below.
  return managers.reduce((most, { id, reports }) => {
    const below = inCircles.has(id) && reports === 1 ? 0 : 1;
    return Math.max(most, levels.get(id)! + below);
  }, 0);
}

export const spanOfControl: Metric = {
  name: 'span-of-control',
  title: 'Span of control',
  meaning:
    'How many people report directly to one manager, how many levels there are, and how many managers have a single report.',
  formula:
    'employed people with a manager ÷ different managers of theirs; the median and the largest number of direct reports; managers with one report; levels from the top to the people without reports',
  unit: 'people',
  figures: {
    reports: { unit: 'people', meaning: 'Mean number of direct reports.' },
    median_reports: { unit: 'people', meaning: 'Median number of direct reports.' },
    most_reports: { unit: 'people', meaning: 'Direct reports of the manager who has most.' },
    one_report: { unit: 'people', meaning: 'Managers with a single report.' },
    levels: { unit: 'levels', meaning: 'Levels of the tree, the top and the people without reports included.' },
  },
  drawn: { as: 'numbers' },
  edges: [
    'It is about people who are employed today. A manager who has left still counts while someone reports to them.',
    'Nobody above someone: the top. Several people may be at the top.',
    'People who report to one another in a circle are counted as managers, and each of them once in the levels.',
  ],
  cannotSay: ['Who led whom in the past: records have the present manager only.', 'Dotted lines and matrix teams.'],
  of: 'employees',
  isSeries: false,
  readsEach: true,
  groups: [],
  isWhole: true,
  reads: fieldsOf('employees', 'manager_id', 'date_of_joining', 'termination_date'),
  withheld: ['most_reports', 'levels'],
  answer,
};
