// Lines of calendars: folded without cutting a character, and texts that an independent reader gets back as they were.
import { expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { CALENDAR_END, calendarLine, calendarStart, wholeDays } from '../../src/contract/formats/icalendar.ts';
import { fc } from '../harness/random/fc.ts';

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
