// Output for people: tables that fit the terminal, no control characters from records, colours on a terminal only, and
// readers that stop early.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { employees } from '../../src/catalogue/resources/employees.ts';
import { runOnTerminal } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { MAIN } from '../harness/paths.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const ESCAPE = '\x1b[31m\x1b]0;title\x07\u009b2J\u202e';
const location = await demoDatabase('embedded');
let service: Service;
beforeAll(async () => {
  service = await startService({ location });
  const answer = await post(service, '/api/v1/leave', { leave_type: ESCAPE, reason: `two\nlines ${ESCAPE}`, days: 3 });
  expect(answer.status).toBe(201);
});
afterAll(() => service.stop());

const onTerminal = (words: string[], columns: number, environment: Record<string, string> = {}) =>
  runOnTerminal(words, columns, { WORKFORCE_DATA: location, ...environment });

const plain = (line: string) => Bun.stripANSI(line);

test.each([[60], [240]])('a table fits a terminal of %i columns', async (columns) => {
  const { lines, code } = await onTerminal(['list', 'employees', '--limit', '5'], columns);
  expect(code).toBe(0);
  const [header, ...rows] = lines;
  expect(header).toStartWith('\x1b[1mid  code');
  expect(rows.slice(0, 5).every((row) => !row.includes('\x1b'))).toBe(true);
  for (const line of lines.slice(0, 6)) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
  const footer = plain(lines[6]!);
  expect(footer).toStartWith('1–5 of 240');
  const missing = /no room for (.*) \(--fields/.exec(footer)?.[1]?.split(', ') ?? [];
  const fields = plain(header!).split(/ +/);
  expect(missing.filter((name) => fields.includes(name))).toEqual([]);
  expect(fields.length + missing.length).toBe(employees.fields.length);
});

test('a workbook is not written to a terminal; to a file it is, with its size so far', async () => {
  for (const words of [
    ['export', 'departments'],
    ['insight', 'headcount'],
  ]) {
    const { code, shown } = await onTerminal([...words, '--format', 'xlsx'], 80);
    expect([code, shown]).toEqual([2, expect.stringContaining('xlsx is no text for a terminal: write it to a file')]);
  }
  const path = join(temporaryFolder(), 'attendance.xlsx');
  const { code, shown } = await onTerminal(['export', 'attendance', '-o', path], 80);
  expect([code, shown]).toEqual([0, expect.stringMatching(/Exporting \d+ KiB.*Wrote /s)]);
});

test('control characters in records are escaped', async () => {
  const environment = { NO_COLOR: '1' };
  const listed = await onTerminal(['list', 'leave', '--q', 'title'], 400, environment);
  const id = /^ *(\d+) /m.exec(listed.lines[1]!)![1]!;
  const one = await onTerminal(['get', 'leave', id], 400, environment);
  const refused = await onTerminal(['list', 'leave', '--days.gt', ESCAPE], 400, environment);
  for (const { shown } of [listed, one])
    for (const sign of ['\x1b', '\x07', '\u009b', '\u202e']) expect(shown).not.toContain(sign);
  expect(listed.shown).toContain('\\u001b[31m\\u001b]0;title\\u0007\\u009b2J\\u202e');
  expect(one.shown).toMatch(/reason {7}two\r?\n {13}lines \\u001b/);
  // An error line begins with the sequence that clears a progress bar.
  expect(refused.shown.replaceAll('\r\x1b[K', '')).not.toContain('\x1b');
});

test.each([['list employees --limit 200 --json'], ['help']])('%s ends quietly when its reader stops', async (words) => {
  const child = Bun.spawn(
    ['bash', '-c', `"$0" "$1" ${words} | head -c 1; echo "\${PIPESTATUS[0]}"`, process.execPath, MAIN],
    { env: { PATH: process.env.PATH!, WORKFORCE_DATA: location }, stderr: 'pipe' },
  );
  expect(await new Response(child.stderr).text()).toBe('');
  expect(await new Response(child.stdout).text()).toMatch(/^.0\n$/);
});

/** The states of a progress line. Each begins with the sequence that clears the line of the one before. */
const progressLines = (shown: string) =>
  shown.split('\r\x1b[K').filter((piece) => piece !== '' && !piece.includes('\n'));

test.each([20, 80])('on a terminal of %i columns, progress takes one line', async (columns) => {
  const { shown, code } = await runOnTerminal(['generate', '--employees', '60'], columns, {
    WORKFORCE_DATA: temporaryFolder(),
  });
  const lines = progressLines(shown);
  expect(code).toBe(0);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => Bun.stringWidth(line) >= columns)).toEqual([]);
  expect(lines.every((line) => line.includes(' %'))).toBe(true);
  if (columns >= 80) expect(lines.every((line) => line.includes('█') || line.includes('░'))).toBe(true);
});
