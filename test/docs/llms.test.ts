// llms.txt, the page for language models: it is short and complete, and its links work.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { filtersOf, operatorsOf } from '../../src/contract/request/conditions.ts';
import { type Service, startService } from '../harness/service.ts';

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
