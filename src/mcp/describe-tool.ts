// The tool that describes the resources: their fields, filters and orders, what this client may do with them, and the
// values that fields have where these are few: a model can then filter by words that exist.
import { type Catalogue, type Field, privateValue, type Resource } from '../catalogue/resource.ts';
import { isDate, isNumber } from '../contract/aggregate/grouping.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { fieldsFor } from '../contract/request/field-lists.ts';
import { filterSummary } from './list-tool.ts';
import { object, type Page, requestApi, type Send, serviceIndex, type Tool, ToolFault } from './tool.ts';

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
  const seen = (field: Field, of = resource) => (of === resource || rights.mayRead(of)) && isSeen(of, field, rights);
  const names = (fields: readonly Field[]) => fields.filter((field) => seen(field)).map(({ name }) => name);
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

/** A field with more different values than this is no vocabulary. */
const MOST_VALUES = 20;

type Counts = Page<{ readonly group: Json; readonly values: { readonly count: number } }>;

const hasVocabulary = ({ index, kind }: Field): boolean => index === 'counted' && kind.schema.type === 'string';

/** For the description of a field: how many records have each value, the most frequent first, or how many values there
 * are. They come from stored counters, so they cost next to nothing. */
async function vocabularyOf(send: Send, resource: string, { name }: Field): Promise<Json> {
  const path = `aggregate/${resource}?group=${name}&limit=${MOST_VALUES + 1}`;
  const found = await requestApi<Counts>(send, path).catch((error) => {
    if (!(error instanceof ToolFault)) throw error;
  });
  // Where the service cannot say it, the rest of the description is still worth having.
  if (!found) return {};
  const counts = found.data.map(({ group, values }) => ({ value: group[name], count: values.count }));
  // Groups are in their own order, in which a missing value comes first.
  const missing = counts[0]?.value === null ? counts.shift() : undefined;
  const different = found.meta.total - (missing ? 1 : 0);
  if (different > MOST_VALUES) return { different_values: different };
  const frequent = counts.toSorted((a, b) => b.count - a.count);
  return {
    values: Object.fromEntries(frequent.map(({ value, count }) => [value, count])),
    ...(missing && { without_value: missing.count }),
  };
}
