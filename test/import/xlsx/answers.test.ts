// Lists and aggregates as workbooks of Excel: read by independent readers of ZIP and XML,
// and imported again without a difference.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { fromBufferPromise } from 'yauzl';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { formats } from '../../../src/contract/request/list-query.ts';
import { runHere } from '../../cli/run-here.ts';
import { databaseSetting, eitherEngine, emptyDatabase } from '../../harness/databases.ts';
import { allRecords, post, type Service, startService, TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { stored } from '../import-file.ts';

type Cells = Record<string, { value: string; type?: string; style?: string }>;
type Sheet = { name: string; rows: Cells[]; widths: number[]; isFrozen: boolean };

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'sheet', 'col', 'xf', 'Relationship'].includes(name),
});

/** The parts of a workbook, unpacked and with their checksums compared. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const content = Buffer.concat(await Array.fromAsync(stream));
    expect(Bun.hash.crc32(content)).toBe(entry.crc32);
    parts.set(entry.fileName, content.toString());
  }
  return parts;
}

async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  const parts = await partsOf(bytes);
  const { workbook } = parser.parse(parts.get('xl/workbook.xml')!);
  return workbook.sheets.sheet.map((listed: Record<string, string>, i: number) => {
    const { worksheet } = parser.parse(parts.get(`xl/worksheets/sheet${i + 1}.xml`)!);
    const rows = worksheet.sheetData.row.map((row: any, at: number) => {
      expect(row['@_r']).toBe(String(at + 1));
      return Object.fromEntries(
        (row.c ?? []).map((cell: any) => {
          const text = cell.is?.t;
          const value =
            cell['@_t'] === 'inlineStr' ? (typeof text === 'object' ? (text['#text'] ?? '') : text) : cell.v;
          expect(cell['@_r']).toMatch(new RegExp(`^[A-Z]+${at + 1}$`));
          return [cell['@_r'].replace(/\d+/, ''), { value, type: cell['@_t'], style: cell['@_s'] }];
        }),
      );
    });
    return {
      name: listed['@_name']!,
      rows,
      widths: worksheet.cols.col.map((col: any) => Number(col['@_width'])),
      isFrozen:
        worksheet.sheetViews.sheetView.pane['@_state'] === 'frozen' &&
        worksheet.sheetViews.sheetView.pane['@_ySplit'] === '1',
    };
  });
}

const bytesOf = async (response: Response): Promise<Uint8Array> => {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(formats.xlsx);
  return response.bytes();
};

const NASTY = [
  '=HYPERLINK("http://example.com")',
  '+49 30 1234',
  '-5',
  '@x',
  "'=1",
  ' spaces ',
  'two\r\nlines\ttab',
  '<b>&amp;</b> "q"',
  '_x000D_ and _x41_',
  'Zoë 東京 😀',
  '\u0001\u001f\ufffe',
  '007',
  '1e5',
  'TRUE',
  '#N/A',
  '2026-03-04',
];

const DATES = [
  ...['2026-03-04', '1900-02-28', '2026-03-04T00:00:00Z', '2026-03-04T09:30:01Z', '2026-03-04T09:30:00.5Z'],
  ...['2026-03-04T09:30:00+02:00', '2026-12-31T23:59:60Z', '9999-12-31', null],
];
const NUMBERS = [0.30000000000000004, 1e21, 5e-324, 1.7976931348623157e308, 0, 9007199254740991, null];

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 3, privateFields: { employees: new Set(['base_salary']) } });
  });
  afterAll(async () => {
    await service.stop();
  });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/${path}`, { headers });

  test('cells are typed, the header is bold and stays, and private fields are empty', async () => {
    const response = await ask('employees', { Accept: formats.xlsx });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="employees.xlsx"');
    const [sheet, ...more] = await sheetsOf(await bytesOf(response));
    const records = await allRecords(service, 'employees');
    expect([sheet!.name, sheet!.isFrozen, more]).toEqual(['employees', true, []]);
    const fields = catalogue.find(({ name }) => name === 'employees')!.fields;
    expect(Object.values(sheet!.rows[0]!)).toEqual(
      fields.map(({ name }) => ({ value: name, type: 'inlineStr', style: '1' })),
    );
    expect(sheet!.rows.length).toBe(records.length + 1);
    expect(sheet!.rows[1]).toMatchObject({
      A: { value: '1' },
      B: { value: records[0]!.code, type: 'inlineStr' },
      K: { value: String(Date.parse(records[0]!.date_of_joining as string) / 864e5 + 25569), style: '2' },
    });
    expect(sheet!.rows.flatMap(({ M }) => M ?? [])).toEqual([sheet!.rows[0]!.M!]);
    expect(sheet!.widths.length).toBe(fields.length);
    const [seen] = await sheetsOf(
      await bytesOf(await ask('employees?format=xlsx', { Authorization: `Bearer ${TOKEN}` })),
    );
    expect(seen!.rows[1]!.M).toEqual({
      value: expect.stringMatching(/^\d+$/),
      type: undefined,
      style: undefined,
    } as never);
  });

  test('the same query as for CSV: fields, references, filters, order and limit', async () => {
    const path = 'employees?fields=id,last_name,dept_id.name&status=active&sort=-id&limit=3&format=xlsx';
    const [sheet] = await sheetsOf(await bytesOf(await ask(path)));
    const { data } = await (await ask(path.replace('&format=xlsx', ''))).json();
    expect(sheet!.rows.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['id', 'last_name', 'dept_id.name'],
      ...data.map((record: Record<string, unknown>) => [String(record.id), record.last_name, record['dept_id.name']]),
    ]);
    const none = await sheetsOf(await bytesOf(await ask('employees?status=nobody&format=xlsx')));
    expect(none[0]!.rows.length).toBe(1);
    const expanded = await ask('employees?expand=dept_id&format=xlsx');
    expect([expanded.status, (await expanded.json()).detail[0].msg]).toEqual([
      422,
      expect.stringContaining('A table has no records within records'),
    ]);
    const head = await fetch(`${service.url}/api/v1/${path}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, formats.xlsx]);
  });

  test('aggregates: groups, labels, measures, days as dates, and the address of the records', async () => {
    const path = 'aggregate/employees?group=dept_id,day(date_of_joining)&measure=count,max(date_of_joining)&limit=2';
    const response = await ask(`${path}&format=xlsx`);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="employees-aggregate.xlsx"');
    const [sheet] = await sheetsOf(await bytesOf(response));
    const { data } = await (await ask(path)).json();
    const day = (text: string) => ({ value: String(Date.parse(text) / 864e5 + 25569), style: '2' });
    expect(sheet!.name).toBe('employees-aggregate');
    expect(Object.values(sheet!.rows[0]!).map(({ value }) => value)).toEqual([
      ...['dept_id', 'label(dept_id)', 'day(date_of_joining)', 'count', 'max(date_of_joining)', 'rows'],
    ]);
    const [first] = data;
    expect(sheet!.rows[1]).toMatchObject({
      A: { value: String(first.group.dept_id) },
      B: { value: first.labels.dept_id, type: 'inlineStr' },
      C: day(first.group['day(date_of_joining)']),
      D: { value: String(first.values.count) },
      E: day(first.values['max(date_of_joining)']),
      F: { value: first.rows },
    });
    expect(sheet!.rows.length).toBe(3);
  });

  test('whatever is stored comes back when it is imported, and no text is a formula', async () => {
    const own = await startService({ engine, filled: false });
    try {
      for (const [i, text] of NASTY.entries()) {
        const body = {
          leave_type: text,
          reason: text,
          from_date: DATES[i % DATES.length],
          days: NUMBERS[i % NUMBERS.length],
        };
        expect((await post(own, '/api/v1/leave', body)).status).toBe(201);
      }
      const folder = temporaryFolder();
      const bytes = await bytesOf(await fetch(`${own.url}/api/v1/leave?format=xlsx`));
      writeFileSync(join(folder, 'leave.xlsx'), bytes);
      const rows = (await sheetsOf(bytes))[0]!.rows.slice(1);
      expect(rows.map(({ C }) => [C!.type, C!.style ?? '0'])).toEqual(
        NASTY.map((text) => ['inlineStr', /^'*[=+\-@]/.test(text) ? '4' : '0']),
      );
      expect(rows.slice(0, DATES.length).map(({ D }) => D?.style ?? D?.type)).toEqual([
        ...['2', 'inlineStr', '3', '3', 'inlineStr', 'inlineStr', 'inlineStr', '2', undefined],
      ]);
      const records = await allRecords(own, 'leave');
      const to = await emptyDatabase(engine);
      expect(await runHere(['import', folder], databaseSetting(to))).toMatchObject({ code: 0, stderr: '' });
      expect(await stored(to, 'leave', Object.keys(records[0]!))).toEqual(records.map((each) => Object.values(each)));
    } finally {
      await own.stop();
    }
  });

  test('all of the demo data comes back when it is imported', async () => {
    const folder = temporaryFolder();
    const headers = { Authorization: `Bearer ${TOKEN}` };
    for (const { name } of catalogue)
      writeFileSync(join(folder, `${name}.xlsx`), await bytesOf(await ask(`${name}?format=xlsx`, headers)));
    const to = await emptyDatabase(engine);
    expect(await runHere(['import', folder], databaseSetting(to))).toMatchObject({ code: 0, stderr: '' });
    for (const { name, fields } of catalogue) {
      const lines = (await (await ask(`${name}?format=ndjson`, headers)).text()).trimEnd().split('\n');
      const names = fields.map((field) => field.name);
      const expected = lines.map((line) => names.map((field) => JSON.parse(line)[field]));
      expect(await stored(to, name, names)).toEqual(expected);
    }
  });
});
