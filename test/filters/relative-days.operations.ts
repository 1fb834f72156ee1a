// Days by their distance from today: what each means, where they are taken, and that an answer with one ends with the
// day.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { endOfDay, relativeDay } from '../../src/contract/request/days.ts';
import { responseCache } from '../../src/http/response/cache.ts';
import { demoDatabase, eitherEngine } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';

const today = () => new Date().toISOString().slice(0, 10);

test.each([
  ['today', '2026-11-17', '2026-11-17'],
  ['today-90d', '2026-11-17', '2026-08-19'],
  ['today+1m', '2026-01-31', '2026-02-28'],
  ['today 1m', '2024-01-31', '2024-02-29'],
  ['today-1y', '2024-02-29', '2023-02-28'],
  ['today-12m', '2026-11-17', '2025-11-17'],
  ['today+2w', '2026-12-25', '2027-01-08'],
  ['week-start', '2026-11-15', '2026-11-09'],
  ['week-start', '2026-11-16', '2026-11-16'],
  ['week-start-1w', '2026-11-17', '2026-11-09'],
  ['month-start', '2026-11-17', '2026-11-01'],
  ['month-start-1d', '2026-03-17', '2026-02-28'],
  ['quarter-start', '2026-12-31', '2026-10-01'],
  ['quarter-start-3m', '2026-01-01', '2025-10-01'],
  ['year-start+99y', '2026-05-05', '2125-01-01'],
  ['today-999w', '2026-05-05', '2007-03-13'],
  ['today-999m', '2026-05-05', '1943-02-05'],
  ...[
    'Today',
    'today-',
    'today-90',
    'today-10000d',
    'today-1000w',
    'today+1000m',
    'today-100y',
    'today-1h',
    'todays',
    'start',
    'today--1d',
    ' today',
    '',
  ].map((text) => [text, '2026-11-17', undefined] as const),
] as const)('%p on %s is %p', (text, today, day) => {
  expect(relativeDay(text, today)).toBe(day!);
});

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, location: await demoDatabase(engine) });
  });
  afterAll(() => service.stop());
  const get = async (path: string) => {
    const sent = await fetch(`${service.url}/api/v1/${path}`);
    return { status: sent.status, body: await sent.json() };
  };

  test('lists, aggregates and insights take them as the days they are', async () => {
    const pairs = (day: string, ago: string, start: string) => [
      ['employees?date_of_joining[gte]=today-200d', `employees?date_of_joining[gte]=${ago}`],
      ['attendance?att_date=today&limit=3', `attendance?att_date=${day}&limit=3`],
      ['leave?employee_id.date_of_joining[lt]=today-200d', `leave?employee_id.date_of_joining[lt]=${ago}`],
      [
        'aggregate/leave?group=status&from_date[gte]=month-start',
        `aggregate/leave?group=status&from_date[gte]=${start}`,
      ],
      [
        'insights/joiners?from=today-200d&to=month-start%2B3d',
        `insights/joiners?from=${ago}&to=${start.slice(0, 8)}04`,
      ],
      ['insights/headcount?date_of_joining[gte]=today-200d', `insights/headcount?date_of_joining[gte]=${ago}`],
    ];
    for (let at = 0; at < 6; at++)
      for (;;) {
        const day = today();
        const [relative, plain] = pairs(day, relativeDay('today-200d', day)!, relativeDay('month-start', day)!)[at]!;
        const [asked, expected] = [await get(relative!), await get(plain!)];
        // At midnight the two may be asked on different days.
        if (day !== today()) continue;
        expect([relative, asked]).toEqual([relative, expected]);
        expect([relative, asked.status]).toEqual([relative, 200]);
        break;
      }
  });

  test('other words are refused, and a text field has them as texts', async () => {
    expect((await get('employees?date_of_joining[gte]=tomorrow')).body.detail[0].type).toBe('datetime_parsing');
    expect((await get('insights/joiners?from=tomorrow')).body.detail[0].msg).toContain('today-90d');
    expect((await get('employees?last_name=today')).body.meta.total).toBe(0);
  });
});

test('an answer by such a day is kept until the day is over', () => {
  const noon = Date.parse('2026-11-17T12:00:00Z');
  expect(endOfDay(noon)).toBe(Date.parse('2026-11-18T00:00:00Z'));
  expect(endOfDay(Date.parse('2026-11-18T00:00:00Z'))).toBe(Date.parse('2026-11-19T00:00:00Z'));
});

test('the cache is told so', async () => {
  const cache = responseCache();
  const offered: (number | undefined)[] = [];
  const watched = {
    ...cache,
    offer: (...[version, key, body]: Parameters<typeof cache.offer>) => {
      offered.push(body.until);
      cache.offer(version, key, body);
    },
  };
  const service = await startService({ parts: { cache: watched } as object });
  const before = endOfDay(Date.now());
  for (const path of ['employees?date_of_joining[gte]=today-1y', 'aggregate/leave?from_date[gte]=today', 'employees'])
    await (await fetch(`${service.url}/api/v1/${path}`)).text();
  const midnights = [before, endOfDay(Date.now())];
  for (const until of offered.slice(0, 2)) expect(midnights).toContain(until!);
  expect(offered.slice(2)).toEqual([undefined]);
  await service.stop();
});
