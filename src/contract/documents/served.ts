// The documents of a service that does not show everything to everybody. Where fields are private, the examples show no
// value of them, as the answers without the token do not, and their properties and filters say so. Where reads take a
// token, their operations do, and may answer 401 and 403.
import { type Catalogue, privateValue, type Resource } from '../../catalogue/resource.ts';
import { type Filter, filtersOf } from '../request/conditions.ts';
import type { HiddenFields } from '../request/paths.ts';
import { answers } from './answers.ts';
import { documentText } from './document-text.ts';
import { familiesOf, isOfFamily } from './filter-parameters.ts';
import { swagger } from './swagger.ts';

// biome-ignore lint/suspicious/noExplicitAny: this walks a document that tests validate against its schema
type Node = Record<string, any>;
type Documents = { readonly openapi: string; readonly swagger: string };
type Rights = { readonly privateFields: HiddenFields; readonly read: 'public' | 'token' };

/** `published`: the documents of a service that shows everything to everybody. */
export function servedDocuments(
  published: Documents,
  catalogue: Catalogue,
  { privateFields, read }: Rights,
): Documents {
  if (read === 'public' && Object.values(privateFields).every(({ size }) => size === 0)) return published;
  const document: Node = JSON.parse(published.openapi);
  if (read === 'token') close(document);
  for (const resource of catalogue) {
    hide(document, resource, privateFields[resource.name] ?? new Set());
    markFilters(document, resource, privateFields);
  }
  const older: Node = swagger(document);
  for (const resource of catalogue)
    for (const filter of privateFilters(resource, privateFields))
      if (isOfFamily(filter)) mark(older, older.parameters, resource, filter.name, PRIVATE);
  return { openapi: documentText(document), swagger: documentText(older) };
}

/** The description of the service stays open. */
function close({ paths }: Node): void {
  for (const { get } of Object.values<Node>(paths)) {
    if (!get || get.tags.includes('system')) continue;
    get.security = [{ bearer: [] }];
    Object.assign(get.responses, answers({ 401: 'Unauthorized', 403: 'Forbidden' }));
  }
}

function hide({ components: { schemas }, paths }: Node, resource: Resource, names: ReadonlySet<string>): void {
  const { properties, examples } = schemas[resource.schema];
  // The examples are records of the demo data, so a create that makes one of them would show the value too.
  const sent = schemas[`${resource.schema}Create`]?.examples?.[0];
  for (const field of resource.fields.filter(({ name }) => names.has(name))) {
    const { name, create } = field;
    const value = privateValue(field);
    if (examples) examples[0][name] = value;
    if (sent && create === 'required') sent[name] = value;
    else if (sent) delete sent[name];
    properties[name].description +=
      ` It is private here: ${value === null ? 'null' : `the text \`${value}\``} without the write token.`;
  }
  const groups = paths[`/v1/aggregate/${resource.name}`].get.responses[200].content['application/json'];
  const [group] = groups.example.data;
  if (group && names.has(Object.keys(group.group)[0]!)) delete groups.example;
}

const PRIVATE = ' It is private here: without the write token this is 422.';

function markFilters(document: Node, resource: Resource, privateFields: HiddenFields): void {
  const { parameters } = document.components;
  const marked = privateFilters(resource, privateFields);
  for (const filter of marked) if (!isOfFamily(filter)) mark(document, parameters, resource, filter.name, PRIVATE);
  for (const { name, filters } of familiesOf(resource)) {
    const names = filters.filter((filter) => marked.includes(filter)).map((filter) => `\`${filter.name}\``);
    const text = ` It is private here: without the write token these are 422: ${names.join(', ')}.`;
    if (names.length > 0) mark(document, parameters, resource, name, text);
  }
}

/** Adds to the description of a parameter. Other resources may share it, so this one gets one of its own. */
function mark({ paths }: Node, parameters: Node, resource: Resource, name: string, text: string): void {
  const operations: Node[] = [paths[`/v1/${resource.name}`].get, paths[`/v1/aggregate/${resource.name}`].get];
  const keyOf = ({ $ref = '' }: Node): string => $ref.slice($ref.lastIndexOf('/') + 1);
  const key = operations[0]!.parameters.map(keyOf).find((each: string) => parameters[each]?.name === name);
  if (key === undefined) return;
  const own = key.startsWith(`${resource.name}.`) ? key : `${resource.name}.${key}`;
  parameters[own] = { ...parameters[key], description: parameters[key].description + text };
  for (const operation of operations)
    operation.parameters = operation.parameters.map((each: Node) =>
      keyOf(each) === key ? { $ref: each.$ref.slice(0, -key.length) + own } : each,
    );
}

/** The filters with a private field: the field itself, the reference in front of it, or the field behind that. */
function privateFilters(resource: Resource, privateFields: HiddenFields): Filter[] {
  const isPrivate = ({ name }: Resource, field: string) => privateFields[name]?.has(field) ?? false;
  return [...filtersOf(resource).values()].filter(({ field, via }) =>
    via ? isPrivate(resource, via.name) || isPrivate(via.target, field.name) : isPrivate(resource, field.name),
  );
}
