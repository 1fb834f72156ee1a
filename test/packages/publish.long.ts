// Both packages can be published: `npm publish` has nothing to warn of or to correct, and sends nothing when it is only
// tried. The registry of the test is asked, not that of the machine.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { VERSION } from '../../src/contract/product.ts';
import { finished } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

setDefaultTimeout(120_000);

const sent: string[] = [];
/** Knows no package yet. */
const registry = Bun.serve({
  port: 0,
  fetch({ method, url }) {
    sent.push(`${method} ${new URL(url).pathname}`);
    return Response.json({ error: 'not_found' }, { status: 404 });
  },
});
afterAll(() => registry.stop(true));

/** npm, as somebody who is signed in at that registry and has no settings. */
function npm(words: string[], cwd: string) {
  const { PATH = '', HOME = '' } = process.env;
  const host = `127.0.0.1:${registry.port}/`;
  const settings = {
    npm_config_userconfig: join(temporaryFolder(), 'npmrc'),
    npm_config_registry: `http://${host}`,
    [`npm_config_//${host}:_authToken`]: 'a-token',
    npm_config_update_notifier: 'false',
  };
  const env = { PATH, HOME, ...settings };
  return finished(Bun.spawn(['npm', ...words], { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }));
}

const packages = [
  ['workforce', repositoryFile('.')],
  ['workforce-client', repositoryFile('client')],
] as const;

test.each(packages)('npm publishes %s without a warning', async (name, folder) => {
  const { code, stdout, stderr } = await npm(['publish', '--dry-run', '--loglevel=notice'], folder);
  expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({ code: 0, last: `+ ${name}@${VERSION}` });
  expect(stderr.match(/^npm (warn|error).*$/gim) ?? []).toEqual([]);
  expect(stderr).toContain('with tag latest and default access (dry-run)');
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

test.each(packages)('%s is not private, and its README names the Node.js that it needs', async (_, folder) => {
  const manifest = await Bun.file(join(folder, 'package.json')).json();
  expect(manifest).toMatchObject({ license: 'MIT', version: VERSION });
  // A dry run does not look at it.
  expect(manifest).not.toHaveProperty('private');
  const [, floor] = /^>=(\d+)$/.exec(manifest.engines.node)!;
  expect(await Bun.file(join(folder, 'README.md')).text()).toMatch(
    new RegExp(`Node\\.js(\\]\\(\\S+\\))? ${floor} or newer`),
  );
});
