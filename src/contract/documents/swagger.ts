// The Swagger 2.0 document, for older tools: a pure function of the OpenAPI document. Where 2.0 cannot express something,
// the closest thing that it can express is used.
import type { Json } from './schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: this walks a document that tests validate against its schema
type Part = Record<string, any>;

export function swagger(openapi: Json): Json {
  const { info, servers, tags, paths, components } = openapi as Part;
  const resolve = (part: Part): Part =>
    part.$ref
      ? part.$ref
          .split('/')
          .slice(1)
          .reduce((at: Part, key: string) => at[key], openapi)
      : part;
  const swaggerPaths = mapped(paths, (item) => mapped(item, (operation) => operation20(operation, resolve)));
  return {
    swagger: '2.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: info.license.name, url: 'https://opensource.org/license/mit' },
    },
    basePath: servers[0].url,
    consumes: ['application/json'],
    produces: ['application/json'],
    tags,
    paths: swaggerPaths,
    definitions: usedDefinitions(swaggerPaths, mapped(components.schemas, schema20)),
    securityDefinitions: {
      bearer: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The word Bearer, a space, and the write token.',
      },
    },
  };
}

const mapped = (object: Part, change: (value: Part) => Part): Part =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** The definitions that the paths refer to, directly or through others. */
function usedDefinitions(paths: Part, definitions: Part): Part {
  const used = new Set<string>();
  const visit = (part: Part): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/definitions\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(definitions[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name)));
}

function operation20({ requestBody, parameters = [], responses, ...rest }: Part, resolve: (part: Part) => Part): Part {
  const body = requestBody && {
    name: 'body',
    in: 'body',
    required: true,
    schema: schema20(requestBody.content['application/json'].schema),
  };
  const all = [
    ...parameters.map((parameter: Part) => parameter20(resolve(parameter), resolve)),
    ...(body ? [body] : []),
  ];
  const produces = Object.keys(resolve(responses[200] ?? {}).content ?? {});
  return {
    ...rest,
    ...(produces.length > 1 && { produces }),
    ...(all.length > 0 && { parameters: all }),
    responses: mapped(responses, (response) => response20(resolve(response), resolve)),
  };
}

function parameter20({ schema, style, explode, allowEmptyValue, ...rest }: Part, resolve: (part: Part) => Part): Part {
  const { items, description: _, ...type } = resolve(schema);
  if (!items) return { ...rest, ...(allowEmptyValue && { allowEmptyValue }), ...type };
  // 2.0 has no `anyOf`. So an id or the word null is a string with a pattern.
  const each = items.anyOf ? { type: 'string', pattern: '^([+-]?\\d+|null)$' } : items;
  return { ...rest, allowEmptyValue, type: 'array', items: each, collectionFormat: 'multi' };
}

function response20({ description, headers, content }: Part, resolve: (part: Part) => Part): Part {
  const plain = mapped(headers ?? {}, (header) => {
    const { description: about, schema: type } = resolve(header);
    return { description: about, type: type.type };
  });
  if (!content) return { description, ...(headers && { headers: plain }) };
  const { schema, example } = content['application/json'];
  return {
    description,
    headers: plain,
    schema: schema20(schema),
    ...(example !== undefined && { examples: { 'application/json': example } }),
  };
}

function schema20(schema: Part): Part {
  if (schema.$ref) return { $ref: schema.$ref.replace('#/components/schemas/', '#/definitions/') };
  const [first, other] = schema.anyOf ?? [];
  if (first?.$ref && other?.type === 'null') return { type: 'object', allOf: [schema20(first)], 'x-nullable': true };
  // 2.0 has no alternatives. Of whole records and parts of them, the whole ones are described.
  if (first?.$ref) return schema20(first);
  const { type, anyOf, contentMediaType, properties, items, ...rest } = schema;
  const nullable = Array.isArray(type);
  return {
    ...(type && { type: nullable ? type[0] : type }),
    ...(nullable && { 'x-nullable': true }),
    ...rest,
    ...(items && { items: schema20(items) }),
    ...(properties && { properties: mapped(properties, schema20) }),
  };
}
