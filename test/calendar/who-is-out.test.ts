// The calendar of who is out, read by an independent reader: the same leave as the insight on every day, never why,
// with ETag, faults of parameters, and what is private; and its lines, which are folded without cutting a character.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import ICAL from 'ical.js';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { CALENDAR_END, calendarLine, calendarStart, wholeDays } from '../../src/contract/formats/icalendar.ts';
import { seed } from '../../src/jobs/seed.ts';
import { eitherEngine } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { post, type Service, TOKEN } from '../harness/service.ts';
import { change, insightService, TODAY } from '../insights/planted.ts';

setDefaultTimeout(120_000);

const SIZE = { employees: 80, attendanceDays: 1 };
const SECRET = 'a reason that nobody may read';
const ANNA = 'Anna-Łucja; "the 3rd", née 東京都 👩🏽‍🚀 Wolfeschlegelsteinhausenbergerdorff';

const away = (from_date: string | null, to_date: string | null, more: DataRecord = {}): DataRecord => ({
  ...{ employee_id: 1, leave_type: 'bereavement', from_date, to_date, days: 1, status: 'approved', reason: SECRET },
  ...{ applied_on: '2026-10-01', ...more },
});

/** From 91,001 on. It is 2026-11-15. */
const leave = [
  away('2026-11-15', '2026-11-15'),
  away('2026-10-10', '2026-10-15'),
  away('2026-10-10', '2026-10-14'),
  away('2027-11-15', null),
  away('2027-11-16', '2027-11-20'),
  away('2027-11-15', '2029-01-01'),
  away('2019-02-03', null),
  away('2026-11-20', '9999-12-31', { applied_on: null }),
  away('2026-11-20', '9999-12-30'),
  // On another day in UTC.
  away('2026-11-19T23:30:00-05:00', '2026-11-21T00:30:00+02:00', { applied_on: '2026-09-30T23:00:00-04:00' }),
  // From the evening on, to a day that has begun: one day; and one that ends before it begins.
  away('2026-11-22T20:00:00Z', '2026-11-22'),
  away('2026-11-25', '2026-11-24T23:00:00Z'),
  ...['pending', 'rejected', 'cancelled', 'Approved'].map((status) => away('2026-11-01', null, { status })),
  away('2026-11-16', '2026-11-17', { employee_id: null }),
].map((record, at): DataRecord => ({ id: 91_001 + at, ...record }));

type Event = { id: number; name: string; from: string; until: string; stamp: string };

function eventsIn(text: string): Event[] {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
  return events.map(({ uid, summary, startDate, endDate, component }) => ({
    id: Number(/^leave-(\d+)@workforce$/.exec(uid)![1]),
    name: summary,
    from: startDate.toString(),
    until: endDate.toString(),
    stamp: String(component.getFirstPropertyValue('dtstamp')),
  }));
}

const DAYS = ['2026-10-15', '2026-11-01', TODAY, '2026-11-20', '2026-11-22', '2026-11-25', '2027-03-01', '2027-11-15'];
const FILTERS: [sent: string, insight: string][] = [
  ['', ''],
  ['?branch=London', '&employee_id.branch=London'],
  ['?branch=London&branch=Berlin', '&employee_id.branch=London&employee_id.branch=Berlin'],
  ['?dept_id=2&branch=', '&employee_id.dept_id=2'],
  ['?employee_id=1', '&employee_id=1'],
  ['?employee_id=1&employee_id=null', '&employee_id=1&employee_id=null'],
  ['?employee_id=1&dept_id=2', '&employee_id=1&employee_id.dept_id=2'],
  ['?branch=null', '&employee_id.branch=null'],
];

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  const calendar = (query = '', init: RequestInit = {}) =>
    fetch(`${service.url}/calendar/who-is-out.ics${query}`, init);
  beforeAll(async () => {
    service = await insightService(engine, { size: SIZE });
    await seed(service.store, catalogue, [{ resource: 'leave', records: leave }]);
    await change(service, { employees: [{ id: 1, first_name: ANNA, last_name: 'O\'Neill,\\ "A"' }] });
  });
  afterAll(async () => {
    await service.stop();
  });

  test.each(FILTERS)('%s has the leave that the insight counts, day by day', async (sent, filters) => {
    const text = await (await calendar(sent)).text();
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const events = eventsIn(text);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    for (const day of DAYS) {
      const get = async (path: string) => (await fetch(service.url + path)).json();
      const { data } = await get(`/api/v1/insights/who-is-out?from=${day}&to=${day}${filters}`);
      const { rows, value } = data[0].values.leave;
      const out = (await get(`${rows}&limit=200&fields=id`)).data.map(({ id }: { id: number }) => id);
      const covering = events.filter(({ from, until }) => from <= day && day < until).map(({ id }) => id);
      expect([day, covering]).toEqual([day, out]);
      expect([day, covering.length]).toEqual([day, value]);
    }
  });

  test('days, ends and stamps are as documented', async () => {
    const text = await (await calendar()).text();
    const found = new Map(eventsIn(text).map(({ id, from, until, stamp }) => [id, [from, until, stamp]]));
    const days = leave.map(({ id }) => found.get(Number(id)));
    const APPLIED = '2026-10-01T00:00:00Z';
    expect(days).toEqual([
      ['2026-11-15', '2026-11-16', APPLIED],
      ['2026-10-10', '2026-10-16', APPLIED],
      undefined,
      ['2027-11-15', '2027-11-16', APPLIED],
      undefined,
      ['2027-11-15', '2029-01-02', APPLIED],
      ['2019-02-03', '2027-11-16', APPLIED],
      ['2026-11-20', '2027-11-16', '2026-11-20T00:00:00Z'],
      ['2026-11-20', '9999-12-31', APPLIED],
      ['2026-11-20', '2026-11-21', APPLIED],
      ['2026-11-22', '2026-11-23', APPLIED],
      ...Array(5).fill(undefined),
      ['2026-11-16', '2026-11-18', APPLIED],
    ]);
  });

  test('it says who is away, and never why', async () => {
    const text = await (await calendar()).text();
    const names = new Map(eventsIn(text).map(({ id, name }) => [id, name]));
    expect(names.get(91_001)).toBe(`${ANNA} O'Neill,\\ "A" away`);
    expect(names.get(91_017)).toBe('Somebody away');
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).not.toMatch(/bereavement|annual|sick|parental|reason|approved/i);
    const nobody = new ICAL.Component(ICAL.parse(await (await calendar('?branch=Nowhere')).text()));
    expect(nobody.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
  });

  test('it is not sent twice while it is the same', async () => {
    const first = await calendar('?employee_id=2');
    await first.text();
    const tag = first.headers.get('etag')!;
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
    const again = await calendar('?employee_id=2', { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    const head = await calendar('?employee_id=2', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag]);
    const body = { employee_id: 2, leave_type: 'study', status: 'approved', from_date: TODAY, to_date: TODAY };
    expect((await post(service, '/api/v1/leave', body)).status).toBe(201);
    const changed = await calendar('?employee_id=2', { headers: { 'If-None-Match': tag } });
    expect([changed.status, (await changed.text()).includes('DTSTART;VALUE=DATE:20261115')]).toEqual([200, true]);
  });
});

