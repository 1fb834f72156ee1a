// The script of the documentation page, out of Scalar's package, compressed: the service needs the script only, and not
// the packages that bring it.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import plugin from '@scalar/fastify-api-reference';

const packageFile = (name: string): string =>
  readFileSync(new URL(`../node_modules/@scalar/fastify-api-reference/${name}`, import.meta.url), 'utf8');

export const docsScript = (): Record<'scalar.js.br', Buffer> => ({ 'scalar.js.br': brotliCompressSync(scriptText()) });

/** It stands under Scalar's licence, which goes with it. */
export const scriptText = (): string =>
  `/*! Scalar API Reference, ${JSON.parse(packageFile('package.json')).version}\n${packageFile('LICENSE')}*/\n${pluginScript()}`;

/** Scalar's own package brings some 270 others. Its plugin for Fastify has the same script and few others, and serves
 * it at the one route that ends in .js. */
function pluginScript(): string {
  let text: string | undefined;
  const reply = { header: () => reply, send: (body: string) => body };
  const host = {
    route: ({ url, handler }: { url: string; handler: (request: null, answer: typeof reply) => string }) => {
      if (url.endsWith('.js')) text = handler(null, reply);
    },
  };
  const register = plugin as unknown as (host: object, options: object, next: () => void) => void;
  register(host, { configuration: { url: '/' } }, () => {});
  if (!text) throw new Error('The package of the documentation page holds no script; was it upgraded?');
  return text;
}
