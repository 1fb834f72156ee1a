// The import: what of a mapping is sent, what a column can fill, and the report that the service writes line by line.
import { afterEach, beforeAll, expect, type Mock, spyOn, test } from 'bun:test';
import { resourceNamed } from '../../../console/src/data/catalogue.ts';
import { isOwn, openQuestions, targetsOf } from '../../../console/src/pages/import/mapping-file.ts';
import { decided, pathFor, putIn, type Refused } from '../../../console/src/pages/import/send.ts';
import { showCatalogue } from '../catalogue.ts';

let fetching: Mock<typeof fetch> | undefined;

beforeAll(showCatalogue);
afterEach(() => {
  fetching?.mockRestore();
});

test('what is not decided is not sent', () => {
  expect(
    decided({
      columns: { Name: 'name', Note: null },
      values: { status: { Aktiv: 'active', Weg: '' }, gender: { x: '' } },
      defaults: { branch: '', dept_id: 3 },
      decimal: ',',
    }),
  ).toEqual({
    columns: { Name: 'name', Note: null },
    values: { status: { Aktiv: 'active' } },
    defaults: { dept_id: 3 },
    decimal: ',',
  });
  expect(decided({ values: { gender: { x: '' } }, defaults: { branch: '' } })).toEqual({});
});

test('questions that are open are counted', () => {
  expect(openQuestions({})).toBe(0);
  expect(openQuestions({ values: { a: { x: '', y: 'b' }, c: { z: '' } }, defaults: { d: '', e: 0 } })).toBe(3);
});

test.each([
  [{}, true],
  [{ columns: { id: 'id', status: 'status' } }, true],
  [{ columns: { id: 'id', Status: 'status' } }, false],
  [{ columns: { id: 'id', status: null } }, false],
  [{ columns: { id: 'id' }, defaults: { status: 'active' } }, false],
  [{ columns: { id: 'id' }, values: { status: { a: 'b' } } }, false],
])('%j is an export of ours: %p', (mapping, own) => {
  expect(isOwn(mapping)).toBe(own);
});

test.each([
  [{}, 'import/leave'],
  [
    { isDryRun: true, skipsInvalid: true, keepsDemo: true },
    'import/leave?dry_run=true&skip_invalid=true&keep_demo=true',
  ],
  [{ makes: ['departments', 'jobs'], sheet: 'A & B' }, 'import/leave?create_missing=departments%2Cjobs&sheet=A+%26+B'],
])('with %j the path is %s', (options, path) => {
  expect(pathFor('leave', { isDryRun: false, skipsInvalid: false, keepsDemo: false, makes: [], ...options })).toBe(
    path,
  );
});

test('a column can fill a field, or find a record by one of its names', () => {
  const values = (resource: string, current: string | null = null) =>
    targetsOf(resourceNamed(resource)!, current).map(({ value }) => value);
  const leave = values('leave');
  expect(leave).toContainValues(['id', 'employee_id', 'employee_id.email', 'employee_id.name', 'from_date']);
  expect(leave).not.toContain('name');
  const employees = values('employees');
  expect(employees[0]).toBe('name');
  expect(employees).toContainValues(['dept_id.name', 'manager_id.email', 'manager_id.name']);
  expect(employees).not.toContain('dept_id.email');
  expect(values('leave', 'cake').at(-1)).toBe('cake');
  expect(values('leave', 'days')).toEqual(leave);
  const secret = resourceNamed('leave')!;
  const fields = [...secret.fields, { ...secret.fields[0]!, name: 'token', kind: 'secret' }];
  expect(targetsOf({ ...secret, fields }, null).map(({ value }) => value)).toEqual(leave);
});

/** What the page has of an answer that comes in pieces of so many bytes. */
function report(text: string, status = 200, size = 1000) {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  fetching = spyOn(globalThis, 'fetch') as Mock<typeof fetch>;
  fetching.mockResolvedValue(new Response(body, { status }));
  const progress: number[][] = [];
  const file = new File(['a'], 'a.csv');
  const made = putIn('import/leave', file, {}, (...rows) => progress.push(rows), new AbortController().signal);
  return made.then((found) => ({ ...found, progress }));
}

test('a report is read whole, wherever its lines are cut and however it ends', async () => {
  const lines = [
    { progress: { rows: 1, of: 3 } },
    { line: 2, field: 'days', reason: 'é', value: null },
    { line: 3, field: null, reason: 'b', value: 'x', level: 'warning' },
    { words: { field: 'status', unknown: { a: 1 } } },
    { erased: { lines: [4] } },
    { preview: [{ resource: 'leave', records: [] }] },
    { summary: { written: 1, refused: 1, faults: 7, warnings: 1, resources: [] } },
  ].map((line) => JSON.stringify(line));
  for (const end of ['', '\n'])
    for (const size of [1000, 7, 1]) {
      const found = await report(lines.join('\n') + end, 200, size);
      expect(found.progress).toEqual([[1, 3]]);
      expect([found.faults.map(({ line }) => line), found.warnings.map(({ line }) => line)]).toEqual([[2], [3]]);
      expect([found.faults[0]!.reason, found.faultCount, found.written, found.refused]).toEqual(['é', 7, 1, 1]);
      expect([found.words.length, found.erased.length, found.preview.length]).toEqual([1, 1, 1]);
    }
});

test('a file that is refused says why', async () => {
  const error = { code: 'x', message: 'No.', details: { errors: [{ msg: 'Too long', loc: ['file'] }] } };
  const refused = (text: string, status: number) => report(text, status).catch((thrown: Refused) => thrown.messages);
  expect(await refused(JSON.stringify({ error }), 422)).toEqual(['Too long.']);
  expect(await refused(JSON.stringify({ error: { code: 'x', message: 'No.' } }), 422)).toEqual(['No.']);
  expect(await refused('oh', 500)).toEqual(['The service answers 500.']);
  expect(await refused(`${JSON.stringify({ error })}\n`, 200)).toEqual(['Too long.']);
});
