// Bundles console/ into the files that the service sends, as one JSON file.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConsoleFiles } from '../src/http/context.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#3355d8"/><stop offset="1" stop-color="#0e9384"/></linearGradient></defs><rect width="32" height="32" rx="9" fill="url(#g)"/><path d="M8 11l4 11 4-9 4 9 4-11" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>\n';

const WORDS = new URL('../console/src/words/', import.meta.url);

/** Without what makes them readable. */
async function consoleWords(): Promise<Record<string, string>> {
  const words: Record<string, string> = {};
  for (const name of readdirSync(WORDS).filter((each) => each.endsWith('.json')))
    words[name.slice(0, -'.json'.length)] = JSON.stringify(await Bun.file(new URL(name, WORDS)).json());
  return words;
}

/** The names have the hashes of their content, so they can be cached for ever. `gallery`: the one with all parts, for
 * developers. */
export async function consoleFiles(from: 'src' | 'gallery' = 'src'): Promise<{ 'console.json': string }> {
  const { outputs } = await Bun.build({
    entrypoints: [fileURLToPath(new URL(`../console/${from}/main.tsx`, import.meta.url))],
    target: 'browser',
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  const nameOf = ({ path }: { path: string }) => path.replace(/^.*\//, '');
  const texts = await Promise.all(outputs.map(async (output) => [nameOf(output), await output.text()] as const));
  const first = (extension: string) =>
    nameOf(outputs.find(({ kind, path }) => (kind === 'entry-point' || kind === 'asset') && path.endsWith(extension))!);
  const made: ConsoleFiles = {
    words: await consoleWords(),
    script: first('.js'),
    style: first('.css'),
    files: Object.fromEntries([...texts.sort(([one], [other]) => (one < other ? -1 : 1)), ['icon.svg', ICON]]),
  };
  return { 'console.json': `${JSON.stringify(made, null, 1)}\n` };
}
