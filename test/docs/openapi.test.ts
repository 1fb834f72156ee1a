// The published documents: up to date, valid by an independent linter, and true of the running service.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020';
import { scriptText } from '../../scripts/docs-script.ts';
import { documents } from '../../scripts/documents.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { parseAggregateQuery } from '../../src/contract/request/aggregate-query.ts';
import { inputSchema, valueFault } from '../../src/contract/request/check-value.ts';
import { filtersOf, operatorsOf } from '../../src/contract/request/conditions.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { insights } from '../../src/insights/insights.ts';
import { repositoryFile } from '../harness/paths.ts';
import { fc } from '../harness/random/fc.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import { spreadFilters } from '../proofs/contract/spread-filters.ts';

const derived = documents();
const openapi = JSON.parse(derived['openapi.json']);
let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe.each(Object.entries(derived))('%s', (name, text) => {
  test('is committed as it is derived (npm run generate)', async () => {
    expect(await Bun.file(repositoryFile(`generated/${name}`)).text()).toBe(text);
  });

  test('passes the recommended rules without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: `/${name}`, config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  test('is small enough for the tools that read it', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(name === 'swagger.json' ? 370_000 : 440_000);
  });

  test('is what the service serves', async () => {
    const response = await fetch(`${service.url}${name === 'swagger.json' ? '' : '/api'}/${name}`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(text);
  });
});

test('every operation has its own id, a summary, a tag that is described, and both documents have the same operations, but for insights, changes and imports', () => {
  const operations = (document: Record<string, any>) =>
    Object.entries<Record<string, any>>(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
    );
  const all = operations(openapi);
  const ofRecords = catalogue.flatMap(({ name, creatable }) => [
    `get /v1/${name}`,
    ...(creatable ? [`post /v1/${name}`] : []),
    `get /v1/${name}/{item_id}`,
    `get /v1/aggregate/${name}`,
  ]);
  const others = [
    ...['get /', 'get /v1/health', 'get /v1/totals', 'get /v1/org-chart', 'get /v1/changes', 'get /v1/insights'],
    ...insights.map(({ name }) => `get /v1/insights/${name}`),
    ...['post /v1/import', 'post /v1/import/{resource}', 'post /v1/demo'],
  ];
  expect(all.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...ofRecords, ...others].sort());
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  const tags = openapi.tags.map(({ name }: { name: string }) => name);
  for (const { summary, tags: own } of all) {
    expect(summary).toBeTruthy();
    expect(tags).toContain(own[0]);
  }
  const key = ({ path, method, operationId }: Record<string, any>) => `${method} ${path} ${operationId}`;
  expect(operations(JSON.parse(derived['swagger.json'])).map(key)).toEqual(
    all.filter(({ path }) => !/^\/v1\/(insights|changes|import|demo)/.test(path)).map(key),
  );
});

/** The query parameters of a list that are not on every list, by name. */
function ownParameters(document: Record<string, any>, name: string): Record<string, any> {
  const found = (part: Record<string, any>) =>
    part.$ref?.split('/').reduce((at: any, key: string) => (key === '#' ? document : at[key]), document) ?? part;
  const all = spreadFilters(document.paths[`/v1/${name}`].get.parameters, found);
  const common = ['limit', 'offset', 'q', 'format', 'headings', 'sort', 'fields', 'expand'];
  const own = all.filter((each: any) => each.in === 'query' && !common.includes(each.name));
  return Object.fromEntries(own.map((each: any) => [each.name, each]));
}

test('every list has exactly the filters of its resource, each with its own meaning', () => {
  for (const each of catalogue) {
    const stated = ownParameters(openapi, each.name);
    expect(Object.keys(stated).sort()).toEqual([...filtersOf(each).keys()].sort());
    // A family has one description for all of its filters.
    const meanings = Object.values(stated).flatMap(({ description, about }) => (about ? [] : description));
    expect(meanings.length).toBeGreaterThan(0);
    expect(new Set(meanings).size).toBe(meanings.length);
  }
});

