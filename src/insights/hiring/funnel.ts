// How far applications come. Every job has stages of its own, in an order of its own.
import type { Value } from '../../catalogue/kinds.ts';
import { keyOf } from '../../store/shared/aggregate/tally.ts';
import { byKeys, excludedBy } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { between, type Where } from '../figures.ts';
import type { Answer, Counted, Excluded, Metric } from '../metric.ts';

/** Jobs in one address. */
const JOBS = 200;

/** Applications of one group that are at one stage of one job. */
type Standing = {
  readonly group: readonly Value[];
  readonly job: number | null;
  readonly stage: Value;
  readonly count: number;
};

async function answer(asked: Asked): Promise<Answer> {
  const standings: Standing[][] = [];
  for (const period of asked.periods) {
    const found = await asked.ask(
      { resource: 'applications', where: within(period) },
      [],
      [...asked.groups, 'job_id', 'stage'],
    );
    standings.push(
      found.keys.map((keys) => ({
        group: keys.slice(0, -2),
        job: keys.at(-2) as number | null,
        stage: keys.at(-1)!,
        count: found.count(keys),
      })),
    );
  }
  const all = standings.flat();
  const stages = await stagesOf(asked, all);
  const isNamed = ({ job, stage }: Standing) => job !== null && stages.get(job)!.includes(String(stage));
  const names = inOneOrder(all.filter(isNamed), stages);
  const groups = new Map<string, readonly Value[]>(asked.groups.length === 0 ? [['[]', []]] : []);
  for (const { group } of all) groups.set(keyOf(group), group);
  const sorted = [...groups.values()].sort(byKeys);
  const entries = asked.periods.flatMap(({ start: _, ...period }, at) => {
    const named = Map.groupBy(standings[at]!.filter(isNamed), ({ group }) => keyOf(group));
    return sorted.map((keys) => ({
      period,
      keys,
      values: Object.fromEntries(
        names.map((name) => [
          name,
          reached(asked, named.get(keyOf(keys)) ?? [], { stages, name, keys, where: within(period) }),
        ]),
      ),
    }));
  });
  return {
    entries,
    excluded: await leftOut(
      asked,
      all.filter((each) => !isNamed(each)),
    ),
  };
}

const within = (period: { readonly from: string; readonly to: string }): Where => between('applied_on', period);

type Stages = ReadonlyMap<number, readonly string[]>;

/** A job whose stages cannot be read has none. */
async function stagesOf(asked: Asked, standings: readonly Standing[]): Promise<Stages> {
  const ids = [...new Set(standings.flatMap(({ job }) => job ?? []))];
  const jobs = await asked.records('jobs', ids);
  const stages = new Map<number, readonly string[]>(ids.map((id) => [id, []]));
  for (const { id, stages_json: text } of jobs) stages.set(Number(id), stagesIn(text));
  return stages;
}

function stagesIn(text: Value | undefined): readonly string[] {
  try {
    const stages: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    return Array.isArray(stages) ? stages.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** The stages of all jobs, those of the jobs with most applications first: a stage comes right behind the one before it. */
function inOneOrder(standings: readonly Standing[], stages: Stages): string[] {
  const weights = new Map<string, number>();
  for (const { job, count } of standings) {
    const list = JSON.stringify(stages.get(job!));
    weights.set(list, (weights.get(list) ?? 0) + count);
  }
  const names: string[] = [];
  const lists = [...weights].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
  for (const [list] of lists) {
    let at = 0;
    for (const name of JSON.parse(list) as string[]) {
      const known = names.indexOf(name);
      if (known < 0) names.splice(at, 0, name);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return names;
}

type Wanted = {
  readonly stages: Stages;
  readonly name: string;
  readonly keys: readonly Value[];
  readonly where: Where;
};

/** Jobs with the same stages from this one on share an address. */
function reached(asked: Asked, standings: readonly Standing[], { stages, name, keys, where }: Wanted): Counted {
  const far = standings.filter(({ job, stage }) => {
    const list = stages.get(job!)!;
    return list.includes(name) && list.indexOf(String(stage)) >= list.indexOf(name);
  });
  const alike = Map.groupBy(far, ({ job }) => JSON.stringify(stages.get(job!)!.slice(stages.get(job!)!.indexOf(name))));
  const rows = [...alike].flatMap(([list, some]) => {
    const jobs = [...new Set(some.map(({ job }) => job!))].sort((a, b) => a - b);
    const parts = Array.from({ length: Math.ceil(jobs.length / JOBS) }, (_, at) =>
      jobs.slice(at * JOBS, (at + 1) * JOBS),
    );
    const at = [...new Set(JSON.parse(list) as string[])].map((stage) => ['stage', stage] as const);
    return parts.map((part) =>
      asked.address(
        { resource: 'applications', where: [...where, ...part.map((id) => ['job_id', id] as const), ...at] },
        keys,
      ),
    );
  });
  return { value: far.reduce((sum, { count }) => sum + count, 0), rows };
}

async function leftOut(asked: Asked, standings: readonly Standing[]): Promise<Excluded[]> {
  const unnamed: Excluded[] = [...Map.groupBy(standings, ({ stage }) => stage)]
    .sort(([a], [b]) => byKeys([a], [b]))
    .map(([stage, some]) => {
      const jobs = [...new Set(some.map(({ job }) => job))].sort((a, b) => Number(a) - Number(b));
      const parts = Array.from({ length: Math.ceil(jobs.length / JOBS) }, (_, at) =>
        jobs.slice(at * JOBS, (at + 1) * JOBS),
      );
      return {
        reason: `The job does not name the stage ${stage === null ? 'that is missing' : JSON.stringify(stage)}.`,
        count: some.reduce((sum, { count }) => sum + count, 0),
        rows: parts.map((part) =>
          asked.address(
            {
              resource: 'applications',
              where: [...within(asked), ['stage', stage], ...part.map((id) => ['job_id', id] as const)],
            },
            [],
          ),
        ),
      };
    });
  const undated = { resource: 'applications', where: [['applied_on', null]] as const };
  return [
    ...unnamed,
    ...(await excludedBy(asked, [{ reason: 'The day of the application is not known.', of: undated }])),
  ];
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
  answer,
};
