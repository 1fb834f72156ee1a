// A day of the calendar as a parameter.
import type { Parsed } from '../faults.ts';
import type { Parameter } from './query-string.ts';
import { RELATIVE_DAY, relativeDay } from './relative-days.ts';

const MONTHS =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
const LEAP_YEARS = '(?:(?:19|2\\d)(?:0[48]|[2468][048]|[13579][26])|2[048]00)';

/** A real day from 1900 to 2999: those of people's lives, far from where the calendar ends. Or nothing, which asks nothing. */
export const DAY_PATTERN = `^(?:(?:19|2\\d)\\d{2}-${MONTHS}|${LEAP_YEARS}-02-29|${RELATIVE_DAY})?$`;

const DAY = new RegExp(DAY_PATTERN);

export const dayIn =
  (today: string) =>
  ({ value }: Parameter): Parsed<string | undefined> => {
    const day = relativeDay(value, today) ?? value;
    if (DAY.test(day)) return { value: day || undefined };
    const msg = 'Input should be a day such as 2026-03-04, from the year 1900 to 2999, or one such as today-90d';
    return { fault: { type: 'date_parsing', msg } };
  };
