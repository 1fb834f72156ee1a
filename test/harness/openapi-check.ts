// Checks answers of the service against its OpenAPI document: status, headers and body.
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { MCP_PATH } from '../../src/contract/product.ts';

type Part = Record<string, any>;

/** Headers that the document states and that are not in every answer. */
const SOMETIMES = new Set([
  ...['Idempotency-Replayed', 'Link', 'RateLimit', 'Retry-After', 'Workforce-Position'],
  ...['Preference-Applied', 'Workforce-Ignored'],
]);

export type OpenapiCheck = {
  /** What is wrong with the answer to this request; empty when it matches the document. */
  faults(request: { method: string; path: string; query?: string }, response: Response): Promise<string[]>;
};

export function openapiCheck(documentText: string): OpenapiCheck {
  const document: Part = JSON.parse(documentText);
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'doc:', ...document });
  const resolve = (part: Part): Part =>
    part.$ref
      ? part.$ref
          .split('/')
          .slice(1)
          .reduce((at: Part, key: string) => at[key], document)
      : part;
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  const validator = (schema: Part) => {
    const key = JSON.stringify(schema).replaceAll('"#/', '"doc:#/');
    const made = validators.get(key) ?? ajv.compile(JSON.parse(key));
    validators.set(key, made);
    return made;
  };
  const operationAt = (method: string, path: string): Part | undefined => {
    const trimmed = path.replace(/(?<=.)\/$/, '');
    const inside = trimmed === '/api' ? '/' : trimmed.replace(/^\/api(?=\/.)|^.*/, '');
    const item =
      document.paths[inside] ??
      document.paths[inside.replace(/\/[^/]*$/, '/{item_id}')] ??
      document.paths[inside.replace(/\/[^/]*$/, '/{resource}')];
    return item?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  };
  return {
    async faults({ method, path, query = '' }, response) {
      const operation = operationAt(method, path);
      if (!operation)
        return path === MCP_PATH || isPage(path, response) ? [] : envelopeFaults(method, response, validator);
      const stated = operation.responses[response.status];
      if (!stated) return [`status ${response.status} is not stated`];
      const { headers = {}, content } = resolve(stated);
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      const isStream = type !== 'application/json' && content?.[type] !== undefined;
      const isMissing = (name: string) =>
        !SOMETIMES.has(name) && !(isStream && ['ETag', 'Link'].includes(name)) && !response.headers.has(name);
      const missing = Object.keys(headers).filter(isMissing);
      if (method === 'HEAD' || !content || isStream) return missing.map((name) => `no ${name}`);
      if (!content[type]) return [`the type ${type} is not stated`];
      // A read has two alternatives, and the request decides which of them it is.
      const { schema } = content['application/json'];
      const [whole, part] = schema.anyOf ?? [schema];
      const validate = validator(part && wantsPart(query) ? part : whole);
      const valid = validate(await response.json());
      return [...missing.map((name) => `no ${name}`), ...(valid ? [] : [ajv.errorsText(validate.errors)])];
    },
  };
}

/** Whether the request names some of the fields. Of several lists the last counts. */
const wantsPart = (query: string): boolean => Boolean(new URLSearchParams(query).getAll('fields').at(-1));

/** Career sites are for people, and so is what they say when something is not there. */
const isPage = (path: string, { headers }: Response): boolean =>
  !path.startsWith('/api') && headers.get('content-type')?.startsWith('text/html') === true;

/** For paths that are not in the document: only the shape of their errors is stated. */
async function envelopeFaults(
  method: string,
  response: Response,
  validator: (schema: Part) => (value: unknown) => unknown,
): Promise<string[]> {
  // Visitors of career sites get a page.
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (response.status < 400 || response.body === null || isPage) return [];
  const schema = response.status === 422 && method !== 'POST' ? 'InvalidParameters' : 'Error';
  return validator({ $ref: `#/components/schemas/${schema}` })(await response.json()) ? [] : ['not the error envelope'];
}
