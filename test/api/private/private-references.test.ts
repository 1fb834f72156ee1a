// Private fields of what references lead to, and private references, on both engines: null or empty without the token
// in every format, and headers that tell caches so.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { eitherEngine } from '../../harness/databases.ts';
import { type Service, startService, TOKEN } from '../../harness/service.ts';

const HOLDER = { Authorization: `Bearer ${TOKEN}` };

type Row = Record<string, unknown>;

/** The records of an answer. Cells of CSV are texts. */
const rowsIn: Record<string, (body: string) => Row[]> = {
  json: (body) => JSON.parse(body).data,
  ndjson: (body) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  csv: (body) => parse(body, { columns: true }),
};

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    const privateFields = { employees: new Set(['base_salary', 'dept_id']), candidates: new Set(['email']) };
    service = await startService({ engine, privateFields });
  });
  afterAll(() => service.stop());
  const ask = (path: string, headers = {}) => fetch(`${service.url}/api/v1/${path}`, { headers });

  // [path, the values that nobody without the token sees]
  const cases: [string, string[]][] = [
    ['leave?fields=id,employee_id.base_salary,employee_id.last_name', ['employee_id.base_salary']],
    ['employees?fields=id,dept_id.name,dept_id.id,branch', ['dept_id.name', 'dept_id.id']],
    ['employees?fields=base_salary,manager_id.base_salary,id&offset=1', ['base_salary', 'manager_id.base_salary']],
    ['applications?fields=id,candidate_id.email,candidate_id.phone', ['candidate_id.email']],
  ];
  const formats = ['json', 'ndjson', 'csv'];

  test.each(cases.flatMap((each) => formats.map((format) => [...each, format] as const)))(
    '%s: only with the token there is a value in %j, as %s',
    async (query, names, format) => {
      const path = `${query}&limit=90&format=${format}`;
      // Several times, because later answers may come from the cache.
      for (let round = 0; round < 3; round++) {
        const [open, held] = [await ask(path), await ask(path, HOLDER)];
        for (const { headers } of [open, held]) {
          expect(headers.get('vary')).toContain('Authorization');
          expect(headers.get('cache-control')).toBe(format === 'json' ? 'private, no-cache' : 'no-store');
        }
        const [shown, whole] = [rowsIn[format]!(await open.text()), rowsIn[format]!(await held.text())];
        const missing = format === 'csv' ? '' : null;
        for (const name of names) expect(whole.some((row) => row[name] !== missing)).toBe(true);
        const nothing = Object.fromEntries(names.map((name) => [name, missing]));
        expect(shown).toEqual(whole.map((row) => ({ ...row, ...nothing })));
      }
    },
  );

  test('a single record', async () => {
    const path = 'employees/7?fields=id,dept_id.name,manager_id.base_salary';
    const [open, held] = [await ask(path), await ask(path, HOLDER)];
    expect([open.headers.get('vary'), held.headers.get('vary')]).toEqual(
      Array(2).fill('Accept-Encoding, Authorization, Prefer'),
    );
    expect(await open.json()).toEqual({ id: 7, 'dept_id.name': null, 'manager_id.base_salary': null });
    expect(await held.json()).toEqual({
      id: 7,
      'dept_id.name': expect.any(String),
      'manager_id.base_salary': expect.any(Number),
    });
  });

  test('records in JSON lines are expanded without them, and a private reference cannot be expanded', async () => {
    const salaries = async (headers = {}) => {
      const response = await ask('leave?expand=employee_id&limit=20&format=ndjson', headers);
      expect(response.headers.get('vary')).toBe('Accept, Authorization, Prefer');
      const rows = rowsIn.ndjson!(await response.text()) as { expanded: { employee_id: Row } }[];
      return new Set(rows.map(({ expanded }) => typeof expanded.employee_id.base_salary));
    };
    expect(await salaries()).toEqual(new Set(['object']));
    expect(await salaries(HOLDER)).toEqual(new Set(['number']));
    const refused = await ask('employees?expand=dept_id&format=ndjson');
    expect([refused.status, (await refused.json()).detail[0].type]).toEqual([422, 'private_field']);
    expect((await ask('employees?expand=dept_id&format=ndjson&limit=1', HOLDER)).status).toBe(200);
  });

  test('an answer without anything private does not depend on the token', async () => {
    const { headers } = await ask('brands?fields=organization_id.name');
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual([
      'Accept, Accept-Encoding, Prefer',
      'no-cache',
    ]);
  });
});
