// How far applications come. Every job has stages of its own, in an order of its own.
import type { Value } from '../../catalogue/kinds.ts';
import { keyOf } from '../../store/shared/aggregate/tally.ts';
import { pauses } from '../../store/shared/pauses.ts';
import { byKeys, excludedBy } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { between, type Where } from '../figures.ts';
import type { Answer, Counted, Entry, Excluded, Metric } from '../metric.ts';
import type { Period } from '../periods.ts';

/** Jobs in one address. */
const JOBS = 200;

/** Applications of one group that are at one stage of jobs with the same stages. */
type Standing = {
  readonly group: readonly Value[];
  readonly job: number | null;
  /** Those of the job; equal lists are the same object. */
  readonly stages: readonly string[];
  readonly stage: Value;
  readonly count: number;
};

/** A list of stages, and in one period and group the jobs that have it, each with the stage that an application of it came to at most;
 * and the applications at each stage. */
type Class = {
  readonly stages: readonly string[];
  readonly jobs: Map<number, number>;
  readonly counts: Map<string, number>;
};

async function answer(asked: Asked): Promise<Answer> {
  const pause = pauses();
  const standings: Standing[][] = [];
  const stagesOf = stageLists();
  for (const period of asked.periods) standings.push(await standingsIn(asked, period, stagesOf, pause));
  const groups = new Map<string, readonly Value[]>(asked.groups.length === 0 ? [['[]', []]] : []);
  const weights = new Map<readonly string[], number>();
  const unnamed: Standing[] = [];
  const classes: Map<string, Map<readonly string[], Class>>[] = [];
  for (const some of standings) {
    const ofPeriod = new Map<string, Map<readonly string[], Class>>();
    classes.push(ofPeriod);
    for (const standing of some) {
      const key = keyOf(standing.group);
      groups.set(key, standing.group);
      const { stages } = standing;
      if (standing.job !== null) weights.set(stages, (weights.get(stages) ?? 0) + standing.count);
      if (!stages.includes(String(standing.stage))) unnamed.push(standing);
      else {
        const ofGroup = ofPeriod.get(key) ?? new Map<readonly string[], Class>();
        ofPeriod.set(key, ofGroup);
        add(ofGroup, stages, standing);
      }
      await pause();
    }
  }
  const names = inOneOrder(weights);
  const entries: Entry[] = [];
  for (const [at, { start: _, ...period }] of asked.periods.entries())
    for (const keys of [...groups.values()].sort(byKeys)) {
      const found = [...(classes[at]!.get(keyOf(keys))?.values() ?? [])];
      const values: Record<string, Counted> = {};
      for (const name of names) values[name] = await reached(asked, found, { name, keys, period, pause });
      entries.push({ period, keys, values });
    }
  return { entries, excluded: await leftOut(asked, unnamed) };
}

type StageLists = (text: Value) => readonly string[];

async function standingsIn(
  asked: Asked,
  period: Period,
  stagesOf: StageLists,
  pause: ReturnType<typeof pauses>,
): Promise<Standing[]> {
  const population = { resource: 'applications', where: between('applied_on', period) };
  const found = await asked.ask(population, [], [...asked.groups, 'job_id', 'job_id.stages_json', 'stage']);
  const standings: Standing[] = [];
  for (const keys of found.keys) {
    const [job, text, stage] = keys.slice(-3) as [number | null, Value, Value];
    standings.push({ group: keys.slice(0, -3), job, stages: stagesOf(text), stage, count: found.count(keys) });
    await pause();
  }
  return standings;
}

function add(classes: Map<readonly string[], Class>, stages: readonly string[], { job, stage, count }: Standing): void {
  const known = classes.get(stages) ?? { stages, jobs: new Map<number, number>(), counts: new Map<string, number>() };
  classes.set(stages, known);
  known.jobs.set(job!, Math.max(known.jobs.get(job!) ?? 0, stages.indexOf(String(stage))));
  known.counts.set(String(stage), (known.counts.get(String(stage)) ?? 0) + count);
}

function stageLists(): StageLists {
  const lists = new Map<string, readonly string[]>();
  const known = new Map<Value, readonly string[]>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const list = stagesIn(text);
    const key = JSON.stringify(list);
    lists.set(key, lists.get(key) ?? list);
    known.set(text, lists.get(key)!);
    return lists.get(key)!;
  };
}

