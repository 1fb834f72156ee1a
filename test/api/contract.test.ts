// Every resource and operation, with cases generated from the catalogue, over a real socket. Answers are compared with
// a plain computation over all records.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord, Field, Resource } from '../../src/catalogue/resource.ts';
import { casesOn, engines } from '../harness/databases.ts';
import { allRecords, type Service, startService } from '../harness/service.ts';

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  const all = new Map<string, DataRecord[]>();

  beforeAll(async () => {
    service = await startService({ engine });
    for (const resource of catalogue) all.set(resource.name, await allRecords(service, resource.name));
  });
  afterAll(() => service.stop());

  const ask = (path: string, init?: RequestInit) =>
    fetch(`${service.url}${path}`, { ...init, headers: { 'Accept-Encoding': 'identity', ...init?.headers } });
  const pathOf = (resource: Resource) => `/api/v1/${resource.name}`;

  /** Expects the list with this query to have exactly the records that pass. */
  async function expectList(resource: Resource, query: [string, string][], passes: (record: DataRecord) => boolean) {
    const expected = all.get(resource.name)!.filter(passes);
    const text = new URLSearchParams([...query, ['limit', '200']]).toString();
    const answer = await (await ask(`${pathOf(resource)}?${text}`)).json();
    expect({ query, total: answer.meta.total, data: answer.data }).toEqual({
      query,
      total: expected.length,
      data: expected.slice(0, 200),
    });
  }

  const distinct = (resource: Resource, field: Field) => [
    ...new Set(all.get(resource.name)!.map((record) => record[field.name] ?? null)),
  ];

  const resources = catalogue.map((resource) => [resource.name, resource] as const);

  describe.each(casesOn(engine, resources))('%s', (_, resource) => {
    test('has demo records, in the order of their ids', () => {
      const ids = all.get(resource.name)!.map((record) => record.id as number);
      expect(ids.length).toBeGreaterThan(2);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    });

    test('can be filtered by each of its filters, with one value, several values and null', async () => {
      for (const field of resource.fields.filter((each) => each.filter === 'value')) {
        const values = distinct(resource, field).filter((value) => value !== null);
        const [one, two] = [values[0] ?? 'nobody', values.at(-1) ?? 'nobody'].map((value) => String(value)) as [
          string,
          string,
        ];
        const is =
          (...wanted: string[]) =>
          (record: DataRecord) =>
            wanted.includes(String(record[field.name]));
        if (values.length > 0) {
          await expectList(resource, [[field.name, one]], is(one));
          await expectList(
            resource,
            [
              [field.name, one],
              [field.name, two],
              [field.name, ''],
            ],
            is(one, two),
          );
          await expectList(
            resource,
            [
              [field.name, one],
              [field.name, 'null'],
            ],
            is(one, 'null'),
          );
        }
        await expectList(resource, [[field.name, 'null']], (record) => record[field.name] === null);
        await expectList(resource, [[field.name, '']], () => true);
        if (field.kind.schema.type === 'string' && !field.range)
          await expectList(resource, [[field.name, `${one}\u0000%_*`]], () => false);
      }
    });

    test('can be asked for missing values of its long texts, and for nothing else of them', async () => {
      for (const { name } of resource.fields.filter((each) => each.filter === 'null')) {
        await expectList(resource, [[name, 'null']], (record) => record[name] === null);
        await expectList(resource, [[`${name}[ne]`, 'null']], (record) => record[name] !== null);
        await expectList(resource, [[name, '']], () => true);
        for (const parameter of [name, `${name}[ne]`]) {
          const refused = await ask(`${pathOf(resource)}?${parameter}=null&${parameter}=x`);
          expect([refused.status, (await refused.json()).detail]).toEqual([
            422,
            [expect.objectContaining({ type: 'literal_error', loc: ['query', parameter], input: 'x' })],
          ]);
        }
      }
    });

    test('can be filtered by each of its ranges, from both sides', async () => {
      for (const field of resource.fields.filter((each) => each.range)) {
        const values = distinct(resource, field).filter((value) => value !== null);
        values.sort((a, b) => (a < b ? -1 : 1));
        const middle = values[values.length >> 1];
        if (middle === undefined) continue;
        const compared = {
          gte: (a: any) => a >= middle,
          gt: (a: any) => a > middle,
          lte: (a: any) => a <= middle,
          lt: (a: any) => a < middle,
        };
        for (const [operator, holds] of Object.entries(compared)) {
          await expectList(
            resource,
            [[`${field.name}[${operator}]`, String(middle)]],
            (record) => record[field.name] !== null && holds(record[field.name]),
          );
        }
        const [low, high] = [String(values[0]), String(middle)];
        await expectList(
          resource,
          [
            [`${field.name}[gt]`, low],
            [`${field.name}[lt]`, high],
          ],
          (record) => record[field.name] !== null && record[field.name]! > values[0]! && record[field.name]! < middle,
        );
      }
    });

    test('search finds records with every word in a text field, ignoring case', async () => {
      const searched = resource.fields.filter((field) => field.search).map((field) => field.name);
      const found = (words: string[]) => (record: DataRecord) =>
        words.every((word) =>
          searched.some((name) =>
            String(record[name] ?? '')
              .toLowerCase()
              .includes(word.toLowerCase()),
          ),
        );
      for (const record of all.get(resource.name)!.slice(0, 3)) {
        const words = searched.flatMap((name) => String(record[name] ?? '').split(/\s+/)).filter((word) => word !== '');
        const [first = 'zz', last = 'zz'] = [words[0], words.at(-1)];
        for (const terms of [
          [first],
          [last.toUpperCase()],
          [first.slice(1, 4), last.slice(0, 3).toUpperCase()],
          [first, 'zzzz'],
        ]) {
          const q = terms.join(' \t ');
          await expectList(resource, [['q', q]], found(q.split(/\s+/).filter((term) => term !== '')));
        }
      }
      await expectList(resource, [['q', '  ']], () => true);
      await expectList(resource, [['q', '%']], found(['%']));
    });

    test('filters, ranges and search can be combined', async () => {
      const filter = resource.fields.find((field) => field.filter === 'value' && field.name !== 'id')!;
      const value = String(distinct(resource, filter).find((each) => each !== null));
      await expectList(
        resource,
        [
          [filter.name, value],
          ['id[gt]', '1'],
          ['q', ''],
        ],
        (record) => String(record[filter.name]) === value && (record.id as number) > 1,
      );
    });

    test('answers HEAD like GET without a body, OPTIONS, a trailing slash, and 405 with Allow', async () => {
      for (const path of [pathOf(resource), `${pathOf(resource)}/1`]) {
        const [get, head, slash] = await Promise.all([ask(path), ask(path, { method: 'HEAD' }), ask(`${path}/`)]);
        const text = await get.text();
        expect(head.status).toBe(200);
        expect(await head.text()).toBe('');
        expect(head.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).length));
        expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
        expect(await slash.text()).toBe(text);
        const options = await ask(path, {
          method: 'OPTIONS',
          headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
        });
        const allow = path.endsWith('/1') || !resource.creatable ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, POST, OPTIONS';
        expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
        expect(options.headers.get('access-control-allow-origin')).toBe('*');
        expect(options.headers.get('access-control-allow-methods')).toBe(allow);
        for (const name of [
          'authorization',
          'content-type',
          'idempotency-key',
          'if-none-match',
          'prefer',
          'workforce-position',
        ])
          expect(options.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toContain(name);
        expect(options.headers.has('access-control-allow-credentials')).toBe(false);
        for (const method of ['PUT', 'PATCH', 'DELETE', ...(allow.includes('POST') ? [] : ['POST'])]) {
          const refused = await ask(path, { method, body: '{}' });
          expect([refused.status, refused.headers.get('allow'), (await refused.json()).error.code]).toEqual([
            405,
            allow,
            'method_not_allowed',
          ]);
        }
      }
    });
  });

  test('dates and times are compared as moments, not as texts', async () => {
    const send = (published_at: string, slug: string) =>
      service.store.create(catalogue.find(({ name }) => name === 'job-distributions')!, {
        job_posting_id: 1,
        career_site_id: 1,
        slug,
        published_at,
      });
    await send('2031-01-01T00:30:00+02:00', 'a');
    await send('2030-12-31T22:30:00.250z', 'b');
    await send('2030-12-31T20:00:00-03:00', 'c');
    await send('2031-01-01', 'd');
    const slugs = async (query: string) => {
      const { data } = await (await ask(`/api/v1/job-distributions?${query}&slug=a&slug=b&slug=c&slug=d`)).json();
      return data.map((record: DataRecord) => record.slug).join('');
    };
    expect(await slugs('published_at[lte]=2030-12-31T22:30:00Z')).toBe('a');
    expect(await slugs('published_at[gt]=2030-12-31T23:30:00%2B01:00')).toBe('bcd');
    expect(await slugs('published_at[lt]=2030-12-31T23:00:00Z')).toBe('ab');
    expect(await slugs('published_at[gte]=2031-01-01')).toBe('d');
  });
});