test('no list has more parameters than people can look through', () => {
  const lists = Object.entries<Record<string, any>>(openapi.paths).filter(([path]) => !path.includes('{'));
  for (const [path, { get }] of lists) expect([path, (get?.parameters ?? []).length < 100]).toEqual([path, true]);
});

test('swagger.json lists the filters but those with _or_null, those that compare two dates and those with an operator behind a reference, and says so', () => {
  const document = JSON.parse(derived['swagger.json']);
  for (const each of catalogue) {
    const listed = [...filtersOf(each).values()].filter(
      ({ name, via }) => !(via ? name.endsWith(']') : /(_or_null|before)\]$/.test(name)),
    );
    expect(Object.keys(ownParameters(document, each.name)).sort()).toEqual(listed.map(({ name }) => name).sort());
  }
  expect(document.info.description).toContain('openapi.json');
});

test('every component is used', () => {
  for (const [name, text] of Object.entries(derived)) {
    const { components, parameters, responses, definitions } = JSON.parse(text);
    const groups: object[] = components ? Object.values(components) : [parameters, responses, definitions];
    const keys = groups.flatMap((group) => Object.keys(group)).filter((key) => key !== 'bearer');
    expect(keys.length).toBeGreaterThan(100);
    expect([name, keys.filter((key) => !text.includes(`/${key}"`))]).toEqual([name, []]);
  }
});

test('every example of a create body is accepted, and its answer has the shape of the example', async () => {
  for (const resource of catalogue.filter(({ creatable }) => creatable)) {
    const { [resource.schema]: record, [`${resource.schema}Create`]: body } = openapi.components.schemas;
    const [example] = body.examples;
    const response = await post(service, `/api/v1/${resource.name}`, example);
    const answer = await response.json();
    expect({ status: response.status, answer }).toMatchObject({ status: 201, answer: example });
    expect(Object.keys(answer)).toEqual(Object.keys(record.examples[0]));
  }
});

test('every example is valid', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'doc:', ...openapi });
  let seen = 0;
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const isSchema = 'properties' in part && 'examples' in part;
    const examples: unknown = isSchema ? part.examples : 'example' in part && 'schema' in part ? [part.example] : [];
    for (const example of Array.isArray(examples) ? examples : []) {
      const schema = JSON.stringify(isSchema ? part : (part as Record<string, unknown>).schema);
      const validate = ajv.compile(JSON.parse(schema.replaceAll('"#/', '"doc:#/')));
      expect({ valid: validate(example), errors: validate.errors, example }).toMatchObject({ valid: true });
      seen += 1;
    }
    for (const child of Object.values(part)) visit(child);
  };
  visit(openapi);
  expect(seen).toBeGreaterThan(30);
});

describe('a value is accepted exactly when its published schema accepts it', () => {
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
  const fields = catalogue.flatMap((resource) =>
    resource.fields.filter((field) => field.create).map((field) => [`${resource.name}.${field.name}`, field] as const),
  );
  test.each(fields)('%s', (_, field) => {
    const schema = inputSchema(field);
    const validate = ajv.compile(schema);
    const fitting = schema.pattern
      ? fc.stringMatching(new RegExp(schema.pattern, 'u'), { maxLength: 40 })
      : fc.constant('{"a":1}');
    const anything = fc.oneof(
      fitting,
      fc.string({ unit: 'grapheme' }),
      fc.double(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constantFrom(...(field.kind.values ?? ['x'])),
      fc.constant([]),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const lawful = field.kind.accepts === undefined || (typeof value === 'string' && field.kind.accepts(value));
        const published = lawful && validate(value) === true && !(typeof value === 'number' && !Number.isFinite(value));
        return (valueFault(field, value) === undefined) === published;
      }),
      { numRuns: 200 },
    );
  });
});

