// `workforce generate`: fills an empty database with a demo company of any size.
import { kinds } from '../catalogue/kinds.ts';
import { SettingError } from '../config.ts';
import type { DemoOptions } from '../demo/demo.ts';
import { type Command, wholeNumber } from './command.ts';
import { seedWith } from './seed.ts';

export const generate: Command = {
  about: 'fill an empty database with a demo company of any size',
  options: {
    employees: { about: 'how many people work or have worked there', default: '240' },
    candidates: { about: 'how many candidates there are', default: '2.5 for each employee' },
    'attendance-days': { about: 'how many days of attendance up to the date', default: '90' },
    seed: { about: 'another number gives another company', default: '1' },
    date: { about: 'the day the data is as of, such as 2026-03-04', default: 'today' },
  },
  run: (values) => seedWith(demoOptions(values)),
};

function demoOptions(values: Readonly<Record<string, string | undefined>>): Partial<DemoOptions> {
  const number = (name: string, minimum: number) =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name], minimum);
  const date = values.date;
  if (date !== undefined && (date.length !== 10 || !new RegExp(kinds.date!.schema.pattern!).test(date))) {
    throw new SettingError(`--date is "${date}", but it is a real day such as 2026-03-04.`);
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
