// What the demo data must keep true: every rule of it, and how a company is held against them.

import type { DemoRecord } from '../../../src/demo/shapes.ts';
import { enterpriseRules } from './enterprise.ts';
import { hiringRules } from './hiring.ts';
import { jobRules } from './jobs.ts';
import { peopleRules } from './people.ts';
import { type Company, type Rule, surely } from './rule.ts';
import { shapeRules } from './shape.ts';
import { timeRules } from './time.ts';

export const rules: readonly Rule[] = [
  ...shapeRules,
  ...peopleRules,
  ...timeRules,
  ...jobRules,
  ...hiringRules,
  ...enterpriseRules,
];

export type Attendance = AsyncIterable<readonly DemoRecord[]> | Iterable<readonly DemoRecord[]>;

/** Tells what breaks which rule. Attendance comes some at a time, in the order of ids, and is not kept. */
export async function breaches(
  company: Company,
  attendance: Attendance,
  tell: (rule: string, what: string) => void,
  among: readonly Rule[] = rules,
): Promise<void> {
  const looks = among.map(({ name, look }) => ({ name, ...look(company) }));
  for (const { name, broken } of looks) for (const what of broken) tell(name, what);
  for await (const rows of attendance) {
    for (const { name, attend } of looks) {
      if (!attend) continue;
      for (const row of rows) if (surely(() => attend(row))) tell(name, `attendance ${row.id}`);
    }
  }
  for (const { name, end } of looks) for (const what of end?.() ?? []) tell(name, what);
}
