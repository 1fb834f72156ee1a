// Whole lists as CSV and as NDJSON: the same records as the JSON pages for every query; choice of format, and headers.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord, Resource } from '../../src/catalogue/resource.ts';
import { formats } from '../../src/contract/request/list-query.ts';
import { csvCells } from '../harness/csv.ts';
import { eitherEngine } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { randomReads } from '../harness/random/reads.ts';
import { someRuns } from '../harness/random/sample.ts';
import { allRecords, post, type Service, startService, TOKEN } from '../harness/service.ts';

type Headers = Record<string, string>;

/** The records of a CSV, read by an independent parser. */
function recordsOf(resource: Resource, text: string): DataRecord[] {
  const [names, ...rows] = csvCells(text);
  const kinds = resource.fields.flatMap(({ name, kind, target }) => [
    [name, kind] as const,
    ...(target?.fields ?? []).map((other) => [`${name}.${other.name}`, other.kind] as const),
  ]);
  const isText = new Map(kinds.map(([name, { schema }]) => [name, schema.type === 'string']));
  return rows.map((row) =>
    Object.fromEntries(
      names!.map((name, i) => [name!, row[i] === null || isText.get(name!) ? row[i]! : Number(row[i])]),
    ),
  );
}

const linesOf = (text: string): DataRecord[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Matches these parameters in a URL. */
const without = (names: string) => new RegExp(`(?<=[?&])(${names})(=[^&]*)?(&|$)`, 'g');

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  const privateFields = { candidates: new Set(['email', 'referred_by']) };
  beforeAll(async () => {
    service = await startService({ engine, privateFields });
  });
  afterAll(async () => {
    await service.stop();
  });

  const ask = (path: string, headers: Headers = {}) => fetch(`${service.url}/api/v1/${path}`, { headers });
  const text = async (path: string, headers?: Headers) => (await ask(path, headers)).text();

  test('for any query, the records are those of the pages', async () => {
    const all = new Map<string, DataRecord[]>();
    for (const { name } of catalogue)
      all.set(name, (await (await ask(`${name}?limit=200`, { Authorization: `Bearer ${TOKEN}` })).json()).data);
    const lists = randomReads(catalogue, all).filter(({ path }) => /^\/api\/v1\/[a-z-]+\?/.test(path));
    await fc.assert(
      fc.asyncProperty(lists, fc.boolean(), async ({ path: asked, token }, isLimited) => {
        const headers: Headers = token ? { Authorization: `Bearer ${TOKEN}` } : {};
        const sent = asked.replace('/api/v1/', '');
        const path = isLimited ? sent : sent.replace(without('limit|offset'), '');
        const resource = catalogue.find(({ name }) => path.startsWith(`${name}?`))!;
        const first = await ask(path, headers);
        const lines = await ask(`${path}&format=ndjson`, headers);
        expect(lines.status).toBe(first.status);
        if (first.status !== 200) {
          expect(await lines.json()).toEqual(await first.json());
          return;
        }
        const { data, meta } = await first.json();
        if (!isLimited && meta.total > 1000) return;
        const expected = isLimited ? data : await allRecords(service, path, { headers });
        expect(linesOf(await lines.text())).toEqual(expected);
        // References are expanded in JSON only.
        const csv = await ask(`${path.replace(without('expand'), '')}&format=csv`, headers);
        const records = expected.map(({ expanded: _, ...record }: DataRecord) => record);
        expect(recordsOf(resource, await csv.text())).toEqual(records);
      }),
      { numRuns: someRuns(25) },
    );
  });

  test('any text can be read back from the CSV, and none is a formula in it', async () => {
    const organizations = catalogue.find(({ name }) => name === 'organizations')!;
    const formulas = ['=1+1', '+1', '-1', '@x', "'=1", '\t=1', '\r=1', '＝1'];
    const names = [...formulas, "'tis", 'a,b', '"q"', 'x\r\ny', ' é\u2028😀 ', '\\n\\"', ','];
    for (const [i, name] of names.entries())
      expect((await post(service, '/api/v1/organizations', { name, slug: `texts-${i}` })).status).toBe(201);
    const csv = await text('organizations?q=texts-&format=csv');
    expect(recordsOf(organizations, csv).map(({ name }) => name)).toEqual(names);
    expect(recordsOf(organizations, csv)).toEqual(linesOf(await text('organizations?q=texts-&format=ndjson')));
    for (const row of parse(csv) as string[][])
      for (const cell of row) expect(cell).not.toMatch(/^([=+@\t\r＝]|-(?!\d+(\.\d+)?$))/);
  });

  const CSV = 'text/csv; charset=utf-8; header=present';
  test.each([
    [undefined, '', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', '', 'application/json'],
    ['text/csv', '', CSV],
    [formats.xlsx, '', formats.xlsx],
    ['application/x-ndjson', '', 'application/x-ndjson'],
    ['application/*', '', 'application/json'],
    ['application/json;q=0.5, text/csv', '', CSV],
    ['text/csv;q=0.2, application/x-ndjson;q=0.3', '', 'application/x-ndjson'],
    ['text/csv;q=0, */*', '', 'application/json'],
    ['*/*;q=0.1, application/json;q=0, text/csv', '', CSV],
    ['text/csv', '&format=json', 'application/json'],
    ['application/json', '&format=csv', CSV],
    ['text/csv', '&format=xlsx', formats.xlsx],
    [undefined, '&format=csv&format=json', 'application/json'],
  ])('Accept: %s with %j is answered with %s', async (accept, query, type) => {
    // Three times, because later answers may come from the cache.
    for (let i = 0; i < 3; i++) {
      for (const each of [accept, '*/*']) {
        const response = await ask(`jobs?limit=2${query}`, each === undefined ? {} : { Accept: each });
        await response.text();
        expect(response.status).toBe(200);
        if (each === accept) expect(response.headers.get('content-type')).toBe(type);
        expect(response.headers.get('vary')).toMatch(/^Accept\b/);
      }
    }
  });

  test('the fault of an unknown format lists the known ones', async () => {
    for (const value of ['xml', '', 'CSV', 'toString']) {
      const response = await ask(`jobs?format=${value}`, { Accept: 'text/csv' });
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({
        detail: [
          {
            type: 'literal_error',
            loc: ['query', 'format'],
            msg: 'Input should be json, csv, ndjson or xlsx',
            input: value,
          },
        ],
      });
    }
    expect((await ask('jobs?format=csv&limit=201')).status).toBe(422);
  });

  test('headers: CSV is an attachment, nothing is cached, and HEAD has the same', async () => {
    const url = `${service.url}/api/v1/career-sites?format=csv`;
    const [got, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
    await got.text();
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="career-sites.csv"');
    expect(got.headers.get('cache-control')).toBe('no-store');
    expect(got.headers.has('etag')).toBe(false);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-disposition', 'cache-control', 'vary', 'x-content-type-options'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect(head.headers.has('content-length')).toBe(false);
    expect((await ask('jobs?format=ndjson', {})).headers.has('content-disposition')).toBe(false);
  });
});