describe('private fields', () => {
  const shown = { Authorization: `Bearer ${TOKEN}` };
  const fields: [what: string, privateFields: Record<string, string[]>, status: number, names: boolean][] = [
    ['reasons', { leave: ['reason', 'leave_type', 'applied_on'] }, 200, true],
    ['last names', { employees: ['last_name'] }, 200, false],
    ['who', { leave: ['employee_id'] }, 200, false],
    ['approval', { leave: ['status'] }, 401, false],
  ];

  test.each(fields)('%s', async (_, names, status, hasNames) => {
    const privateFields = Object.fromEntries(
      Object.entries(names).map(([resource, some]) => [resource, new Set(some)]),
    );
    const service = await insightService('embedded', {
      size: { employees: 20, attendanceDays: 1 },
      isPlain: true,
      privateFields,
    });
    const get = (query = '', headers = {}) => fetch(`${service.url}/calendar/who-is-out.ics${query}`, { headers });
    const whole = await get('', shown);
    expect(whole.headers.get('cache-control')).toMatch(/^private, /);
    expect(whole.headers.get('vary')).toContain('Authorization');
    const all = eventsIn(await whole.text());
    expect(all.some(({ name }) => name === 'Somebody away')).toBe(false);
    const response = await get();
    const text = await response.text();
    expect(response.status).toBe(status);
    if (status === 401) {
      expect(JSON.parse(text).error.message).toContain('is private here');
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
    } else {
      const events = eventsIn(text);
      expect(events.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      expect(events.every(({ name }) => name === 'Somebody away')).toBe(!hasNames);
    }
    if (names.leave?.includes('employee_id'))
      for (const query of ['?employee_id=1', '?branch=London']) {
        const refused = await get(query);
        const { detail } = await refused.json();
        expect([refused.status, detail[0].type, detail[0].loc]).toEqual([
          ...[422, 'private_field', ['query', query.slice(1).replace(/=.*/, '')]],
        ]);
      }
    await service.stop();
  });
});

const texts = fc.string({
  unit: fc.constantFrom('a', ' ', 'é', '東', '👩🏽‍🚀', '\\', ';', ',', '\n', '"', ':'),
  maxLength: 300,
});

test('lines have at most 75 octets, and unfold to what they were', () => {
  fc.assert(
    fc.property(
      texts.map((text) => text.replaceAll('\n', ' ')),
      (text) => {
        const folded = calendarLine(text);
        expect(folded.endsWith('\r\n')).toBe(true);
        for (const line of folded.slice(0, -2).split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        expect(folded.slice(0, -2).replaceAll('\r\n ', '')).toBe(text);
      },
    ),
  );
});

const eventIn = (summary: string) => {
  const event = { uid: 'leave-1@workforce', from: '2026-12-31', until: '2027-01-01', stamp: '2026-01-02', summary };
  const text = calendarStart('Who is out') + wholeDays(event) + CALENDAR_END;
  const [found] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return new ICAL.Event(found!);
};

test('texts are read as they were', () => {
  fc.assert(fc.property(texts, (text) => expect(eventIn(`x${text}`).summary).toBe(`x${text}`)));
  expect(eventIn('Line\r\nbreak\rand\u0000 \u0007bell\ttab').summary).toBe('Line\nbreak\nand bell\ttab');
  expect(eventIn('lone \ud83d half').summary).toBe('lone \ufffd half');
  expect(eventIn('END:VEVENT\r\nBEGIN:VALARM').component.getAllSubcomponents()).toEqual([]);
});

test('days are days, and the last is not included', () => {
  const { startDate, endDate, uid } = eventIn('x');
  expect([startDate.isDate, String(startDate), String(endDate), uid]).toEqual([
    ...[true, '2026-12-31', '2027-01-01', 'leave-1@workforce'],
  ]);
});
