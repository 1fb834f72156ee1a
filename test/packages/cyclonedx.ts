// The rules of CycloneDX 1.6 for the parts of a bill of materials that we write, as a JSON schema that allows nothing
// else.
const text = { type: 'string', minLength: 1 };
const list = (items: object) => ({ type: 'array', items, uniqueItems: true });
const object = (required: string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const component = (types: string[]) =>
  object(['type', 'bom-ref', 'name', 'version', 'licenses', 'purl'], {
    type: { enum: types },
    'bom-ref': text,
    group: { type: 'string', pattern: '^@' },
    name: text,
    version: text,
    description: text,
    scope: { enum: ['required', 'optional', 'excluded'] },
    hashes: list(
      object(['alg', 'content'], {
        alg: { const: 'SHA-512' },
        content: { type: 'string', pattern: '^[a-f0-9]{128}$' },
      }),
    ),
    // Either one expression of SPDX, or a list of licences.
    licenses: { ...list(object(['expression'], { expression: text })), minItems: 1, maxItems: 1 },
    purl: { type: 'string', pattern: '^pkg:npm/(%40[a-z0-9-]+/)?[a-z0-9._-]+@\\d+\\.\\d+\\.\\d+\\S*$' },
  });

export const cycloneDx = object(
  ['$schema', 'bomFormat', 'specVersion', 'version', 'metadata', 'components', 'dependencies'],
  {
    $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    version: { type: 'integer', minimum: 1 },
    metadata: object(['component'], { component: component(['application']) }),
    components: list(component(['library', 'platform'])),
    dependencies: list(object(['ref', 'dependsOn'], { ref: text, dependsOn: list(text) })),
  },
);
