// Runs the journey of the packed client in Chromium, on a page of another origin than the service. The page sends the outcome.
import { existsSync } from 'node:fs';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const page = (service: string) => `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "workforce-client": "/node_modules/workforce-client/dist/index.js" } }</script>
<script type="module">
  import { journey } from '/journey.js';
  const outcome = await journey('${service}').catch((error) => String(error?.stack ?? error));
  await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) });
</script>`;

/** `undefined` when there is no Chromium. `folder`: where the client is installed. */
export async function inBrowser(folder: string, service: string): Promise<unknown> {
  const chromium = [process.env.CHROMIUM, ...CHROMIUM_PATHS].find((path) => path && existsSync(path));
  if (!chromium) return undefined;
  const { promise: outcome, resolve, reject } = Promise.withResolvers<unknown>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(page(service), { headers: { 'Content-Type': 'text/html' } });
      if (pathname !== '/outcome') return new Response(Bun.file(folder + pathname));
      resolve(await request.json());
      return new Response();
    },
  });
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const child = Bun.spawn([chromium, ...flags, `--user-data-dir=${temporaryFolder()}`, server.url.href], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  child.exited.then((code) => reject(new Error(`Chromium ended with ${code} before the page was done`)));
  try {
    return await outcome;
  } finally {
    child.kill();
    await child.exited;
    await server.stop(true);
  }
}
