// All rules of the demo data, and the check of a company against them.

import type { DemoRecord } from '../../../src/demo/shapes.ts';
import { hiringRules } from './hiring.ts';
import { jobRules } from './jobs.ts';
import { peopleRules } from './people.ts';
import { breaksOrThrows, type Company, type Rule } from './rule.ts';
import { shapeRules } from './shape.ts';
import { timeRules } from './time.ts';

export const rules: readonly Rule[] = [...shapeRules, ...peopleRules, ...timeRules, ...jobRules, ...hiringRules];

export type Attendance = AsyncIterable<readonly DemoRecord[]> | Iterable<readonly DemoRecord[]>;

/** Reports what breaks which rule. Attendance comes in batches, in the order of ids, and is not stored. */
export async function breaches(
  company: Company,
  attendance: Attendance,
  report: (rule: string, what: string) => void,
  among: readonly Rule[] = rules,
): Promise<void> {
  const checks = among.map(({ name, check }) => ({ name, ...check(company) }));
  for (const { name, broken } of checks) for (const what of broken) report(name, what);
  for await (const rows of attendance) {
    for (const { name, attend } of checks) {
      if (!attend) continue;
      for (const row of rows) if (breaksOrThrows(() => attend(row))) report(name, `attendance ${row.id}`);
    }
  }
  for (const { name, end } of checks) for (const what of end?.() ?? []) report(name, what);
}
