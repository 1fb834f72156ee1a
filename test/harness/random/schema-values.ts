// Makes valid values for a JSON Schema, as fast-check arbitraries, and values that break one keyword each. It knows the
// keywords that openapi.json uses, and throws at any other.
import { fc } from './fc.ts';

export type Schema = Record<string, any>;
export type Broken = { readonly why: string; readonly value: unknown };

const KNOWN = new Set(
  `type enum const minimum maximum minLength maxLength pattern contentMediaType anyOf items properties required
   additionalProperties default description examples`.split(/\s+/),
);

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat();

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 30 });

export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) throw new Error(`No values for ${unknown}`);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValue));
  return fc.oneof(...typesOf(schema).map((type, i) => ({ weight: i === 0 ? 5 : 1, arbitrary: ofType(type, schema) })));
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum, maximum, minLength = 0, maxLength = 1000, pattern } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'integer': {
      const within = { min: minimum ?? Number.MIN_SAFE_INTEGER, max: maximum ?? Number.MAX_SAFE_INTEGER };
      const edges = fc.constantFrom(within.min, within.max);
      return fc.oneof({ weight: 4, arbitrary: fc.integer(within) }, edges);
    }
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(minimum !== undefined && { min: minimum }),
        ...(maximum !== undefined && { max: maximum }),
      });
    case 'string': {
      if (schema.contentMediaType === 'application/json') return fc.json().filter((text) => text.isWellFormed());
      const fits = (text: string) => {
        const length = [...text].length;
        return text.isWellFormed() && length >= minLength && length <= maxLength && matches(text);
      };
      const matches = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text);
      const shaped = pattern
        ? fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(maxLength, 60) })
        : wellFormed;
      const longest = 'a'.repeat(maxLength);
      return fc.oneof(
        { weight: 9, arbitrary: shaped.filter(fits) },
        fits(longest) ? fc.constant(longest) : shaped.filter(fits),
      );
    }
    case 'array':
      return fc.array(validValue(schema.items), { minLength: 1, maxLength: 3 });
    case 'object': {
      const properties = Object.entries<Schema>(schema.properties).map(([name, each]) => [name, validValue(each)]);
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [], noNullPrototype: true });
    }
  }
  throw new Error(`No values of type ${type}`);
}

const OF_TYPE: Record<string, readonly unknown[]> = {
  null: [null],
  boolean: [true],
  integer: [1],
  number: [1.5],
  string: ['1', ''],
  array: [[], [1]],
  object: [{}, { a: 1 }],
};
const is: Record<string, (type: string) => boolean> = { integer: (type) => type === 'number' };
const SHAPES = [
  ...['', ' ', '\0', 'a\0b', 'a b', '-', '<>', '//x', 'é'],
  ...['2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '#12', 'http://', '😀'],
];

/** Values that are meant to break one keyword each. A validator has to confirm it, because some keywords imply
 * others. */
export function brokenValues(schema: Schema): Broken[] {
  const types = typesOf(schema);
  const wrong = Object.entries(OF_TYPE).filter(
    ([type]) => !types.includes(type) && !types.some((each) => is[type]?.(each)),
  );
  const broken = (why: string, ...values: unknown[]) =>
    values.map((value) => ({ why: `${why} ${JSON.stringify(value)?.slice(0, 40)}`, value }));
  return [
    ...(types.length > 0 ? wrong.flatMap(([type, values]) => broken(`type ${type}`, ...values)) : []),
    ...(schema.enum ? broken('enum', 'no such value', -7, 2) : []),
    ...(schema.minimum !== undefined ? broken('minimum', schema.minimum - 1, schema.minimum - 1e17) : []),
    ...(schema.maximum !== undefined ? broken('maximum', schema.maximum + 1, schema.maximum + 1e17) : []),
    ...(schema.minLength ? broken('minLength', 'a'.repeat(schema.minLength - 1)) : []),
    ...(schema.maxLength !== undefined
      ? broken('maxLength', 'a'.repeat(schema.maxLength + 1), '😀'.repeat(schema.maxLength + 1))
      : []),
    ...(schema.pattern ? broken('pattern', ...SHAPES) : []),
  ];
}
