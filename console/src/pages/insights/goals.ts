// What is aimed at, by metric, figure and group. Goals are kept with the views of the person.
import { type Kept, kept } from '../../data/kept/document.ts';

/** The group `''` is the whole. */
type Goals = { readonly [metric: string]: { readonly [figure: string]: { readonly [group: string]: number } } };

export const goalOf = (metric: string, figure: string, group: string): number | undefined =>
  (kept.value.goals as Goals | undefined)?.[metric]?.[figure]?.[group];

/** The document with another goal, or without one. */
export function withGoal(before: Kept, metric: string, figure: string, group: string, goal: number | undefined): Kept {
  const goals = (before.goals ?? {}) as Goals;
  const { [group]: _, ...others } = goals[metric]?.[figure] ?? {};
  const ofFigure = goal === undefined ? others : { ...others, [group]: goal };
  return { ...before, goals: { ...goals, [metric]: { ...goals[metric], [figure]: ofFigure } } };
}
