// Calendars as text (RFC 5545): lines that end with CR LF and are folded at 75 octets, escaped texts, days.

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** Octets of a line, without its end. */
const MAX_OCTETS = 75;
const ASCII = /^[ -~]*$/;

/** One line, folded where it is too long: each further line begins with a space. No character is cut. */
export function calendarLine(content: string): string {
  if (content.length <= MAX_OCTETS && ASCII.test(content)) return `${content}\r\n`;
  let [folded, octets] = ['', 0];
  for (const character of content) {
    const more = Buffer.byteLength(character);
    if (octets + more > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += more;
  }
  return `${folded}\r\n`;
}

export const calendarLines = (...contents: string[]): string => contents.map(calendarLine).join('');

// biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar has none of these
const NOT_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** As the value of a property. */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(NOT_TEXT, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** `2026-03-04` as `20260304`. */
export const calendarDay = (day: string): string => day.replaceAll('-', '');

/** An event of whole days. `until`: the day after its last. `stamp`: the day on which it became known. */
type WholeDays = Readonly<Record<'uid' | 'from' | 'until' | 'stamp' | 'summary', string>>;

/** It does not make anybody who subscribes look busy. */
export const wholeDays = ({ uid, from, until, stamp, summary }: WholeDays): string =>
  calendarLines(
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${calendarDay(stamp)}T000000Z`,
    `DTSTART;VALUE=DATE:${calendarDay(from)}`,
    `DTEND;VALUE=DATE:${calendarDay(until)}`,
    `SUMMARY:${calendarText(summary)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  );

export const calendarStart = (name: string): string =>
  calendarLines(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Workforce//${name}//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  );

/** A calendar has at least one component, so one without events has a time zone. */
export const NO_EVENTS = calendarLines(
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
);

export const CALENDAR_END = calendarLine('END:VCALENDAR');
