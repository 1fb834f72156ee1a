// What a resource is: plain frozen data that everything else is derived from. Nothing here reads or writes anything.
import { type Kind, type KindName, kinds, type Value } from './kinds.ts';

export type DataRecord = Record<string, Value>;

/** What an omitted or null field of a create body becomes, given the fields before it and the moment of writing. */
export type Default = string | number | ((record: DataRecord, now: string) => Value);

type FieldOptions = {
  /** Always present and never null in answers. */
  required?: true;
  /** Taken by the create operation. */
  create?: 'required' | 'optional';
  default?: Default;
  /** The values that the demo data uses; `about` ends with a sentence that lists them. Any other text is valid too. */
  words?: readonly string[];
  /** The resource whose field of the same name has the words; `about` says so itself. */
  wordsOf?: string;
  /** For references: the resource whose `id` this is. */
  to?: string;
  /** For references: the record referred to has the same value in this field. */
  within?: string;
  /** For dates: not earlier than this field of the same record. */
  notBefore?: string;
  /** `false` takes back a filter that the kind offers. */
  filter?: false;
  /** `false` takes back that lists can be sorted by it. */
  sort?: false;
};

export type FieldSpec = FieldOptions & { kind: KindName; about: string };

export type Field = Omit<FieldOptions, 'filter' | 'sort' | 'required'> & {
  readonly name: string;
  readonly kindName: string;
  readonly kind: Kind;
  readonly about: string;
  readonly required: boolean;
  readonly filter: boolean;
  readonly range: boolean;
  readonly sort: boolean;
  readonly search: boolean;
  /** The resource that `to` names; `catalogueOf` fills it in. */
  readonly target?: Resource;
};

export type Reference = Field & { readonly target: Resource };

export type Resource = {
  /** The last part of the path: `career-sites`. */
  readonly name: string;
  /** The table: `career_sites`. */
  readonly table: string;
  /** The schema's name in the documents: `CareerSite`. */
  readonly schema: string;
  /** For people, in the singular and the plural: `career site`, `career sites`. */
  readonly one: string;
  readonly many: string;
  readonly about: string;
  readonly fields: readonly Field[];
  /** Each entry is a set of fields whose values together occur once. */
  readonly unique: readonly (readonly string[])[];
  readonly creatable: boolean;
};

export type Catalogue = readonly Resource[];

export const referencesOf = ({ fields }: Resource): Reference[] =>
  fields.filter((field): field is Reference => field.target !== undefined);

export const field = (kind: KindName, about: string, options: FieldOptions = {}): FieldSpec => ({
  kind,
  about,
  ...options,
});

export type ResourceSpec = Pick<Resource, 'schema' | 'one' | 'many' | 'about'> & {
  fields: Record<string, FieldSpec>;
  unique?: string[][];
};

export function resource(name: string, { schema, one, many, about, fields, unique = [] }: ResourceSpec): Resource {
  const built = Object.entries(fields).map(([fieldName, spec]) => builtField(fieldName, spec));
  const creatable = built.some((each) => each.create);
  return Object.freeze({
    name,
    table: name.replaceAll('-', '_'),
    schema,
    one,
    many,
    about,
    fields: built,
    unique,
    creatable,
  });
}

const list = new Intl.ListFormat('en-GB');

function builtField(name: string, { kind: kindName, about, filter, sort, required, ...rest }: FieldSpec): Field {
  const kind = kinds[kindName] as Kind;
  const asked = { filter: filter !== false && kind?.filter === true, range: kind?.range === true };
  return {
    ...rest,
    name,
    kindName,
    kind,
    about: rest.words ? `${about} The demo data uses ${list.format(rest.words)}.` : about,
    required: required === true,
    ...asked,
    sort: sort !== false && (asked.filter || asked.range || kind?.sort === true),
    search: kind?.search === true,
  };
}
