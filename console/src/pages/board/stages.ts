// The columns of a board: the stages that jobs name, in the order that the jobs have in common.
import { useSteadyAnswer } from '../../data/answers.ts';
import { type Query, valuesIn } from '../../data/query.ts';
import type { DataRecord, Groups, Value } from '../../data/records.ts';
import { OPEN_STAGES } from './questions.ts';

/** The stages of one job. A text that is no list of texts names none. */
export function stagesIn(text: Value | undefined): string[] {
  try {
    const list: unknown = JSON.parse(String(text ?? '[]'));
    return Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string' && each !== '') : [];
  } catch {
    return [];
  }
}

/** One order for all: a stage that only some jobs have comes after the one that precedes it there. */
export function commonOrder(lists: readonly (readonly string[])[]): string[] {
  const order: string[] = [];
  for (const list of [...lists].sort((one, other) => other.length - one.length))
    for (const [at, stage] of list.entries()) {
      if (order.includes(stage)) continue;
      const next = list.slice(at + 1).find((each) => order.includes(each));
      const before = list[at - 1];
      if (before !== undefined) order.splice(order.indexOf(before) + 1, 0, stage);
      else order.splice(next === undefined ? order.length : order.indexOf(next), 0, stage);
    }
  return order;
}

export type Stage = {
  readonly name: string;
  readonly count: number;
  /** Applications are in it, and no job of this board names it. */
  readonly isForeign: boolean;
};

/** The stages that jobs name, then those that only applications have. */
export function columnsOf(query: Query, named: readonly string[], counts: Groups): Stage[] {
  const countOf = new Map(counts.data.map(({ group, values }) => [String(group.stage), values.count ?? 0]));
  const asked = valuesIn(query, 'stage');
  const foreign = [...countOf.keys()].filter((name) => !named.includes(name));
  return [...named, ...foreign]
    .filter((name) => asked.length === 0 || asked.includes(name))
    .map((name) => ({ name, count: countOf.get(name) ?? 0, isForeign: !named.includes(name) }));
}

export type Stages = { readonly stages?: readonly string[]; readonly error?: Error };

/** Those of the jobs given, or else of all open jobs. */
export function useStages(jobs: readonly DataRecord[] | undefined, isAll: boolean): Stages {
  const { data, error } = useSteadyAnswer<Groups>(isAll ? OPEN_STAGES : undefined);
  const texts = isAll ? data?.data.map(({ group }) => group.stages_json) : jobs?.map((job) => job.stages_json);
  return texts ? { stages: commonOrder(texts.map(stagesIn)) } : error ? { error } : {};
}
