// Requests derived from openapi.json alone: ones that are valid by the document, and ones that break one keyword of one
// schema.

import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { fc } from '../../harness/random/fc.ts';
import { brokenValues, type Schema, validValue } from '../../harness/random/schema-values.ts';
import { TOKEN } from '../../harness/service.ts';
import { spreadFilters } from './spread-filters.ts';

export type ContractRequest = {
  readonly method: string;
  /** From the root of the API, with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What is broken; `undefined` when the request is valid by the document. */
  readonly broken?: string;
};

type Parameter = { name: string; in: 'query' | 'path' | 'header'; schema: Schema };
export type ContractOperation = {
  readonly id: string;
  /** Requests that are valid by the document. */
  readonly sound: fc.Arbitrary<Parts>;
  request(parts: Parts): ContractRequest;
  /** Changes that each break one thing in a valid request. */
  readonly broken: readonly ((sound: Parts) => ContractRequest)[];
};

export function contractOperations(text: string): ContractOperation[] {
  const document = JSON.parse(text);
  const ajv = new Ajv2020({ strict: false });
  const values = onceEach((parameter) => ({
    valid: validParameter(parameter),
    broken: brokenParameter(parameter, ajv),
  }));
  /** Replaces $ref by what it points to. In requests it is never circular. */
  const whole = (part: any): any => {
    if (Array.isArray(part)) return part.map(whole);
    if (typeof part !== 'object' || part === null) return part;
    if (!part.$ref) return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, whole(value)]));
    return whole(
      part.$ref
        .split('/')
        .slice(1)
        .reduce((at: any, key: string) => at[key], document),
    );
  };
  return Object.entries<Schema>(document.paths).flatMap(([path, item]) =>
    Object.entries<Schema>(item)
      // Whether a file is taken, and demo data, is decided by what is in the file and in the database: test/import/http
      // tries them.
      .filter(([, { tags }]) => !tags.includes('import'))
      .map(([method, { responses: _, ...asked }]) => operationOf(method, path, whole(asked), ajv, values)),
  );
}

export type Parts = { values: Record<string, unknown>; body?: unknown };

type ParameterValues = { valid: fc.Arbitrary<unknown>; broken: { why: string; value: string }[] };

/** Many parameters have the same schema. */
function onceEach<T>(make: (parameter: Parameter) => T): (parameter: Parameter) => T {
  const made = new Map<string, T>();
  return (parameter) => {
    const key = JSON.stringify([parameter.in, parameter.schema]);
    const known = made.get(key) ?? make(parameter);
    made.set(key, known);
    return known;
  };
}

