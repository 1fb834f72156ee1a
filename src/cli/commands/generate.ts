// `workforce generate`: fills an empty database with a demo company of any size.
import { kinds } from '../../catalogue/kinds.ts';
import type { DemoOptions } from '../../demo/demo.ts';
import { type Values, wholeNumber } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { seedWith } from './seed.ts';

export const generate = (values: Values): Promise<void> => seedWith(demoOptions(values));

function demoOptions(values: Values): Partial<DemoOptions> {
  const number = (name: string, minimum: number) =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name], minimum);
  const date = values.date;
  if (date !== undefined && (date.length !== 10 || !new RegExp(kinds.date!.schema.pattern!).test(date))) {
    throw new UsageError(`--date is "${date}", but it is a real day such as 2026-03-04.`);
  }
  const given = {
    employees: number('employees', 1),
    candidates: number('candidates', 0),
    attendanceDays: number('attendance-days', 0),
    seed: number('seed', 0),
    date,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
