// Files put in through the service: the same records and the same report as from the command line, all of a file or
// nothing.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../cli/run-here.ts';
import { databaseSetting, eitherEngine, newDatabase } from '../../harness/databases.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { linesOf, recordsOf, send, startImportService } from './import-service.ts';

const FILES = 'docs/guides/files';
const mappingOf = (name: string): object => JSON.parse(readFileSync(repositoryFile(`${FILES}/${name}`), 'utf8'));
const guides: [name: string, mapping: object][] = [
  ['personal.csv', mappingOf('personal.json')],
  ['shain.csv', mappingOf('shain.json')],
];

/** What does not depend on how long it took. */
const timeless = (line: Record<string, any>) =>
  line.summary
    ? { summary: { ...line.summary, seconds: 0 } }
    : JSON.parse(JSON.stringify(line).replace(/"[^"]*\/(\w+\.csv)"/g, '"$1"'));

describe.each(eitherEngine)('files on the %s database', (engine) => {
  let service: Awaited<ReturnType<typeof startImportService>>;
  beforeAll(async () => {
    service = await startImportService(engine);
  });
  afterAll(() => service.stop());
  const importing = (path: string, content: string | Blob, sent = {}) => send(service.url, path, content, sent);

  test.each(guides)('%s is stored as by the command line, and reported so', async (name, mapping) => {
    const folder = temporaryFolder();
    const other = await newDatabase(engine);
    writeFileSync(join(folder, 'mapping.json'), JSON.stringify(mapping));
    const args = [
      'import',
      'employees',
      repositoryFile(`${FILES}/${name}`),
      `--map=${join(folder, 'mapping.json')}`,
      '--create-missing=departments',
      '--json',
    ];
    // Both begin empty.
    const own = await startImportService(engine);
    const path = 'import/employees?create_missing=departments';
    const dry = await runHere([...args, '--dry-run'], databaseSetting(other));
    const dried = await linesOf(
      await send(own.url, `${path}&dry_run=true`, `${FILES}/${name}`, { mapping, accept: 'application/x-ndjson' }),
    );
    const said = (text: string) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => timeless(JSON.parse(line)));
    expect(dried.filter((line) => !line.progress).map(timeless)).toEqual(said(dry.stdout));
    expect(await recordsOf(own.url, 'employees')).toEqual([]);
    const done = await runHere(args, databaseSetting(other));
    const put = await linesOf(
      await send(own.url, path, `${FILES}/${name}`, { mapping, accept: 'application/x-ndjson' }),
    );
    expect(put.filter((line) => !line.progress).map(timeless)).toEqual(said(done.stdout));
    expect(done.code).toBe(0);
    const twin = await startImportService(engine, { location: other });
    for (const resource of ['employees', 'departments']) {
      const mine = await recordsOf(own.url, resource);
      expect(mine.length).toBeGreaterThan(1);
      expect(mine).toEqual(await recordsOf(twin.url, resource));
    }
    await Promise.all([own.stop(), twin.stop()]);
  });

  test('the suggestion names the resource, the columns with examples, and what their words mean', async () => {
    const response = await importing('import', `${FILES}/attrition.csv`);
    const [best] = (await response.json()).data;
    expect([response.status, best.resource]).toEqual([200, 'employees']);
    expect(best.columns[0].examples.length).toBeGreaterThan(0);
    expect(Object.keys(best.mapping.columns)).toEqual(best.columns.map(({ name }: { name: string }) => name));
    expect(best.mapping.values.status).toEqual({ Yes: '', No: '' });
    const sent = { ...best.mapping, values: { ...best.mapping.values, status: { Yes: 'terminated', No: 'active' } } };
    const path = `import/employees?dry_run=true&create_missing=${best.create_missing}`;
    const { data } = await (await importing(path, `${FILES}/attrition.csv`, { mapping: sent })).json();
    expect({ ...data, preview: data.preview.map(({ records }: { records: [] }) => records.length) }).toMatchObject({
      written: data.resources[0].written + 5,
      refused: 0,
      faults: [],
    });
    const again = await importing('import/employees?suggest=true', `${FILES}/attrition.csv`, { mapping: sent });
    expect((await again.json()).data.mapping).toEqual(sent);
  });

  test('every fault is told, and nothing of the file is stored', async () => {
    const before = await recordsOf(service.url, 'departments');
    const csv = `name\nSales\n${'x'.repeat(300)}\nLegal\n`;
    const dry = await (await importing('import/departments?dry_run=true', csv)).json();
    expect(dry.data).toMatchObject({ written: 2, refused: 1, faults: [{ line: 3, field: 'name' }] });
    const refused = await importing('import/departments', csv);
    expect(refused.status).toBe(422);
    const { error } = await refused.json();
    expect(error.code).toBe('validation_error');
    expect(error.details.errors[0].loc).toEqual(['body', 'file', 3, 'name']);
    expect(error.details.problems).toMatchObject([{ field: 'name', rows: 1, line: 3 }]);
    expect(dry.data.problems).toEqual(error.details.problems);
    const lines = await linesOf(await importing('import/departments', csv, { accept: 'application/x-ndjson' }));
    expect(lines.at(-1)!.error.message).toContain('nothing was imported');
    expect(await recordsOf(service.url, 'departments')).toEqual(before);
    const some = await (
      await importing('import/departments?skip_invalid=true', csv, { accept: 'application/x-ndjson' })
    ).text();
    expect(some).toContain('"written":2');
    const [first, last] = JSON.parse(some.split('\n').find((line) => line.includes('summary'))!).summary.resources[0]
      .ids;
    const listed = await (await fetch(`${service.url}/api/v1/departments?id[gte]=${first}&id[lte]=${last}`)).json();
    expect(listed.data.map(({ name }: { name: string }) => name)).toEqual(['Sales', 'Legal']);
  });

  test('unknown references become empty by a parameter or an entry of the mapping, and the problem names it', async () => {
    const csv = 'code,first_name,status,Boss\nX1,Ann,active,Zoe\nX2,Bo,active,Zoe\nvacancy,-,-,-\n';
    const mapping = { columns: { Boss: 'manager_id.name' }, leaveOut: { code: 'vacancy' } };
    const path = 'import/employees?dry_run=true';
    const { data } = await (await importing(path, csv, { mapping })).json();
    expect(data.problems).toMatchObject([
      { field: 'manager_id', rows: 2, remedy: 'empty_unknown=true leaves unknown references empty' },
    ]);
    expect(data.left_out).toMatchObject([{ column: 'code', value: 'vacancy', rows: 1 }]);
    for (const [query, sent] of [
      ['&empty_unknown=true', mapping],
      ['', { ...mapping, emptyUnknown: true }],
    ] as const) {
      const { data: emptied } = await (await importing(path + query, csv, { mapping: sent })).json();
      expect(emptied).toMatchObject({ written: 2, problems: [], emptied: [{ field: 'manager_id', rows: 2 }] });
      expect(emptied.emptied[0].unknown).toEqual({ Zoe: 2 });
    }
  });

  test('who asked is in the audit log', async () => {
    const own = await startImportService(engine, {
      parts: { actorOf: () => ({ name: 'person Ada', client: '10.0.0.7', requestId: 'r1' }) },
    });
    expect((await send(own.url, 'import/departments', 'name\nOps\n')).status).toBe(200);
    const entries = await own.store.auditLog.read({ after: 0, limit: 10 });
    expect(entries).toMatchObject([
      {
        actor: 'person Ada',
        client: '10.0.0.7',
        request_id: 'r1',
        action: 'import',
        resource: 'departments',
        record_count: 1,
      },
    ]);
    await own.stop();
  });

  test('demo data fills an empty database, once, and files are then kept from it', async () => {
    const own = await startImportService(engine);
    const fill = () =>
      fetch(`${own.url}/api/v1/demo`, { method: 'POST', headers: { Authorization: `Bearer ${TOKEN}` } });
    const filled = await fill();
    const { data } = await filled.json();
    const totals = Object.values(await own.store.counts());
    expect([filled.status, data.written]).toEqual([200, totals.reduce((sum, each) => sum + each, 0)]);
    expect([(await fill()).status, (await recordsOf(own.url, 'employees')).length]).toEqual([409, 240]);
    const kept = await send(own.url, 'import/departments', 'name\nOps\n');
    expect([kept.status, (await kept.json()).error.code]).toEqual([409, 'conflict']);
    expect((await send(own.url, 'import/departments?keep_demo=true', 'name\nOps\n')).status).toBe(200);
    await own.stop();
  });
});
