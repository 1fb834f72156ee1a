// The TypeScript source of the parts of the typed client that are derived from the catalogue and the table of errors.
// scripts/generate.ts writes the files.
import { type Catalogue, type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { fieldsOf } from '../aggregate/grouping.ts';
import type { errors } from '../errors.ts';
import { isCycle, openRanges, operatorsOf, ranges } from '../request/conditions.ts';

const GENERATED = 'Written by `npm run generate`; change src/catalogue or src/contract/errors.ts instead.';

export function clientSource(catalogue: Catalogue, table: Partial<typeof errors>): Record<string, string> {
  return {
    'client/src/resources.ts': resourcesSource(catalogue),
    'client/src/range-operators.ts': operatorsSource(),
    'client/src/error-classes.ts': errorsSource(table),
  };
}

function resourcesSource(catalogue: Catalogue): string {
  const types = catalogue.flatMap((resource) => [
    recordType(resource),
    ...(resource.creatable ? [bodyType(resource)] : []),
    filtersType(resource),
    sortType(resource),
    referencesType(resource),
    namesType(resource),
  ]);
  return [
    `// What each resource is, and how it can be asked for. ${GENERATED}`,
    "import type { Aggregates, NamesWith } from './aggregate-types.ts';",
    "import type { FiltersBehind, FiltersByOthers, OwnFilters } from './filter-types.ts';",
    "import type { Creates, Reads } from './types.ts';\n",
    ...types,
    object(
      'export type Resources =',
      catalogue.flatMap(({ about, ...rest }) => [doc(about), `${clientProperty(rest.name)}: ${operations(rest)};`]),
    ),
    object(
      `${doc('The records of each resource, by the name that the service gives to it.')}\nexport type Records =`,
      catalogue.map(({ name, schema }) => `${name.includes('-') ? `'${name}'` : name}: ${schema};`),
    ),
    object(
      'export const resources =',
      catalogue.map(({ name, creatable }) => `${clientProperty(name)}: { path: '${name}', creatable: ${creatable} },`),
      ' as const satisfies Record<keyof Resources, { path: string; creatable: boolean }>',
    ),
  ].join('\n');
}

const object = (head: string, lines: string[], end = ''): string =>
  `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}${end};\n`;

const doc = (text: string): string => `/** ${text.replaceAll('*/', '*\\/')} */`;

/** `career-sites` becomes `careerSites`. */
export const clientProperty = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const operations = ({ schema, creatable }: Pick<Resource, 'schema' | 'creatable'>): string =>
  `Reads<${schema}, ${schema}Filters, ${schema}Sort, ${schema}References> & Aggregates<${schema}, ${schema}Filters, ${schema}Names>${creatable ? ` & Creates<${schema}, ${schema}Create>` : ''}`;

function valueType({ kindName, kind: { schema, values } }: Field): string {
  if (kindName === 'secret') return 'null';
  if (schema.type === 'string') return 'string';
  return values?.join(' | ') ?? 'number';
}

/** The published schema allows a null id, but every record has one. */
const isNull = (field: Field): boolean => !field.required && field.name !== 'id' && field.kindName !== 'secret';

function recordType({ schema, about, fields }: Resource): string {
  const lines = fields.flatMap((field) => [
    doc(field.about),
    `${field.name}: ${valueType(field)}${isNull(field) ? ' | null' : ''};`,
  ]);
  return object(`${doc(about)}\nexport type ${schema} =`, lines);
}

function bodyType({ schema, one, fields }: Resource): string {
  const lines = fields
    .filter((field) => field.create)
    .flatMap((field) => [
      doc(field.about),
      field.create === 'required'
        ? `${field.name}: ${valueType(field)};`
        : `${field.name}?: ${valueType(field)} | null | undefined;`,
    ]);
  return object(`${doc(`A new ${one}.`)}\nexport type ${schema}Create =`, lines);
}

/** The sorts of fields, by the filters that they have. The client's types.ts makes the names of filters of them. */
const filterSorts: Readonly<Record<string, (field: Field) => boolean>> = {
  missing: ({ filter }) => filter === 'null',
  dates: (field) => operatorsOf(field).some(isCycle),
  numbers: ({ range }) => range,
  values: ({ filter }) => filter === 'value',
};

function filtersType(resource: Resource): string {
  const { schema, many, fields } = resource;
  const sortOf = (field: Field) => Object.keys(filterSorts).find((sort) => filterSorts[sort]!(field));
  const lines = Object.keys(filterSorts).map((sort) => {
    const names = fields.filter((field) => sortOf(field) === sort).map(({ name }) => name);
    return `  ${sort}: ${literals(names)};\n`;
  });
  const behind = referencesOf(resource).map(({ name, target }) => `${name}: ${target.schema}OwnFilters`);
  const hops = behind.length > 0 ? ` & FiltersBehind<{ ${behind.join('; ')} }>` : '';
  const referrers = resource.referrers.flatMap(({ name, from, by }) => [name, `${from.name}.${by.name}`]);
  const referred = referrers.length > 0 ? ` & FiltersByOthers<${literals([...new Set(referrers)])}>` : '';
  return `${doc(`The filters of ${many} on their own fields.`)}
export type ${schema}OwnFilters = OwnFilters<${schema}, {\n${lines.join('')}}>;
${doc(`The filters of ${many}, also on the fields of records that they refer to${referred && ', and by records that refer to them'}.`)}
export type ${schema}Filters = ${schema}OwnFilters${hops}${referred};\n`;
}

const operatorsSource =
  (): string => `// What can stand in brackets behind a number or a date to compare it. Written by \`npm run generate\`.
${doc('With `_or_null`, missing values are found too.')}
export type RangeOperator = ${literals([...ranges, ...openRanges])};
`;

const literals = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(' | ') || 'never';

function sortType({ schema, fields }: Resource): string {
  const names = fields.filter((field) => field.sort).map(({ name }) => name);
  return `export type ${schema}Sort = ${literals(names)};\n`;
}

function referencesType(resource: Resource): string {
  const lines = referencesOf(resource).flatMap(({ name, about, target }) => [doc(about), `${name}: ${target.schema};`]);
  return object(`export type ${resource.schema}References =`, lines).replace('{\n}', 'Record<never, never>');
}

/** The fields by their use in an aggregate. */
function namesType(resource: Resource): string {
  const { schema, many, fields } = resource;
  const sorts = { groups: fieldsOf.group, dates: fieldsOf.date, numbers: fieldsOf.sum };
  const lines = Object.entries(sorts).map(([sort, takes]) => {
    const names = fields.filter(takes).map(({ name }) => name);
    return `${sort}: ${literals(names)};`;
  });
  const targets = referencesOf(resource).map(({ name, target }) => `${name}: ${target.schema}OwnNames`);
  const behind = targets.length > 0 ? `{ ${targets.join('; ')} }` : 'Record<never, never>';
  return `${object(`${doc(`The fields of ${many}, by what an aggregate can do with them.`)}\nexport type ${schema}OwnNames =`, lines)}
export type ${schema}Names = NamesWith<${schema}OwnNames, ${behind}>;\n`;
}

function errorsSource(table: Partial<typeof errors>): string {
  const rows = Object.entries(table).map(([code, row]) => ({ code, ...row, name: className(code) }));
  const classes = rows.map(
    ({ code, status, about, name }) => `${doc(`${status}: ${about}`)}
export class ${name} extends WorkforceError {
  override readonly name = '${name}';
  declare readonly code: '${code}';
}
`,
  );
  return [
    `// A class for every way the service says no. ${GENERATED}`,
    "import { WorkforceError } from './workforce-error.ts';\n",
    ...classes,
    object(
      'export const errorClasses =',
      rows.map(({ code, name }) => `${code}: ${name},`),
    ),
  ].join('\n');
}

/** `not_found` becomes NotFoundError, `validation_error` becomes ValidationError. */
const className = (code: string): string =>
  `${code.replace(/_error$/, '').replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())}Error`;
