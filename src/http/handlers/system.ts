// The two system operations: the index of all addresses, and the health check.
import { BASE, PRODUCT, VERSION } from '../../contract/product.ts';
import { type Context, type Handler, pathOf, whenReady } from '../context.ts';
import { json } from '../response/responses.ts';

export function index({ catalogue, token, privateFields }: Context): Handler {
  const hidden = Object.entries(privateFields).flatMap(([name, fields]) =>
    [...fields].map((field) => `${name}.${field}`),
  );
  const text = JSON.stringify({
    product: PRODUCT,
    version: VERSION,
    writes_enabled: token !== undefined,
    ...(hidden.length > 0 && { private_fields: hidden }),
    documentation: `${BASE}/docs`,
    openapi: `${BASE}/openapi.json`,
    swagger: '/swagger.json',
    health: `${BASE}/v1/health`,
    insights: `${BASE}/v1/insights`,
    changes: `${BASE}/v1/changes`,
    resources: Object.fromEntries(catalogue.map((resource) => [resource.name, pathOf(resource)])),
  });
  return () => json(text);
}

export function health({ store, token }: Context): Handler {
  const known = { product: PRODUCT, version: VERSION, writes_enabled: token !== undefined };
  const plain = JSON.stringify({ status: 'ok', ...known });
  return () =>
    whenReady(store.health(), (database) =>
      json(database ? JSON.stringify({ status: database.primary ? 'ok' : 'degraded', ...known, database }) : plain),
    );
}
