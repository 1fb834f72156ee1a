// The columns of a board: the stages that jobs name, in the order that the jobs have in common.
import { useEffect, useRef, useState } from 'preact/hooks';
import { stream } from '../../data/api.ts';
import { useChanges } from '../../data/changes.ts';
import type { DataRecord, Value } from '../../data/records.ts';
import { token } from '../../data/token.ts';
import { OPEN_STAGES, openStagesPath } from './questions.ts';

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

export type Stages = { readonly stages?: readonly string[]; readonly error?: Error };

/** Those of the jobs given, or else of all open jobs. */
export function useStages(jobs: readonly DataRecord[] | undefined, isAll: boolean): Stages {
  const [ofOpen, setOfOpen] = useState<Stages>({});
  const load = useRef<() => Promise<void>>(undefined);
  const shownToken = token.value;
  useEffect(() => {
    if (!isAll) return;
    let abort = new AbortController();
    load.current = async () => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      const texts = new Set<string>();
      try {
        for await (const { stages_json: text } of stream('jobs', OPEN_STAGES, signal)) texts.add(String(text));
        setOfOpen({ stages: commonOrder([...texts].map(stagesIn)) });
      } catch (error) {
        if (signal.aborted) return;
        setOfOpen((known) => (known.stages ? known : { error: error as Error }));
        setTimeout(() => !signal.aborted && void load.current?.(), 5000);
      }
    };
    void load.current();
    return () => {
      abort.abort();
      load.current = undefined;
    };
  }, [isAll, shownToken]);
  useChanges([openStagesPath], () => load.current?.());
  if (isAll) return ofOpen;
  return jobs ? { stages: commonOrder(jobs.map(({ stages_json: text }) => stagesIn(text))) } : {};
}
