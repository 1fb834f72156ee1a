// How far applications come. Every job has stages of its own, in an order of its own.
import type { Value } from '../../catalogue/kinds.ts';
import { keyOf } from '../../store/shared/aggregate/tally.ts';
import { addGroups, byKeys } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { between, type Where } from '../figures.ts';
import { excludedBy } from '../left-out.ts';
import { type Answer, type Counted, type Excluded, entriesBy, type Metric } from '../metric.ts';
import type { Period } from '../periods.ts';

/** The stages of a job, as its record has them, and read. Equal lists are the same object. */
type Stages = { readonly text: Value; readonly list: readonly string[] };

/** Applications of one period and group that are at one stage of jobs with the same text of stages. */
type Standing = Stages & { readonly group: readonly Value[]; readonly stage: Value; readonly count: number };

/** A list of stages, in one period and group: the texts that say it, and the applications at each stage. */
type Class = { readonly list: readonly string[]; readonly texts: Set<Value>; readonly counts: Map<string, number> };

const APPLICATIONS = { resource: 'applications', where: [], during: 'applied_on' } as const;
const STAGES = 'job_id.stages_json';

async function answer(asked: Asked): Promise<Answer> {
  const { pause } = asked.bounds;
  const stagesOf = stageLists();
  const groups = new Map<string, readonly Value[]>(asked.groups.length === 0 ? [['[]', []]] : []);
  const weights = new Map<readonly string[], number>();
  const unnamed: Standing[] = [];
  const classes: Map<string, Map<readonly string[], Class>>[] = [];
  for (const { keys: all, count } of await asked.inPeriods(APPLICATIONS, [], [...asked.groups, STAGES, 'stage'])) {
    const ofPeriod = new Map<string, Map<readonly string[], Class>>();
    classes.push(ofPeriod);
    for (const keys of all) {
      const [text, stage] = keys.slice(-2) as [Value, Value];
      const standing = { group: keys.slice(0, -2), text, list: stagesOf.of(text), stage, count: count(keys) };
      if (text !== null) weights.set(standing.list, (weights.get(standing.list) ?? 0) + standing.count);
      if (standing.list.includes(String(stage))) add(ofPeriod, standing);
      else unnamed.push(standing);
      await pause();
    }
    await addGroups(
      groups,
      all.map((keys) => keys.slice(0, -2)),
      asked,
    );
  }
  const long = await jobsOfLong(asked, stagesOf.texts());
  const names = inOneOrder(weights);
  const sorted = [...groups.values()].sort(byKeys);
  const entries = entriesBy(asked.periods, sorted, (at, keys) => {
    const period = asked.periods[at]!;
    const found = [...(classes[at]!.get(keyOf(keys))?.values() ?? [])];
    return Object.fromEntries(names.map((name) => [name, reached(asked, found, { name, keys, period, long })]));
  });
  return { entries, excluded: await leftOut(asked, unnamed, long) };
}

function add(
  ofPeriod: Map<string, Map<readonly string[], Class>>,
  { group, list, text, stage, count }: Standing,
): void {
  const key = keyOf(group);
  const ofGroup = ofPeriod.get(key) ?? new Map<readonly string[], Class>();
  ofPeriod.set(key, ofGroup);
  const known = ofGroup.get(list) ?? { list, texts: new Set(), counts: new Map() };
  ofGroup.set(list, known);
  known.texts.add(text);
  known.counts.set(String(stage), (known.counts.get(String(stage)) ?? 0) + count);
}

type StageLists = { of(text: Value): readonly string[]; texts(): Iterable<Value> };

function stageLists(): StageLists {
  const lists = new Map<string, readonly string[]>();
  const cache = new Map<Value, readonly string[]>();
  return {
    texts: () => cache.keys(),
    of(text) {
      const cached = cache.get(text);
      if (cached) return cached;
      const list = stagesIn(text);
      const key = JSON.stringify(list);
      lists.set(key, lists.get(key) ?? list);
      cache.set(text, lists.get(key)!);
      return lists.get(key)!;
    },
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

/** The stages of all jobs, those of the jobs with most applications first: a stage comes right behind the one before
 * it. */
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
  readonly long: LongTexts;
};

/** Jobs with the same stages share an address. */
function reached(asked: Asked, classes: readonly Class[], { name, keys, period, long }: Wanted): Counted {
  let value = 0;
  const rows: string[] = [];
  for (const { list, texts, counts } of classes) {
    if (!list.includes(name)) continue;
    const later = list.slice(list.indexOf(name));
    const count = later.reduce((sum, stage) => sum + (counts.get(stage) ?? 0), 0);
    if (count === 0) continue;
    value += count;
    for (const jobs of jobsWith([...texts], long)) {
      const where: Where = [...between('applied_on', period), jobs, ['stage', later]];
      rows.push(asked.address({ resource: 'applications', where }, keys));
    }
  }
  return { value, rows };
}

/** Characters of the stages, and ids, in one address. */
const CHARACTERS = 4000;
const IDS = 200;

const sizeOf = (text: Value): number => encodeURIComponent(String(text)).length;

/** The jobs whose stages are too long for an address, by the text. */
type LongTexts = ReadonlyMap<Value, readonly Value[]>;

async function jobsOfLong(asked: Asked, texts: Iterable<Value>): Promise<LongTexts> {
  const jobs = new Map<Value, readonly Value[]>();
  for (const text of texts) {
    if (sizeOf(text) <= CHARACTERS) continue;
    const same = { resource: 'jobs', where: [['stages_json', [text]]] as const, isWhole: true as const };
    jobs.set(
      text,
      (await asked.ask(same, [], ['id'])).keys.map(([id]) => id!),
    );
  }
  return jobs;
}

/** The jobs with one of these texts, as conditions that fit into an address each. */
function jobsWith(texts: readonly Value[], long: LongTexts): Where[number][] {
  const parts: Value[][] = [];
  let left = 0;
  for (const text of texts.filter((each) => !long.has(each)).toSorted((a, b) => byKeys([a], [b]))) {
    if (sizeOf(text) > left) {
      parts.push([]);
      left = CHARACTERS;
    }
    parts.at(-1)!.push(text);
    left -= sizeOf(text);
  }
  const ids = texts.flatMap((text) => long.get(text) ?? []);
  const inParts = Array.from({ length: Math.ceil(ids.length / IDS) }, (_, at) => ids.slice(at * IDS, (at + 1) * IDS));
  return [...parts.map((some) => [STAGES, some] as const), ...inParts.map((some) => ['job_id', some] as const)];
}

async function leftOut(asked: Asked, standings: readonly Standing[], long: LongTexts): Promise<Excluded[]> {
  const unnamed = [...Map.groupBy(standings, ({ stage }) => stage)]
    .sort(([a], [b]) => byKeys([a], [b]))
    .map(([stage, some]): Excluded => {
      const where = (jobs: Where[number]): Where => [...between('applied_on', asked), ['stage', [stage]], jobs];
      const parts = jobsWith([...new Set(some.map(({ text }) => text))], long);
      return {
        reason: stage === null ? 'They have no stage.' : `Their job does not name the stage ${JSON.stringify(stage)}.`,
        count: some.reduce((sum, { count }) => sum + count, 0),
        rows: parts.map((jobs) => asked.wholeAddress({ resource: 'applications', where: where(jobs) })),
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
  drawn: { as: 'funnel' },
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
