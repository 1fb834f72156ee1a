// The whole way in a real Chromium with a real provider: from a page of the console to the provider's form, back to the
// same page with a session that no script can read, and out again. Pages of other sites try to use what the browser
// has.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { chromium, launch } from '../browser/chromium.ts';
import { consoleFiles, type Visit, visit } from '../browser/visit.ts';
import { repositoryFile } from '../harness/paths.ts';
import { type RealProvider, realProvider } from './real-provider.ts';
import { type SignInService, startSignIn } from './visitor.ts';

describe.skipIf(chromium === undefined)('sign-in in a browser', () => {
  let [browser, provider, service]: [Browser, RealProvider, SignInService] = [undefined!, undefined!, undefined!];
  beforeAll(async () => {
    provider = await realProvider();
    const settings = { issuer: provider.issuer, scopes: 'openid profile groups' };
    [browser, service] = await Promise.all([
      // The pages of the provider ask for a font on another host.
      launch([
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
        '--ignore-certificate-errors',
      ]),
      startSignIn(settings, { filled: true, parts: { console: consoleFiles, read: 'token' } }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    provider.stop();
  });

  const expected = () =>
    new RegExp(
      `^(request to another host: (${provider.issuer}/|https://fonts)|console: .*(fonts\\.googleapis|favicon))`,
    );
  const person = (there: Visit) =>
    there.page.evaluate(async () => (await (await fetch('/auth/me')).json()).who?.name ?? null);
  const toSignIn = (there: Visit) =>
    there.page.evaluate(() =>
      location.assign(`/auth/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`),
    );

  /** Fills in the provider's forms. */
  async function asPerson(there: Visit, login: string): Promise<void> {
    const { page } = there;
    await page.waitForSelector('input[name="login"]');
    await page.type('input[name="login"]', login);
    await page.type('input[name="password"]', 'any');
    await Promise.all([page.waitForNavigation(), page.click('button[type="submit"]')]);
    await page.waitForSelector('input[name="prompt"][value="consent"]');
    await Promise.all([page.waitForNavigation(), page.click('button[type="submit"]')]);
  }

  test('behind a proxy with TLS: from a page to the provider, back to that page with a session, and out', async () => {
    let publicUrl = '';
    const own = await startSignIn(
      { issuer: provider.issuer, scopes: 'openid profile groups', publicUrl: () => publicUrl },
      { filled: true, parts: { console: consoleFiles, read: 'token' } },
    );
    const certificate = (name: string) =>
      Bun.file(repositoryFile(`test/harness/postgres/certificates/localhost.${name}`));
    const proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: { cert: certificate('crt'), key: certificate('key') },
      async fetch({ url, method, headers, body }) {
        const { pathname, search } = new URL(url);
        headers.set('accept-encoding', 'identity');
        return fetch(own.url + pathname + search, { method, headers, body, redirect: 'manual' });
      },
    });
    publicUrl = `https://localhost:${proxy.port}`;
    await provider.register(publicUrl);
    const there = await visit(browser, publicUrl, { expected: expected() });
    const { page } = there;
    const path = '/console/leave?status=approved&sort=-from_date';
    await there.open(path);
    expect(await person(there)).toBe(null);
    expect(await there.text('#main')).not.toContain('approved');
    await page.click('#main a[href^="/auth/sign-in?to="]');
    await asPerson(there, 'ann');
    await page.waitForSelector('#main .row');
    await there.settle();
    expect(page.url()).toBe(publicUrl + path);
    expect(await person(there)).toBe('Ann Example');
    const total = await page.evaluate(
      async () => (await (await fetch('/api/v1/leave?status=approved&limit=1')).json()).meta.total,
    );
    expect(await there.text('#main')).toContain(Number(total).toLocaleString('en'));

    const cookies = await page.browserContext().cookies();
    const session = cookies.find(({ name }) => name === '__Host-workforce_session')!;
    expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/', domain: 'localhost' });
    expect(session.expires - Date.now() / 1000).toBeGreaterThan(11.9 * 3600);
    expect(cookies.map(({ name }) => name)).not.toContain('__Host-workforce_sign_in');
    const seen = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML]),
    );
    expect(seen).not.toContain('wfs_');

    // It lasts in another tab.
    const tab = await page.browserContext().newPage();
    await tab.goto(`${publicUrl}/auth/me`);
    expect(await tab.evaluate(() => document.body.innerText)).toContain('Ann Example');
    await tab.close();

    await page.click('.who-button');
    await page.waitForSelector('.who-panel button');
    await Promise.all([
      page.waitForNavigation(),
      page.$$eval('.who-panel button', (all) => (all.at(-1) as HTMLElement).click()),
    ]);
    expect(page.url()).toStartWith(`${provider.issuer}/session/end?`);
    await Promise.all([page.waitForNavigation(), page.click('button[value="yes"], button[autofocus]')]);
    await page.waitForSelector('#main h1');
    expect(await person(there)).toBe(null);
    expect(page.url()).toBe(`${publicUrl}/`);
    expect((await page.browserContext().cookies()).map(({ name }) => name)).not.toContain('__Host-workforce_session');
    expect(there.faults).toEqual([]);
    await there.end();
    await proxy.stop(true);
    await own.stop();
  });

  test('a page of another site can neither sign anybody out nor read who is signed in', async () => {
    await provider.register(service.url);
    const there = await visit(browser, service.url, { expected: /./ });
    const { page } = there;
    await there.open('/console/jobs');
    await toSignIn(there);
    await asPerson(there, 'ann');
    await page.waitForSelector('#main h1');
    const evil = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        new Response(`<form method="post" action="${service.url}/auth/sign-out"><button>x</button></form>`, {
          headers: { 'Content-Type': 'text/html' },
        }),
    });
    // Another site, to the browser; the same site on another port would be sent cookies too.
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${evil.port}/`);
      const read = await page.evaluate(
        (url) =>
          fetch(`${url}/auth/me`, { credentials: 'include' }).then(
            (all) => all.text(),
            () => 'refused',
          ),
        service.url,
      );
      expect(read).toBe('refused');
      await Promise.all([page.waitForNavigation(), page.click('button')]);
      expect(await there.text('main')).toContain('You are still signed in');
      await page.goto(`${service.url}/console/jobs`);
      expect(await person(there)).toBe('Ann Example');
    }
    await evil.stop(true);
    await there.end();
  });
});