test('a date says that it is a day or a timestamp, and has no format, which would be wrong for one of them', async () => {
  const sent = { leave_type: 'annual', from_date: '2026-03-04', to_date: '2026-03-05T09:30:00+01:00' };
  expect(await (await post(service, '/api/v1/leave', sent)).json()).toMatchObject(sent);
  const dates = catalogue.flatMap(({ schema, fields }) =>
    fields.filter(({ kindName }) => kindName === 'date').map(({ name }) => [schema, name] as const),
  );
  for (const [schema, name] of dates) {
    const property = openapi.components.schemas[schema].properties[name];
    expect(property.description).toMatch(/`\d{4}-\d\d-\d\d`.*`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`/);
    expect(property.format).toBeUndefined();
  }
  expect(dates).not.toEqual([]);
});

test.each(Object.entries(derived))('in %s the values of every enum are texts that generators can name', (_, text) => {
  const enums: unknown[][] = [];
  JSON.parse(text, (key, value) => {
    if (key === 'enum' && Array.isArray(value)) enums.push(value);
    return value;
  });
  expect(enums.length).toBeGreaterThan(0);
  for (const values of enums) {
    expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
    const names = values.map((value) =>
      String(value)
        .replace(/[^A-Za-z0-9]+/g, '_')
        .toUpperCase(),
    );
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  }
});

test('the documentation page loads everything from this host', async () => {
  const page = await fetch(`${service.url}/api/docs`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
  expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target)).toEqual([
    'data:,',
    '/api/docs/scalar.js',
    '/api/openapi.json',
  ]);
  const script = await fetch(`${service.url}/api/docs/scalar.js`);
  expect(script.headers.get('content-type')).toStartWith('text/javascript');
  expect(await script.text()).toBe(scriptText());
  expect(scriptText()).toMatch(/^\/\*! Scalar API Reference, [\d.]+\nMIT License\n[^*]+\*\/\n/);
});