/** Stages that cannot be read are none. */
function stagesIn(text: Value | undefined): readonly string[] {
  try {
    const stages: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    return Array.isArray(stages) ? [...new Set(stages.filter((each) => typeof each === 'string'))] : [];
  } catch {
    return [];
  }
}

/** The stages of all jobs, those of the jobs with most applications first: a stage comes right behind the one before it. */
function inOneOrder(weights: ReadonlyMap<readonly string[], number>): string[] {
  const names: string[] = [];
  const lists = [...weights].sort(([a, less], [b, more]) => more - less || (String(a) < String(b) ? -1 : 1));
  for (const [list] of lists) {
    let at = 0;
    for (const name of list) {
      const known = names.indexOf(name);
      if (known < 0) names.splice(at, 0, name);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return names;
}

type Wanted = {
  readonly name: string;
  readonly keys: readonly Value[];
  readonly period: Period;
  readonly pause: ReturnType<typeof pauses>;
};

/** Jobs with the same stages share an address. */
async function reached(
  asked: Asked,
  classes: readonly Class[],
  { name, keys, period, pause }: Wanted,
): Promise<Counted> {
  let value = 0;
  const rows: string[] = [];
  for (const { stages, jobs, counts } of classes) {
    if (!stages.includes(name)) continue;
    const first = stages.indexOf(name);
    const later = stages.slice(first);
    const count = later.reduce((sum, stage) => sum + (counts.get(stage) ?? 0), 0);
    if (count === 0) continue;
    value += count;
    const far = [...jobs].flatMap(([job, most]) => (most >= first ? [job] : []));
    for (const ids of inParts(far)) {
      const where: Where = [...between('applied_on', period), ['job_id', ids], ['stage', later]];
      rows.push(asked.address({ resource: 'applications', where }, keys));
      await pause();
    }
  }
  return { value, rows };
}

function inParts<T extends number | null>(ids: readonly T[]): T[][] {
  const sorted = ids.toSorted((a, b) => Number(a) - Number(b));
  return Array.from({ length: Math.ceil(ids.length / JOBS) }, (_, at) => sorted.slice(at * JOBS, (at + 1) * JOBS));
}

async function leftOut(asked: Asked, standings: readonly Standing[]): Promise<Excluded[]> {
  const unnamed = [...Map.groupBy(standings, ({ stage }) => stage)]
    .sort(([a], [b]) => byKeys([a], [b]))
    .map(([stage, some]): Excluded => {
      const parts = inParts([...new Set(some.map(({ job }) => job))]);
      const where = (ids: readonly (number | null)[]): Where => [
        ...between('applied_on', asked),
        ['stage', [stage]],
        ['job_id', ids],
      ];
      return {
        reason: stage === null ? 'They have no stage.' : `Their job does not name the stage ${JSON.stringify(stage)}.`,
        count: some.reduce((sum, { count }) => sum + count, 0),
        rows: parts.map((ids) => asked.wholeAddress({ resource: 'applications', where: where(ids) })),
      };
    });
  const undated = { resource: 'applications', where: [['applied_on', null]] as const };
  const without = [{ reason: 'The day of the application is not known.', of: undated }];
  return [...unnamed, ...(await excludedBy(asked, without))];
}

export const funnel: Metric = {
  name: 'funnel',
  title: 'Funnel',
  meaning: 'How many of the applications of each period have come to each stage, or further.',
  formula:
    "reached(stage) = applications of the period whose present stage is this one or a later one in the order of their job's stages",
  unit: 'records',
  figures: {},
  edges: [
    'Each job has its own stages in its own order (`stages_json`). The figures are the stages of all jobs that have applications; jobs that do not name a stage add nothing to it.',
    'The period is that of the day of the application.',
    'An application that was rejected or withdrawn counts at the stage where that happened.',
    'A stage that the job does not name, or a job without stages, is in `excluded`, with its applications.',
  ],
  cannotSay: [
    'Whether an application skipped a stage: one at a later stage counts as having reached the ones before.',
    'Stages that an application came back from, and how long past stages took: only the present stage is recorded.',
  ],
  of: 'applications',
  isSeries: true,
  reads: ['applications.applied_on', 'applications.stage', 'applications.job_id', 'jobs.stages_json'],
  namedBy: 'jobs.stages_json',
  answer,
};
