// The published documents: up to date, valid by an independent linter, and true of the running service.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020';
import { scriptText } from '../../scripts/docs-script.ts';
import { documents } from '../../scripts/documents.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { filtersOf, operatorsOf } from '../../src/contract/request/conditions.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { insights } from '../../src/insights/insights.ts';
import { filterSource } from '../../src/insights/request.ts';
import { repositoryFile } from '../harness/paths.ts';
import { post, type Service, startService } from '../harness/service.ts';
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

/** The query parameters of a list or metric that are not filters. */
const COMMON = 'limit offset q format headings sort fields expand from to every group'.split(' ');

/** The query parameters of a list or metric that are filters, by name. */
function ownParameters(document: Record<string, any>, name: string): Record<string, any> {
  const found = (part: Record<string, any>) =>
    part.$ref?.split('/').reduce((at: any, key: string) => (key === '#' ? document : at[key]), document) ?? part;
  const all = spreadFilters(document.paths[`/v1/${name}`].get.parameters, found);
  const own = all.filter((each: any) => each.in === 'query' && !COMMON.includes(each.name));
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

test('every metric has exactly the filters that it takes', () => {
  for (const metric of insights) {
    const [name, via] = filterSource(metric)?.split('.') ?? [];
    const taken = name === undefined ? [] : [...filtersOf(catalogue.find((each) => each.name === name)!).values()];
    const names = taken.filter((each) => via === undefined || each.via?.name === via).map((each) => each.name);
    const stated = Object.keys(ownParameters(openapi, `insights/${metric.name}`)).sort();
    expect({ metric: metric.name, stated }).toEqual({ metric: metric.name, stated: names.sort() });
  }
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

// The page for language models.
describe('llms.txt', () => {
  let text: string;
  beforeAll(async () => {
    text = await (await fetch(`${service.url}/llms.txt`)).text();
  });

  test('it is short, has every operator, and lists every resource with all its filters', () => {
    expect(text).toMatch(/^# .+\n\n> .+\n\n(- .+\n)+\n## /);
    expect(new TextEncoder().encode(text).length).toBeLessThan(8 * 1024);
    const [head] = text.split('\n## ');
    for (const operator of new Set(catalogue.flatMap(({ fields }) => fields.flatMap(operatorsOf))))
      if (operator !== 'in') expect(head).toContain(`[${operator.replace(/^(.*)_or_null$/, '$1')}]`);
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
