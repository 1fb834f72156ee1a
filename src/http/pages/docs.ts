// The interactive documentation: Scalar, served from its package. Its policy lets the browser talk to this host only.
import { BASE, PRODUCT } from '../../contract/product.ts';
import { bodyHeaders, type CachedBody, cachedBody, sendCached, thorough } from '../response/body.ts';
import { scriptHeaders } from '../response/headers.ts';
import { page } from '../response/responses.ts';

const configuration = {
  url: `${BASE}/openapi.json`,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'bearer' },
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  // A list has some two hundred filters.
  expandAllParameters: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PRODUCT}: API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<script id="api-reference" data-configuration='${JSON.stringify(configuration)}'></script>
<script src="${BASE}/docs/scalar.js"></script>
<noscript>This page needs JavaScript. The same description for machines is at <a href="${BASE}/openapi.json">${BASE}/openapi.json</a>.</noscript>
</body>
</html>
`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const docs = (): Response => page(html, policy);

let source: Promise<CachedBody> | undefined;

export async function docsScript(request: Request): Promise<Response> {
  source ??= scalarSource().then((content) => cachedBody({ content, headers: bodyHeaders(scriptHeaders) }, thorough));
  return sendCached(request, await source);
}

/**
 * Scalar's own package brings some 270 others that a server does not need. Its plugin for Fastify has the same browser script and
 * few others, and serves it at the one route that ends in .js.
 */
async function scalarSource(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  let text: string | undefined;
  const reply = { header: () => reply, send: (body: string) => body };
  const host = {
    initialConfig: {},
    route: ({ url, handler }: { url: string; handler: (request: null, answer: typeof reply) => string }) => {
      if (url.endsWith('.js')) text = handler(null, reply);
    },
  };
  (plugin as unknown as (host: object, options: object, next: () => void) => void)(host, { configuration }, () => {});
  if (!text) throw new Error('The package of the documentation page holds no script; was it upgraded?');
  return text;
}
