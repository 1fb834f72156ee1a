// The interactive documentation: Scalar. Its policy lets the browser talk to this host only.
import { BASE, PRODUCT } from '../../contract/product.ts';
import type { Context } from '../context.ts';
import { bodyHeaders, type CachedBody, cachedBody, sendCached, thorough } from '../response/body.ts';
import { page, scriptHeaders } from '../response/responses.ts';

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

/** Its script, which is large, is read when it is first asked for. */
export function docsScript(read: NonNullable<Context['docsScript']>): (request: Request) => Promise<Response> {
  let source: Promise<CachedBody> | undefined;
  return async (request) => {
    source ??= read().then((content) => cachedBody({ content, headers: bodyHeaders(scriptHeaders) }, thorough));
    return sendCached(request, await source);
  };
}
