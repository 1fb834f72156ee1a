// How far applications come. Every job has stages of its own, in an order of its own.
import type { Value } from '../../catalogue/kinds.ts';
import { keyOf } from '../../store/shared/aggregate/tally.ts';
import { byKeys, excludedBy, groupsIn } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { between, inParts, type Population, records, undated, type Where } from '../figures.ts';
import { type Answer, type Counted, type Excluded, entriesBy, type Metric } from '../metric.ts';
import { usualStages } from './usual-stages.ts';

/** Applications of one period and group that are at one stage of jobs with the same stages. `text`: the stages as the
 * records of the jobs have them. */
type Standing = {
  readonly group: readonly Value[];
  readonly text: Value;
  readonly list: readonly string[];
  readonly stage: Value;
  readonly count: number;
};

/** A list of stages, in one period and group: the texts that say it, and the applications at each stage. */
type Class = { readonly list: readonly string[]; readonly texts: Set<Value>; readonly counts: Map<string, number> };

/** By the group and the list of stages. */
type Classes = Map<string, Map<readonly string[], Class>>;

const APPLICATIONS: Population = { ...records('applications'), during: 'applied_on' };
const STAGES = 'job_id.stages_json';

async function answer(asked: Asked): Promise<Answer> {
  const { bounds, periods } = asked;
  const stagesOf = stageLists();
  const found = await asked.inPeriods(APPLICATIONS, [], [...asked.groups, STAGES, 'stage']);
  const groups = await groupsIn(
    asked,
    found.values().map(({ keys }) => keys.map((each) => each.slice(0, -2))),
  );
  const isUnnamed = found.some(({ keys }) => keys.some((each) => each.at(-2) === null));
  const usual = isUnnamed ? await usualIn(asked) : [];
  const weights = new Map<readonly string[], number>();
  const unnamed: Standing[] = [];
  const classes: Classes[] = [];
  for (const { keys: all, count } of found) {
    const ofPeriod: Classes = new Map();
    classes.push(ofPeriod);
    for (const keys of all) {
      const [text, stage] = keys.slice(-2) as [Value, Value];
      const standing = {
        group: keys.slice(0, -2),
        text,
        list: text === null ? usual : stagesOf.of(text),
        stage,
        count: count(keys),
      };
      weights.set(standing.list, (weights.get(standing.list) ?? 0) + standing.count);
      if (standing.list.includes(String(stage))) add(ofPeriod, standing);
      else unnamed.push(standing);
      await bounds.pause();
    }
  }
  const long = await jobsOfLong(asked, stagesOf.texts());
  const names = inOneOrder(weights);
  const entries = entriesBy(periods, groups, (at, keys) => {
    const ofGroup = [...(classes[at]!.get(keyOf(keys))?.values() ?? [])];
    const address = (...where: Where) =>
      asked.address(records('applications', ...between('applied_on', periods[at]!), ...where), keys);
    return Object.fromEntries(names.map((name) => [name, reached(name, ofGroup, long, address)]));
  });
  return { entries, excluded: await leftOut(asked, unnamed, long) };
}

/** The stages of jobs that name none, whichever records were asked for. */
async function usualIn(asked: Asked): Promise<readonly string[]> {
  const all: Population = { ...records('applications', [STAGES, null]), isWhole: true };
  const { keys } = await asked.ask(all, [], ['stage']);
  return usualStages(
    asked.wordsOf('applications', 'stage'),
    keys.map(([stage]) => String(stage)),
  );
}

function add(ofPeriod: Classes, { group, list, text, stage, count }: Standing): void {
  const key = keyOf(group);
  const ofGroup = ofPeriod.get(key) ?? new Map<readonly string[], Class>();
  ofPeriod.set(key, ofGroup);
  const known = ofGroup.get(list) ?? { list, texts: new Set(), counts: new Map() };
  ofGroup.set(list, known);
  known.texts.add(text);
  known.counts.set(String(stage), (known.counts.get(String(stage)) ?? 0) + count);
}

/** The lists of stages by the texts that say them. Equal lists are the same object. */
function stageLists() {
  const lists = new Map<string, readonly string[]>();
  const cache = new Map<Value, readonly string[]>();
  return {
    texts: () => cache.keys(),
    of(text: Value): readonly string[] {
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

/** Jobs with the same stages share an address. */
function reached(
  name: string,
  classes: readonly Class[],
  long: LongTexts,
  address: (...where: Where) => string,
): Counted {
  let value = 0;
  const rows: string[] = [];
  for (const { list, texts, counts } of classes) {
    if (!list.includes(name)) continue;
    const later = list.slice(list.indexOf(name));
    const count = later.reduce((sum, stage) => sum + (counts.get(stage) ?? 0), 0);
    if (count === 0) continue;
    value += count;
    rows.push(...jobsWith([...texts], long).map((jobs) => address(jobs, ['stage', later])));
  }
  return { value, rows };
}

/** Characters of the stages in one address. */
const CHARACTERS = 4000;

const sizeOf = (text: Value): number => encodeURIComponent(String(text)).length;

/** The jobs whose stages are too long for an address, by the text. */
type LongTexts = ReadonlyMap<Value, readonly Value[]>;

async function jobsOfLong(asked: Asked, texts: Iterable<Value>): Promise<LongTexts> {
  const jobs = new Map<Value, readonly Value[]>();
  for (const text of texts) {
    if (sizeOf(text) <= CHARACTERS) continue;
    const { keys } = await asked.ask({ ...records('jobs', ['stages_json', [text]]), isWhole: true }, [], ['id']);
    jobs.set(
      text,
      keys.map(([id]) => id!),
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
  return [...parts.map((some) => [STAGES, some] as const), ...inParts(ids).map((some) => ['job_id', some] as const)];
}

function reasonOf(stage: Value, standings: readonly Standing[]): string {
  if (stage === null) return 'They have no stage.';
  const reason = `Their job does not name the stage ${JSON.stringify(stage)}`;
  if (standings.every(({ text }) => text !== null)) return `${reason}.`;
  return `${reason}: give jobs without stages the field stages_json, the stages in order, such as ["applied","interview","hired"].`;
}

async function leftOut(asked: Asked, standings: readonly Standing[], long: LongTexts): Promise<Excluded[]> {
  const unnamed = [...Map.groupBy(standings, ({ stage }) => stage)]
    .sort(([a], [b]) => byKeys([a], [b]))
    .map(([stage, some]): Excluded => {
      const at: Where = [...between('applied_on', asked), ['stage', [stage]]];
      const parts = jobsWith([...new Set(some.map(({ text }) => text))], long);
      return {
        reason: reasonOf(stage, some),
        count: some.reduce((sum, { count }) => sum + count, 0),
        rows: parts.map((jobs) => asked.wholeAddress(records('applications', ...at, jobs))),
      };
    });
  const without = undated('The day of the application is not known.', APPLICATIONS);
  return [...unnamed, ...(await excludedBy(asked, [without]))];
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
    'A job without stages has the usual ones that applications of such jobs are at, in the order applied, screening, assessment, interview, offer, hired.',
    'A stage that the job does not name is in `excluded`, with its applications; so is any other of a job without stages, because nothing says where it belongs.',
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
