// Runs a journey in Chromium, on a page of another origin than the service. The page sends the outcome.
import { existsSync } from 'node:fs';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const page = (module: string, words: readonly string[]) => `<!doctype html>
<link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "workforce-client": "/node_modules/workforce-client/dist/index.js" } }</script>
<script type="module">
  const outcome = await import('/${module}')
    .then(({ journey }) => journey(...${JSON.stringify(words)}))
    .catch((error) => String(error?.stack ?? error));
  await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) });
</script>`;

const chromium = [process.env.CHROMIUM, ...CHROMIUM_PATHS].find((path) => path && existsSync(path));

/** `undefined` when there is no Chromium. `module`: a file of `folder` that exports the journey; `words`: what it is
 * called with. */
export async function inBrowser(folder: string, module: string, ...words: string[]): Promise<unknown> {
  if (!chromium) {
    console.log('There is no Chromium here (CHROMIUM names one): the browser was not tried.');
    return undefined;
  }
  const { promise: outcome, resolve, reject } = Promise.withResolvers<unknown>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(page(module, words), { headers: { 'Content-Type': 'text/html' } });
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
