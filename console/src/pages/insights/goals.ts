// What is aimed at, by metric, figure and group. Goals are kept in this browser; everything else goes through these functions.
import { signal } from '@preact/signals';

/** The group `''` is the whole. */
export type Goals = { readonly [metric: string]: { readonly [figure: string]: { readonly [group: string]: number } } };

const KEY = 'goals';

function stored(): Goals {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Goals;
  } catch {
    return {};
  }
}

const goals = signal<Goals>(stored());

export const getGoals = (): Goals => goals.value;

export const goalOf = (metric: string, figure: string, group: string): number | undefined =>
  goals.value[metric]?.[figure]?.[group];

export function setGoal(metric: string, figure: string, group: string, goal: number | undefined): void {
  const { [group]: _, ...others } = goals.value[metric]?.[figure] ?? {};
  const ofFigure = goal === undefined ? others : { ...others, [group]: goal };
  goals.value = { ...goals.value, [metric]: { ...goals.value[metric], [figure]: ofFigure } };
  localStorage.setItem(KEY, JSON.stringify(goals.value));
}