test('the write token works in the header only', async () => {
  const response = await fetch(`${service.url}/api/v1/leave?token=${TOKEN}&access_token=${TOKEN}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: `token=${TOKEN}` },
    body: JSON.stringify({ leave_type: 'annual', access_token: TOKEN }),
  });
  expect(response.status).toBe(401);
});

const TEXTS = [
  ...['', 'null', 'Null', 'London', '0', '1', '7', '8', '-3', '+5', '1.5', '-.5', '1.5e-3', '0x10', '1_000', 'NaN'],
  ...['2026-02-28', '2026-02-30', '2024-02-29', '2026-3-4', '2026-03-04T09:30:00Z', '2026-03-04T25:00:00Z', '2026'],
];

test.each(Object.entries(derived))('the filters of %s take exactly what the service takes', (_, text) => {
  const document = JSON.parse(text);
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: true });
  ajv.addSchema({ $id: 'doc:', ...document });
  const validators = new Map<string, (value: unknown) => boolean>();
  /** In Swagger the parameter itself says what it takes. */
  const accepts = ({ schema, name: _, in: __, description: ___, allowEmptyValue, ...rest }: any, sent: string) => {
    const key = JSON.stringify(schema ?? rest).replaceAll('"#/', '"doc:#/');
    const validate = validators.get(key) ?? (ajv.compile(JSON.parse(key)) as (value: unknown) => boolean);
    validators.set(key, validate);
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(sent) ? Number(sent) : sent;
    return (allowEmptyValue && sent === '') || [sent, number, [sent], [number]].some((value) => validate(value));
  };
  const verdicts = new Set<string>();
  for (const each of catalogue)
    for (const [name, parameter] of Object.entries(ownParameters(document, each.name)))
      for (const sent of TEXTS) {
        const { faults } = parseListQuery(each, `${name}=${encodeURIComponent(sent)}`, {});
        const verdict = `${accepts(parameter, sent)} ${faults.length === 0}`;
        if (verdict !== 'true true' && verdict !== 'false false')
          expect([name, sent, verdict]).toEqual([name, sent, 'the same']);
        verdicts.add(verdict);
      }
  expect([...verdicts].sort()).toEqual(['false false', 'true true']);
});

test('lists of names in openapi.json take exactly what the service takes', () => {
  const verdicts = new Set<string>();
  for (const each of catalogue) {
    const words = each.fields.map(({ name }) => name);
    const items = [...words, 'count', 'sum(days)', 'month(created)', 'avg(days(from_date,to_date))', 'bin(days,0.5)'];
    const texts = items.flatMap((word) => [word, `-${word}`, `${word},`, `,${word}`, `${word},-`, `id,${word},-id`]);
    for (const path of [`/v1/${each.name}`, `/v1/aggregate/${each.name}`]) {
      const isList = !path.includes('aggregate');
      for (const { $ref, ...inline } of openapi.paths[path].get.parameters) {
        const { name, schema } = $ref ? openapi.components.parameters[$ref.split('/').at(-1)] : inline;
        if (!(isList ? ['sort', 'fields', 'expand'] : ['group', 'measure']).includes(name)) continue;
        const pattern = new RegExp(schema.pattern, 'u');
        for (const text of ['', '-', ',', 'id,,id', 'id,name,id,id', 'id,id,id,id,id', ...texts]) {
          const query = `${name}=${encodeURIComponent(text)}`;
          const { faults } = isList ? parseListQuery(each, query, {}) : parseAggregateQuery(each, query, {}, 'json');
          const verdict = `${pattern.test(text)} ${faults.length === 0}`;
          if (verdict !== 'true true' && verdict !== 'false false')
            expect([each.name, query, verdict]).toEqual([each.name, query, 'the same']);
          verdicts.add(`${name} ${verdict}`);
        }
      }
    }
  }
  expect(verdicts.size).toBe(10);
});

// llms.txt, the page for language models: it is short and complete, and its links work.
describe('llms.txt', () => {
  let service: Service;
  let text: string;
  beforeAll(async () => {
    service = await startService();
    text = await (await fetch(`${service.url}/llms.txt`)).text();
  });
  afterAll(() => service.stop());

  test('it is short plain text in the form of the convention', async () => {
    const { headers } = await fetch(`${service.url}/llms.txt`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# .+\n\n> .+\n\n(- .+\n)+\n## /);
    expect(text.split('\n## ').slice(1)).toSatisfy((parts) =>
      parts.every((part) => /^\w+\n\n(- \[.+\]\(.+\): .+\n)+$/.test(part)),
    );
    expect(new TextEncoder().encode(text).length).toBeLessThan(8 * 1024);
  });

  test('it lists every resource with all its filters', () => {
    for (const resource of catalogue) {
      const line = text.split('\n').find((each) => each.startsWith(`- [${resource.name}](/api/v1/${resource.name}): `));
      expect(line).toContain(resource.about);
      for (const { field, via } of filtersOf(resource).values()) {
        expect(line).toMatch(new RegExp(`[ :]${(via ?? field).name}[ ,.]`));
        if (via) expect(line).toContain(`${via.name} (${via.target.name})`);
      }
      expect(
        text
          .match(/^- Create: .*$/m)![0]
          .split(/[ ,.]+/)
          .includes(resource.name),
      ).toBe(resource.creatable);
    }
  });

  test('it has every operator', () => {
    const [head] = text.split('\n## ');
    const operators = new Set(catalogue.flatMap(({ fields }) => fields.flatMap(operatorsOf)));
    expect(operators.size).toBeGreaterThan(5);
    for (const operator of operators)
      if (operator !== 'in') expect(head).toContain(`[${operator.replace(/^(.*)_or_null$/, '$1')}]`);
    expect(head).toContain('`_or_null`');
  });

  test('every link works', async () => {
    const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, path]) => path!);
    expect(links.length).toBeGreaterThan(catalogue.length + 5);
    for (const path of links) {
      const { status } = await fetch(service.url + path);
      expect([path, status]).toEqual([path, path === '/mcp' ? 405 : 200]);
    }
  });

  test('it can only be read, and does not name /mcp where that is off', async () => {
    const refused = await fetch(`${service.url}/llms.txt`, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const without = await startService({ parts: { mcp: 'off' } });
    expect(await (await fetch(`${without.url}/llms.txt`)).text()).not.toContain('/mcp');
    expect((await fetch(`${without.url}/mcp`, { method: 'POST' })).status).toBe(404);
    await without.stop();
  });
});
