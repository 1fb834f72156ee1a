// The dearest request of every parameter of every operation, and of every field of a body: texts repeated to the limit
// of an address, lists at their bound, the largest numbers, the widest dates. Which one is the dearest is measured.
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { type Resource, referencesOf } from '../../../src/catalogue/resource.ts';
import { ADDRESS_LENGTH, BODY_BYTES } from '../../../src/contract/limits.ts';
import { tools } from '../../../src/mcp/tools.ts';
import { repositoryFile } from '../../harness/paths.ts';

/** `{n}` in the path or the body is another number each time, so that no answer comes from a cache. */
export type Asked = {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `requests`: those of which one is the dearest. */
export type Place = { readonly name: string; readonly requests: readonly Asked[] };

type Schema = { readonly enum?: readonly string[]; readonly properties?: Readonly<Record<string, unknown>> };
type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string; readonly schema: Schema };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};
const { paths, components } = (await Bun.file(repositoryFile('generated/openapi.json')).json()) as Document;

const ROOM = ADDRESS_LENGTH - 500;
const HEADER_ROOM = 12_000;
const UNITS = ['(', 'a,', 'a(b),', '"', '=', 'x ', '9', 'é', '2020-01-01,', '[]'];

const encoded = (text: string): string => text.replace(/[^\w.~!$'()*,;:@/[\]=-]/g, encodeURIComponent);
const filledWith = (unit: string, room: number): string => unit.repeat(Math.floor(room / unit.length));

/** Values that mean something somewhere; others are refused, which takes time too. */
function meant(resource: Resource, { name, schema: { enum: choices = [] } }: Parameter): string[] {
  const single = ['0', '9007199254740991', '1e308', '0001-01-01', '9999-12-31', 'a', ...choices];
  if (!/^(group|measure|sort|fields|expand|include)$/.test(name)) return single;
  const names = resource.fields.map((field) => field.name);
  const referenced = referencesOf(resource).flatMap((field) =>
    field.target.fields.map((other) => `${field.name}.${other.name}`),
  );
  const made = ['day', 'median', 'distinct', 'min'].flatMap((kind) => names.map((each) => `${kind}(${each})`));
  const lists = [names, names.map((each) => `-${each}`), referenced, made].map((list) => list.join(','));
  const dates = names.filter((each) => /date|_on$|created/.test(each));
  const numbers = resource.fields.filter(({ kind }) => kind.schema.type === 'number').map((field) => field.name);
  const dear = [...dates.map((each) => `day(${each}),id`), ...numbers.map((each) => `bin(${each},0.0001),id`)];
  return [...lists, ...dear.slice(0, 3), ...numbers.slice(0, 2).map((each) => `median(${each})`), 'id', names.at(-1)!];
}

/** With something that changes from request to request, where the operation has such a parameter. */
function varied(operation: readonly Parameter[], name: string): string {
  const has = (other: string) => other !== name && operation.some((each) => each.name === other);
  if (has('id[gt]')) return '&id[gt]=-{n}';
  return has('to') ? '&to=2{n3}-06-01' : '';
}

function requestsOf(path: string, parameter: Parameter, operation: readonly Parameter[]): Asked[] {
  const resource = catalogue.find(({ name }) => path.endsWith(`/${name}`)) ?? catalogue[0]!;
  const address = `/api${path.replaceAll(/\{\w+\}/g, '1')}`;
  const { name } = parameter;
  const text = (unit: string, room: number) => filledWith(encoded(unit), room);
  if (parameter.in === 'header')
    return UNITS.map((unit) => ({ path: address, headers: { [name]: filledWith(encoded(unit), HEADER_ROOM) } }));
  if (parameter.in === 'path')
    return UNITS.map((unit) => ({
      path: `/api${path.replaceAll(/\{\w+\}/g, text(unit, ROOM).replaceAll('/', '%2F'))}`,
    }));
  const ids = Array.from({ length: 4000 }, (_, i) => 1 + i * 7);
  const ranges = ids.map((id) => `"${id.toString(36)}"`);
  const values = [...UNITS.map((unit) => text(unit, ROOM)), ids, ranges, ...meant(resource, parameter).map(encoded)];
  const more = varied(operation, name);
  const begin = `${encodeURIComponent(name)}=`;
  return [
    ...values.map((value) => ({ path: `${address}?${begin}${String(value).slice(0, ROOM - name.length)}${more}` })),
    ...['x', '1', '', '2020-01-01'].map((value) => ({ path: `${address}?${filledWith(`${begin}${value}&`, ROOM)}` })),
  ];
}

/** Objects of parameters, such as `more_filters`, are spread over the address: each is one by itself. */
function spread(parameter: Parameter): Parameter[] {
  const { $ref } = parameter.schema as { $ref?: string };
  const { properties } = ($ref ? components.schemas[$ref.split('/').at(-1)!] : parameter.schema) ?? {};
  return properties
    ? Object.entries(properties).map(([name, schema]) => ({ in: 'query', name, schema: schema as Schema }))
    : [parameter];
}

/** Of every operation with `each`; otherwise a parameter that several share comes once, but for those of metrics, and so
 * does a filter of each form that is one of an object. */
function ofAddresses(each: boolean): Place[] {
  const seen = new Set<string>();
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const operation = (get?.parameters ?? []).map(({ $ref, ...own }) =>
      $ref ? { $ref, ...components.parameters[$ref.split('/').at(-1)!]! } : own,
    ) as Parameter[];
    return operation.flatMap((parameter) => {
      const places = spread(parameter).map((one): [key: string, place: Place] => [
        one === parameter && !path.includes('/insights/')
          ? (parameter.$ref ?? `${path} ${one.name}`)
          : JSON.stringify([one === parameter ? path : '', one.schema, one.name.replace(/^[^[]*/, ''), one.in]),
        { name: `${path} ${one.name}`, requests: requestsOf(path, one, operation) },
      ]);
      return places.flatMap(([key, place]) => (seen.size < seen.add(key).size || each ? place : []));
    });
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const ROOM_OF_BODY = BODY_BYTES - 500;
const keys = Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',');
const JSON_VALUES = [
  ...UNITS.map((unit) => JSON.stringify(filledWith(unit, ROOM_OF_BODY / (unit === '"' ? 2 : 1)).slice(0, -2))),
  ...['"\\u0000"', '""', '1', '{}', '"a"', 'null', '["a"]'].map(
    (item) => `[${filledWith(`${item},`, ROOM_OF_BODY)}${item}]`,
  ),
  ...[`{${keys}}`, '9'.repeat(ROOM_OF_BODY), '['.repeat(ROOM_OF_BODY), '{"a":'.repeat(ROOM_OF_BODY / 5)],
];

const bodies = (path: string, name: string, begin: string, end: string): Place => ({
  name: `POST ${path} ${name}`,
  requests: JSON_VALUES.map((value) => ({ path, headers: JSON_TYPE, body: `${begin}${value}${end}` })),
});

const TOOLS = Object.entries(tools(catalogue)).flatMap(([name, { input }]) =>
  Object.keys((input as { readonly properties: object }).properties).map((key) => {
    const given = key === 'resource' ? '' : '"resource":"employees",';
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{${given}"${key}":`;
    return bodies('/mcp', `${name} ${key}`, call, '}}}');
  }),
);

/** A field of each form. */
const FIELDS = Map.groupBy(
  catalogue
    .filter(({ creatable }) => creatable)
    .flatMap(({ name, fields }) => fields.map((field) => ({ name, field }))),
  ({ field }) => JSON.stringify(field.kind.schema),
);
const ofBodies = (): Place[] => [
  ...[...FIELDS.values()].map(([first]) =>
    bodies(`/api/v1/${first!.name}`, first!.field.name, `{"${first!.field.name}":`, '}'),
  ),
  ...TOOLS,
];

export const places = (each: boolean): Place[] => [...ofAddresses(each), ...ofBodies()];
