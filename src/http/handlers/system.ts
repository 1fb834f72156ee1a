// The two system operations: the index of all addresses, and the health check.
import { BASE, PRODUCT, VERSION } from '../../contract/product.ts';
import { type Context, type Handler, isWritable, pathOf, whenReady } from '../context.ts';
import { json } from '../response/responses.ts';

export function index(context: Context): Handler {
  const { catalogue, privateFields } = context;
  const hidden = Object.entries(privateFields).flatMap(([name, fields]) =>
    [...fields].map((field) => `${name}.${field}`),
  );
  const parts = {
    ...(context.read === 'token' && { reads: 'token' }),
    ...(hidden.length > 0 && { private_fields: hidden }),
    documentation: `${BASE}/docs`,
    openapi: `${BASE}/openapi.json`,
    swagger: '/swagger.json',
    health: `${BASE}/v1/health`,
    insights: `${BASE}/v1/insights`,
    changes: `${BASE}/v1/changes`,
    resources: Object.fromEntries(catalogue.map((resource) => [resource.name, pathOf(resource)])),
  };
  return () => whenReady(known(context), (own) => json(JSON.stringify({ ...own, ...parts })));
}

export function health(context: Context): Handler {
  return () =>
    whenReady(context.store.health(), (database) =>
      whenReady(known(context), (own) => {
        const isWhole = database?.primary !== false && !database?.workers?.some(({ up }) => !up);
        const status = isWhole ? 'ok' : 'degraded';
        return json(JSON.stringify({ status, ...own, ...(database && { database }) }));
      }),
    );
}

const known = (context: Context) =>
  whenReady(isWritable(context), (writes) => ({ product: PRODUCT, version: VERSION, writes_enabled: writes }));
