// The Swagger 2.0 document, for older tools: a pure function of the OpenAPI document. Where 2.0 cannot express
// something, the closest thing that it can express is used.
import type { Json } from './schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: this walks a document that tests validate against its schema
type Node = Record<string, any>;

/** Filters with `_or_null`, comparisons of two dates, conditions on measures, and filters behind a reference with any
 * operator; of aggregates all filters behind a reference. With them the document would be twice as long, and older
 * tools have limits. */
const isLeftOut = ({ name = '' }: Node, operation = ''): boolean =>
  /\..*\[|(?:_or_null|before)\]$|^having/.test(name) || (operation.startsWith('aggregate') && name.includes('.'));

type Resolve = (part: Node) => Node;

/** Their answers have parts of several types, or their bodies files beside texts, which 2.0 says otherwise. */
const OTHERS = ['/v1/insights', '/v1/changes', '/v1/import', '/v1/demo'];

const LEFT_OUT = `

**Filters that are not listed here**: those that end in \`_or_null]\`, \`[before]\` or \`[not_before]\`, those that begin with \`having\`, and those behind a reference that have an operator, work too; so do, when counting and grouping, all those behind a reference. This older format cannot share what they have in common; openapi.json lists all of them, and the operations of insights, of the changes feed and of files that are put in.`;

export function swagger(openapi: Json): Json {
  const { info, servers, tags, paths, components } = openapi as Node;
  const resolve: Resolve = (part) => {
    const [, ...keys] = part.$ref?.split('/') ?? [];
    return keys.reduce((at: Node, key: string) => at[key], part.$ref ? openapi : part);
  };
  const shown = where(paths, (path) => !OTHERS.some((each) => path.startsWith(each)));
  const swaggerPaths = mapped(shown, (item) => mapped(item, (operation) => operation20(operation, resolve)));
  const listed = Object.entries<Node>(components.parameters)
    .flatMap(([key, parameter]) => spread(key, parameter, resolve))
    .filter(([key, parameter]) => !isLeftOut(parameter) && !key.startsWith('insight_'));
  const parameters = mapped(Object.fromEntries(listed), (parameter) => parameter20(parameter, resolve));
  const { CursorGone: _, Conflict: __, ...answers } = components.responses;
  const responses = mapped(answers, (response) => response20(response, resolve));
  return {
    swagger: '2.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description + LEFT_OUT,
      license: { name: info.license.name, url: 'https://opensource.org/license/mit' },
    },
    basePath: servers[0].url,
    security: [],
    consumes: ['application/json'],
    produces: ['application/json'],
    tags: tags.filter(({ name }: Node) => !OTHERS.includes(`/v1/${name}`)),
    paths: swaggerPaths,
    parameters,
    responses,
    definitions: usedDefinitions(
      { swaggerPaths, responses },
      mapped(components.schemas, (schema) => schema20(schema, resolve)),
    ),
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

/** The properties of an object as parameters, for which 2.0 has no word. */
function spread(key: string, parameter: Node, resolve: Resolve): [string, Node][] {
  if (parameter.style !== 'form') return [[key, parameter]];
  return Object.entries<Node>(resolve(parameter.schema).properties).map(([name, schema]) => {
    const [first, behind] = name.split('.');
    const [field, operator] = name.split(/[[\]]/);
    const isOwn = resolve({ $ref: `#/components/parameters/${key.replace(/filters$/, field!)}` }) !== undefined;
    const description = behind
      ? `As \`${behind}\`, of what \`${first}\` leads to.`
      : `\`${field}\` is ${operator === 'ne' ? 'none of these' : 'on one of these days of the week'}.`;
    const short = behind ?? `${field}.${operator}`;
    const spreadKey = behind || isOwn ? key.replace(/filters$/, short) : short;
    return [spreadKey, { name, in: 'query', description, allowEmptyValue: true, schema }];
  });
}

const mapped = (object: Node, change: (value: Node) => Node): Node =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const where = (object: Node, passes: (key: string, value: unknown) => boolean): Node =>
  Object.fromEntries(Object.entries(object).filter(([key, value]) => passes(key, value)));

/** The definitions that the parts refer to, directly or through others. */
function usedDefinitions(parts: Node, definitions: Node): Node {
  const used = new Set<string>();
  const visit = (part: Node): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/definitions\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(definitions[name]);
    }
  };
  visit(parts);
  return where(definitions, (name) => used.has(name));
}