function operationOf(
  method: string,
  path: string,
  operation: Schema,
  ajv: Ajv2020,
  valuesOf: (parameter: Parameter) => ParameterValues,
): ContractOperation {
  const parameters = spreadFilters(operation.parameters ?? [], (part) => part) as Parameter[];
  const schema: Schema | undefined = operation.requestBody?.content['application/json'].schema;
  const validBody = schema && ajv.compile(schema);
  const needsToken = operation.security?.length > 0;
  const request = ({ values, body }: Parts, broken?: string): ContractRequest => {
    const sent = (where: string) => parameters.filter((each) => each.in === where && values[each.name] !== undefined);
    const pairs = sent('query').flatMap(({ name }) => [values[name]].flat().map((value) => [name, String(value)]));
    const query = new URLSearchParams(pairs as [string, string][]).toString();
    const filled = path.replace(/\{(\w+)\}/, (_, name) => encodeURIComponent(String(values[name])));
    return {
      method: method.toUpperCase(),
      target: filled + (query && `?${query}`),
      headers: {
        ...Object.fromEntries(sent('header').map(({ name }) => [name, String(values[name])])),
        ...(needsToken && { Authorization: `Bearer ${TOKEN}` }),
        ...(schema && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(broken !== undefined && { broken }),
    };
  };
  const required = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const ofNames = new Map(parameters.map((each) => [each.name, valuesOf(each).valid]));
  const values = fc.subarray([...ofNames.keys()], { maxLength: Math.min(5, parameters.length) }).chain((chosen) =>
    fc.record(Object.fromEntries([...required, ...chosen].map((name) => [name, ofNames.get(name)!])), {
      noNullPrototype: true,
    }),
  );
  const parts: fc.Arbitrary<Parts> = fc.record(
    { values, ...(schema && { body: withReferences(schema) }) },
    { noNullPrototype: true },
  );
  const changed = (why: string, change: (sound: Parts) => Parts) => (sound: Parts) => request(change(sound), why);
  return {
    id: operation.operationId,
    sound: parts,
    request: (each) => request(each),
    broken: [
      ...parameters.flatMap((parameter) =>
        valuesOf(parameter).broken.map(({ why, value }) =>
          changed(`${parameter.in} ${parameter.name}: ${why}`, (sound) => ({
            ...sound,
            values: { ...sound.values, [parameter.name]: value },
          })),
        ),
      ),
      ...(schema
        ? brokenBodies(schema, validBody!).map(({ why, change }) =>
            changed(`body ${why}`, (sound) => ({ ...sound, body: change(sound.body) })),
          )
        : []),
      ...(needsToken
        ? [
            (sound: Parts) => {
              const sent = request(sound, 'no token');
              return { ...sent, headers: { ...sent.headers, Authorization: 'Bearer no' } };
            },
          ]
        : []),
    ],
  };
}

/** Valid values, in which references often point to existing records. */
function withReferences(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties).filter((name) => /_id$|^referred_by$/.test(name));
  const low = fc.record(Object.fromEntries(names.map((name) => [name, fc.integer({ min: 1, max: 3 })])), {
    noNullPrototype: true,
  });
  return fc.tuple(validValue(schema), low, fc.integer({ min: 0, max: 3 })).map(([body, ids, dice]) => {
    const given = Object.entries(ids).filter(([name]) => name in (body as object));
    return dice === 0 ? body : { ...(body as object), ...Object.fromEntries(given) };
  });
}

function validParameter({ in: where, schema }: Parameter): fc.Arbitrary<unknown> {
  // HTTP allows fewer characters in headers, and clients change paths that consist of dots.
  if (where === 'header') return schema.pattern ? validValue(schema) : fc.stringMatching(/^[!-~]{1,20}$/);
  return where === 'path'
    ? fc.oneof(
        fc.integer({ min: 1, max: 9 }).map(String),
        validValue(schema).filter((text) => !/^\.+$/.test(text as string)),
      )
    : validValue(schema);
}

/** Parameters are sent as text, so only values that are invalid as text too are used. */
function brokenParameter({ in: where, schema }: Parameter, ajv: Ajv2020): { why: string; value: string }[] {
  const one: Schema = schema.type === 'array' ? schema.items : schema;
  const validate = ajv.compile(one);
  const read = (text: string) => (/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text);
  const isWrong = (text: string) => !validate(text) && !validate(read(text));
  const sources = one.anyOf ?? [one];
  const broken = sources.flatMap(brokenValues).filter(({ value }: { value: unknown }) => typeof value !== 'object');
  const texts = [...broken, ...(where === 'header' ? [{ why: 'pattern', value: 'a b' }] : [])]
    .map(({ why, value }) => ({ why, value: String(value) }))
    // An empty filter is no filter, an empty path is another path, and headers allow no control characters.
    .filter(({ value }) => value !== '' && isWrong(value) && (where !== 'header' || /^[ -~]*$/.test(value)));
  return texts.filter(({ value }, i) => texts.findIndex((each) => each.value === value) === i);
}

type Change = { why: string; change: (body: any) => unknown };

function brokenBodies(schema: Schema, validate: ValidateFunction): Change[] {
  const sound = Object.fromEntries(
    Object.keys(schema.properties).map((name) => [
      name,
      fc.sample(validValue(schema.properties[name]), { numRuns: 1, seed: 1 })[0],
    ]),
  );
  const changes: Change[] = [
    ...(schema.required ?? []).map((name: string) => ({
      why: `without ${name}`,
      change: (body: any) => ({ ...body, [name]: undefined }),
    })),
    { why: 'with another property', change: (body) => ({ ...body, no_such_property: 1 }) },
    ...[null, [], 'x', 5, true].map((value) => ({ why: JSON.stringify(value), change: () => value })),
    ...Object.entries<Schema>(schema.properties).flatMap(([name, property]) =>
      ((property.anyOf ?? [property]) as Schema[]).flatMap(brokenValues).map(({ why, value }) => ({
        why: `${name}: ${why}`,
        change: (body: any) => ({ ...body, [name]: value }),
      })),
    ),
  ];
  return changes.filter(({ change }) => !validate(JSON.parse(JSON.stringify(change(sound)))));
}
