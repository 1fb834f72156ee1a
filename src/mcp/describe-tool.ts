// The tool that describes the resources: their fields, filters and orders, and what this client may do with them.
import { type Catalogue, type Field, privateValue, type Resource } from '../catalogue/resource.ts';
import { isDate, isNumber } from '../contract/aggregate/grouping.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { fieldsFor } from '../contract/request/field-lists.ts';
import { type Send, serviceIndex } from './api-request.ts';
import { filterSummary } from './filter-groups.ts';
import { object, type Tool } from './tool.ts';
import { hasVocabulary, vocabularyOf } from './vocabulary.ts';

type Input = { readonly resource?: string };

/** What this client may do here, as the service and the operator say it. */
type Rights = {
  /** Why nothing can be created; `undefined` where it can. */
  readonly noCreates: string | undefined;
  isPrivate(resource: Resource, field: Field): boolean;
  /** Whether the client sees a field that is private. */
  sees(resource: Resource, field: Field): boolean;
  mayRead(resource: Resource): boolean;
  mayCreate(resource: Resource): boolean;
};

export function describeTool(catalogue: Catalogue, resourceName: Json): Tool<Input> {
  return {
    title: 'Describe the data',
    about:
      'Says what there is. Without a resource: all resources, what they hold, and whether you can create records here. With one: its fields, what they refer to, the values they have here where these are few (with the number of records of each), its filters with their operators, whose filters work behind its references, what it can be sorted by, its dates and numbers (aggregate_records groups by month and the like, and measures them), which fields are private, and what a new record takes. Call it before filtering or aggregating.',
    input: object({ resource: resourceName }),
    async call({ resource }, send, { noWrites, hidden, creates: names }) {
      const { writes_enabled, private_fields = [] } = await serviceIndex(send);
      const rights: Rights = {
        noCreates: noWrites ?? (writes_enabled ? undefined : 'the service has no write token configured'),
        isPrivate: ({ name }, field) => private_fields.includes(`${name}.${field.name}`),
        sees: ({ name }, field) => hidden !== undefined && !hidden[name]?.has(field.name),
        mayRead: ({ name }) => !hidden?.[name]?.has('id'),
        mayCreate: ({ creatable, name }) => creatable && names?.has(name) !== false,
      };
      const one = catalogue.find((each) => each.name === resource);
      const creates = rights.noCreates === undefined ? {} : { creates: `Nothing can be created: ${rights.noCreates}.` };
      return one
        ? { ...(await withVocabulary(send, one, rights)), ...creates }
        : { ...creates, resources: catalogue.map((each) => overview(each, rights)) };
    },
  };
}

const overview = (resource: Resource, { noCreates, mayCreate, mayRead }: Rights): Json => ({
  resource: resource.name,
  about: resource.about,
  can_be_created: noCreates === undefined && mayCreate(resource),
  ...(!mayRead(resource) && { can_be_read: false }),
});

/** The description of one resource, with the values that its fields have in this database. */
async function withVocabulary(send: Send, resource: Resource, rights: Rights): Promise<Json> {
  const described = details(resource, rights);
  const rows = described.fields as readonly Json[];
  const isAsked = (field: Field) => rights.mayRead(resource) && hasVocabulary(field) && isSeen(resource, field, rights);
  const vocabularies = await Promise.all(
    resource.fields.map((field) => (isAsked(field) ? vocabularyOf(send, resource.name, field) : {})),
  );
  return { ...described, fields: rows.map((row, at) => ({ ...row, ...vocabularies[at] })) };
}

const isSeen = (resource: Resource, field: Field, { sees, isPrivate }: Rights): boolean =>
  sees(resource, field) || !isPrivate(resource, field);

function details(resource: Resource, rights: Rights): Json {
  const seen = (field: Field) => isSeen(resource, field, rights);
  const names = (fields: readonly Field[]) => fields.filter(seen).map(({ name }) => name);
  return {
    ...overview(resource, rights),
    ...filterSummary(resource, seen),
    sort: names(fieldsFor.sort(resource)),
    expand: names(fieldsFor.expand(resource)),
    dates: names(resource.fields.filter(isDate)),
    numbers: names(resource.fields.filter(isNumber)),
    fields: resource.fields.map((field) => fieldRow(resource, field, rights)),
  };
}

function fieldRow(resource: Resource, field: Field, { noCreates, isPrivate, sees, mayCreate }: Rights): Json {
  const { name, kind, about, required, target, create } = field;
  return {
    name,
    type: kind.schema.type,
    ...(!required && { can_be_null: true }),
    about,
    ...(isPrivate(resource, field) && {
      private: sees(resource, field)
        ? 'you see it, others do not'
        : `always ${JSON.stringify(privateValue(field))} to you`,
    }),
    ...(target && { refers_to: target.name }),
    ...(create && noCreates === undefined && mayCreate(resource) && { in_create: create, expected: kind.expected }),
  };
}
