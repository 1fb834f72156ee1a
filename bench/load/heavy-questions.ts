// Heavy questions: lists for which records have to be counted, walked or sorted, because nothing that is stored has the
// answer.
import { request, totalOf } from './request.ts';

const ATTENDANCE = '/api/v1/attendance';
const EMPLOYEES = '/api/v1/employees';

export type Question = {
  readonly name: string;
  /** The address. Each number asks with another value or for another page, at the same cost, so that no answer is
   * remembered. */
  path(number: number): string;
};

export async function heavyQuestions(url: string): Promise<Question[]> {
  const middle = Math.floor((await totalOf(`${url}${ATTENDANCE}`)) / 2);
  const page = await request(`${url}${ATTENDANCE}?limit=1&offset=${middle}`);
  // Attendance is in the order of days, so this day has about half of the records before it.
  const day = ((await page.json()) as { data: { att_date: string }[] }).data[0]!.att_date;
  const question = (name: string, path: (number: number) => string): Question => ({ name, path });
  return [
    question('filter and two ranges', (number) =>
      list(ATTENDANCE, 'status=present', hoursFrom(number), `att_date[gte]=${day}`),
    ),
    question('range', (number) => list(ATTENDANCE, after(day, number))),
    question('range and filter', (number) => list(ATTENDANCE, after(day, number), 'status=remote')),
    question('sort by one field, deep', (number) => list(ATTENDANCE, 'sort=employee_id', pageFrom(middle, number))),
    question('sort by three fields', (number) =>
      list(ATTENDANCE, 'sort=status,-att_date,employee_id', pageFrom(0, number)),
    ),
    question('filter, sort by two fields', (number) =>
      list(ATTENDANCE, 'status=remote', 'sort=-att_date,employee_id', pageFrom(0, number)),
    ),
    question('search, filter and sort', (number) =>
      list(EMPLOYEES, 'q=engineer', 'status=active', 'sort=-date_of_joining', pageFrom(0, number)),
    ),
    question('three values, deep', (number) =>
      list(ATTENDANCE, 'status=present', 'status=remote', 'status=late', pageFrom(middle, number)),
    ),
  ];
}

const list = (path: string, ...parameters: string[]): string => `${path}?${parameters.join('&')}`;

/** Hours are kept in quarters, so a little more than seven finds the same records for every number. */
const hoursFrom = (number: number): string => `hours[gte]=${(7 + (number + 1) / 1e6).toFixed(6)}`;

/** Attendance has no time of day, so a fraction of a second after midnight finds the same records for every number. */
const after = (day: string, number: number): string =>
  `att_date[gte]=${day}T00:00:00.${String(number + 1).padStart(7, '0')}Z`;

/** Limits from 40 to 60 at each offset. */
const pageFrom = (offset: number, number: number): string =>
  `limit=${40 + (number % 21)}&offset=${offset + Math.floor(number / 21)}`;
