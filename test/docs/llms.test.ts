// The page for language models: short, complete, and its links lead somewhere.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { filterParameters } from '../../src/contract/documents/parameters.ts';
import { type Service, startService } from '../harness/service.ts';

let service: Service;
let text: string;
beforeAll(async () => {
  service = await startService();
  text = await (await fetch(`${service.url}/llms.txt`)).text();
});
afterAll(() => service.stop());

test('it is plain text of the form that the convention asks for, and short', async () => {
  const { headers } = await fetch(`${service.url}/llms.txt`);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# .+\n\n> .+\n\n(- .+\n)+\n## /);
  expect(text.split('\n## ').slice(1)).toSatisfy((parts) =>
    parts.every((part) => /^\w+\n\n(- \[.+\]\(.+\): .+\n)+$/.test(part)),
  );
  expect(new TextEncoder().encode(text).length).toBeLessThan(8 * 1024);
});

test('every resource is in it with all that it can be filtered by', () => {
  for (const resource of catalogue) {
    const line = text.split('\n').find((each) => each.startsWith(`- [${resource.name}](/api/v1/${resource.name}): `));
    expect(line).toContain(resource.about);
    for (const { name } of filterParameters(resource)) expect(line).toContain(String(name).replace(/\[.*/, ''));
    expect(
      text
        .match(/^- Create: .*$/m)![0]
        .split(/[ ,.]+/)
        .includes(resource.name),
    ).toBe(resource.creatable);
  }
});

test('every link answers', async () => {
  const links = [...text.matchAll(/\]\((.+?)\)/g)].map(([, path]) => path!);
  expect(links.length).toBeGreaterThan(catalogue.length + 5);
  for (const path of links) {
    const { status } = await fetch(service.url + path);
    expect([path, status]).toEqual([path, path === '/mcp' ? 405 : 200]);
  }
});

test('only reading is for it, and the tools are left out where there are none', async () => {
  const refused = await fetch(`${service.url}/llms.txt`, { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  const without = await startService({ parts: { mcp: 'off' } });
  expect(await (await fetch(`${without.url}/llms.txt`)).text()).not.toContain('/mcp');
  expect((await fetch(`${without.url}/mcp`, { method: 'POST' })).status).toBe(404);
  await without.stop();
});
