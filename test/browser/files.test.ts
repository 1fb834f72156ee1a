// How the console is served: one document for its pages, files that never change, a strict policy, and without it the
// plain front page.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { consoleFiles as built } from '../../scripts/console-files.ts';
import { type Service, startService } from '../harness/service.ts';
import { consoleFiles, startConsole } from './visit.ts';

let [service, withCareers]: [Service, Service] = [undefined!, undefined!];
beforeAll(async () => {
  const careers = { publicUrl: () => 'https://hr.example.com' };
  [service, withCareers] = await Promise.all([startConsole(), startConsole({ parts: { careers } })]);
});
afterAll(() => Promise.all([service.stop(), withCareers.stop()]));

const ask = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });

test('console.json is what `npm run generate` makes of console/, and has nothing of the gallery of parts', async () => {
  expect(JSON.parse((await built())['console.json'])).toEqual(consoleFiles);
  expect(Object.values(consoleFiles.files).filter((text) => text.includes('specimen'))).toEqual([]);
});

test.each(['/', '/console/', '/console/employees?status=active', '/console/employees/7', '/console/leave/new'])(
  '%s is the document of the console',
  async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const html = await answer.text();
    expect(html).toContain(`/console/assets/${consoleFiles.script}`);
    expect(html).not.toMatch(/<script>|<style|style=|\son\w+=/);
    const again = await ask(path, { 'If-None-Match': answer.headers.get('etag')! });
    expect(again.status).toBe(304);
  },
);

test('its files are compressed, cached for ever, and named by their content', async () => {
  for (const [name, text] of Object.entries(consoleFiles.files)) {
    const answer = await ask(`/console/assets/${name}`, { 'Accept-Encoding': 'br' });
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    if (text.length > 2000) expect(answer.headers.get('content-encoding')).toBe('br');
    if (!name.endsWith('.svg')) expect(name).toMatch(/^[a-z-]+-[a-z0-9]{8}\.(js|css)$/);
  }
  expect((await ask('/console/assets/other.js')).status).toBe(404);
  expect((await ask('/console/nothing')).status).toBe(404);
});

/** As Chromium, Firefox and Safari ask for a page. */
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each(['/console/employees/1/2', '/nothing/at/all?x=1'])('%s is a page for people that says so', async (path) => {
  for (const { url } of [service, withCareers]) {
    const answer = await fetch(url + path, { headers: { Accept: PAGE } });
    const { headers } = answer;
    const html = await answer.text();
    expect([answer.status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Accept']);
    expect(html).toContain(`/console/assets/${consoleFiles.script}`);
    expect(html).toMatch(/<title>There is no such page · .*<noscript><p>There is no such page\. /s);
  }
});

test.each([
  ['GET', '/console/nothing', '*/*'],
  ['GET', '/console/nothing', 'application/json, text/html;q=0.9'],
  ['GET', '/console/nothing', 'text/html;q=0, */*'],
  ['GET', '/nothing', 'image/avif,image/webp,*/*;q=0.8'],
  ['GET', '/api/v1/nothing', PAGE],
  ['GET', '/mcp/nothing', PAGE],
  ['POST', '/nothing', PAGE],
  ['POST', '/console/nothing', PAGE],
])('%s %s that accepts %s gets the envelope of errors', async (method, path, accept) => {
  const answer = await fetch(service.url + path, { method, headers: { Accept: accept } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json']);
  expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
});

/** A file and everything that it imports before it runs. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = consoleFiles.files[name]!;
  for (const [, file] of text.matchAll(/(?:from|import)\s?"\.\/([^"]+)"/g)) withImports(file!, seen);
  return seen;
}

test('no page needs more than 60 KiB of script on its first load', () => {
  const { script, files } = consoleFiles;
  const pages = Object.keys(files).filter((name) => name.endsWith('.js') && name !== script);
  expect(pages.length).toBeGreaterThan(8);
  for (const page of pages) {
    const needed = new Set([...withImports(script), ...withImports(page)]);
    const bytes = [...needed].reduce((sum, name) => sum + Bun.gzipSync(Buffer.from(files[name]!)).length, 0);
    expect({ page, fits: bytes <= 60 * 1024, bytes }).toEqual({ page, fits: true, bytes });
  }
});

test.each([
  ['/', 'overview'],
  ['/console/employees', 'explorer'],
  ['/console/employees/1', 'record'],
  ['/console/leave/new', 'create'],
  ['/console/board', 'board'],
  ['/console/insights/turnover', 'insight'],
  ['/nowhere', undefined],
])('the document of %s names the scripts of its page', async (path, page) => {
  const html = await (await fetch(`${service.url}${path}`, { headers: { Accept: 'text/html' } })).text();
  const named = [...html.matchAll(/<link rel="modulepreload" href="\/console\/assets\/([^"]+)">/g)].map(
    ([, name]) => name!,
  );
  const first = withImports(consoleFiles.script);
  const own = Object.keys(consoleFiles.files).find((name) => page && new RegExp(`^${page}-\\w+\\.js$`).test(name));
  expect(own === undefined).toBe(page === undefined);
  const needed = own ? [...withImports(own)].filter((name) => !first.has(name)) : [];
  expect(named.sort()).toEqual(needed.sort());
});

test('without it / is the plain front page, and its addresses are not there', async () => {
  const plain = await startService();
  const page = await (await fetch(plain.url)).text();
  expect(page).toContain('/api/v1/employees');
  expect(page).not.toContain('<script');
  for (const path of ['/console', '/console/employees', '/console/catalogue.json'])
    expect((await fetch(plain.url + path)).status).toBe(404);
  await plain.stop();
});