function operation20({ requestBody, parameters = [], responses, ...rest }: Node, resolve: Resolve): Node {
  const all = parameters
    .flatMap((parameter: Node) => spreadReference(parameter, resolve))
    .filter(([, parameter]: [Node, Node]) => !isLeftOut(parameter, rest.operationId))
    .map(([parameter, whole]: [Node, Node]) => shared(parameter) ?? parameter20(whole, resolve));
  if (requestBody) {
    const schema = schema20(requestBody.content['application/json'].schema, resolve);
    all.push({ name: 'body', in: 'body', required: true, schema });
  }
  const produces = Object.keys(resolve(responses[200] ?? {}).content ?? {});
  return {
    ...rest,
    ...(produces.length > 1 && { produces }),
    ...(all.length > 0 && { parameters: all }),
    responses: mapped(responses, (response) => shared(response) ?? response20(response, resolve)),
  };
}

/** A parameter, or a reference to one, each with the whole of it. */
function spreadReference(parameter: Node, resolve: Resolve): [Node, Node][] {
  if (!parameter.$ref) return [[parameter, parameter]];
  const key = parameter.$ref.split('/').at(-1);
  return spread(key, resolve(parameter), resolve).map(([each, whole]) => [
    { $ref: `#/components/parameters/${each}` },
    whole,
  ]);
}

/** Lists of names, which the text of each describes. Their patterns would be a tenth of the document. */
const NAME_LISTS = ['fields', 'group', 'measure'];

/** A reference to a component is one to the same name at the root. */
const shared = ({ $ref }: Node): Node | undefined => $ref && { $ref: $ref.replace('#/components/', '#/') };

function parameter20({ schema, allowEmptyValue, ...rest }: Node, resolve: Resolve): Node {
  const { items, description: _, ...all } = resolve(schema);
  const { pattern, ...loose } = all;
  const parameter = { ...rest, ...(allowEmptyValue && { allowEmptyValue }) };
  if (!items) return { ...parameter, ...(NAME_LISTS.includes(rest.name) ? loose : all) };
  return { ...parameter, type: 'array', items: item20(items, resolve), collectionFormat: 'multi' };
}

/** 2.0 has no `anyOf` and no `const`. So a value or the word null is a string with a pattern. */
function item20({ anyOf, const: only, ...type }: Node, resolve: Resolve): Node {
  if (only !== undefined) return { ...type, enum: [only] };
  if (!anyOf) return type;
  const { type: name, pattern = '', maxLength } = resolve(anyOf[0]);
  const inner = PATTERNS[name] ?? pattern.slice(1, -1);
  return { type: 'string', ...(maxLength && { maxLength }), pattern: `^(?:${inner}|null)$` };
}

const PATTERNS: Readonly<Record<string, string>> = {
  integer: '[+-]?\\d+',
  number: '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?',
};

function response20({ description, headers, content }: Node, resolve: Resolve): Node {
  const plain = (header: Node): Node => {
    const { description: about, schema: type } = resolve(header);
    return { description: about, type: type.type };
  };
  const { schema, example } = content?.['application/json'] ?? {};
  return {
    description,
    ...(headers && { headers: mapped(headers, plain) }),
    ...(schema && { schema: schema20(schema, resolve) }),
    ...(example !== undefined && { examples: { 'application/json': example } }),
  };
}

function schema20(schema: Node, resolve: Resolve): Node {
  const inner = (part: Node): Node => schema20(part, resolve);
  if (schema.$ref) return { $ref: schema.$ref.replace('#/components/schemas/', '#/definitions/') };
  const [first, other] = schema.anyOf ?? [];
  const { type, anyOf, contentMediaType, properties, items, additionalProperties, examples, ...rest } = schema;
  if (first?.$ref && other?.type === 'null') {
    const target = resolve(first);
    // A value is written out, because older tools take a reference for an object.
    if (target.type !== 'object') return { ...inner(target), 'x-nullable': true, ...rest };
    return { type: 'object', allOf: [inner(first)], 'x-nullable': true };
  }
  // 2.0 has no alternatives. Of whole records and parts of them, the whole ones are described.
  if (first?.$ref) return inner(first);
  const nullable = Array.isArray(type);
  return {
    ...(type && { type: nullable ? type[0] : type }),
    ...(nullable && { 'x-nullable': true }),
    ...rest,
    // 2.0 has no null.
    ...(examples && { example: where(examples[0], (_, value) => value !== null) }),
    ...(items && { items: inner(items) }),
    ...(properties && { properties: mapped(properties, inner) }),
    ...(additionalProperties !== undefined && {
      // Any value of a schema.
      additionalProperties:
        typeof additionalProperties === 'object' ? inner(additionalProperties) : additionalProperties,
    }),
  };
}
