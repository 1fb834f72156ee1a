// The types of the catalogue, and how a resource is written down. A resource is plain data; everything else is derived
// from it. `catalogueOf` checks it.
import { type Kind, type KindName, kinds, type Value } from './kinds.ts';

export type DataRecord = Record<string, Value>;

/** The value of a field that a create or an imported row does not give. A function gets the fields before it and the
 * time of writing. */
export type Default = string | number | ((record: DataRecord, now: string) => Value);

type FieldOptions = {
  /** Never null in answers. */
  required?: true;
  /** A create may, or must, send it. */
  create?: 'required' | 'optional';
  default?: Default;
  /** The default is about new records. An imported one is not new, and is left without a value that it does not give. */
  defaultFor?: 'create';
  /** The values that the demo data uses. A sentence that lists them is added to `about`. Any other text is valid
   * too. */
  words?: readonly string[];
  /** The words are those of the field with the same name in this resource. No sentence is added to `about`. */
  wordsOf?: string;
  /** For references: the name of the resource whose `id` this is. */
  to?: string;
  /** For references: both records have the same value in this field. */
  within?: string;
  /** For references: the record is a part of what it refers to, and is erased with it. A required reference always is
   * one. */
  partOf?: true;
  /** For dates: not before the date in this field of the same record. */
  notBefore?: string;
  /** For amounts of money: the field whose value decides the currency. Amounts that differ in it are never added up. */
  currency?: string;
  /** Lists can be filtered by its values, although its kind says less. */
  filter?: 'value';
  /** `false`: there is no index, although its kind has one. */
  index?: false;
  /** `false`: lists cannot be sorted by it, although its kind allows that. */
  sort?: false;
};

export type FieldSpec = FieldOptions & { kind: KindName; about: string };

export type Field = Omit<FieldOptions, 'index' | 'sort' | 'required' | 'filter'> & {
  readonly name: string;
  readonly kindName: string;
  readonly kind: Kind;
  readonly about: string;
  readonly required: boolean;
  readonly filter: Kind['filter'];
  readonly index: Kind['index'];
  readonly range: boolean;
  readonly sort: boolean;
  readonly search: boolean;
  /** The resource that `to` names. `catalogueOf` sets it. */
  readonly target?: Resource;
};

export type Reference = Field & { readonly target: Resource };

/** Records of a resource that lead here by a reference. `name`: in requests; the name of their resource, unless several
 * of its references lead here. */
export type Referrer = { readonly name: string; readonly from: Resource; readonly by: Reference };

/** The groups of the console's menu, in its order. */
export const groups = ['People', 'Hiring', 'Enterprise'] as const;

/** How the console shows the records of a resource. */
export type Shown = {
  readonly group: (typeof groups)[number];
  /** The name in the menu, where it is shorter than `many`. */
  readonly short?: string;
  /** After `g`, this letter opens the list. */
  readonly key?: string;
  /** There are few, so that filters by them say how many records each has. */
  readonly few?: true;
  /** The fields that tables have at first. Without it, they are the first ones. */
  readonly columns?: readonly string[];
  /** Lines of 1.5 pixels on a grid of 16, as the path of an SVG. */
  readonly icon: string;
};

const usualShown: Shown = { group: 'Enterprise', icon: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11' };

export type Resource = {
  /** In paths: `career-sites`. */
  readonly name: string;
  /** In SQL: `career_sites`. */
  readonly table: string;
  /** In the documents: `CareerSite`. */
  readonly schema: string;
  /** In sentences, singular and plural: `career site`, `career sites`. */
  readonly one: string;
  readonly many: string;
  readonly about: string;
  /** Names of the fields whose texts together say which record it is, for people. */
  readonly label: readonly string[];
  readonly fields: readonly Field[];
  /** Each entry lists fields. No two records have the same values in all of them. */
  readonly unique: readonly (readonly string[])[];
  readonly creatable: boolean;
  readonly shown: Shown;
  /** `catalogueOf` sets it. */
  readonly referrers: readonly Referrer[];
};

export type Catalogue = readonly Resource[];

export const referencesOf = ({ fields }: Resource): Reference[] =>
  fields.filter((field): field is Reference => field.target !== undefined);

/** The fields of the first and the last name, where the records are people. */
export function namesOf({ label, fields }: Resource): readonly [first: Field, last: Field] | undefined {
  const [first, last] = label.map((name) => fields.find((field) => field.name === name));
  return first && last ? [first, last] : undefined;
}

/** Names of the fields that say which record it is to those from whom some are hidden. Their texts, those that are not
 * empty, are joined by spaces. */
export const labelOf = ({ label }: Resource, hidden: ReadonlySet<string> | undefined): readonly string[] =>
  label.filter((name) => !hidden?.has(name));

/** Whether a record is erased with the one that the field refers to. Otherwise the reference is cleared. */
export const isPart = ({ partOf, required }: Reference): boolean => partOf === true || required;

/** What those who may not see a private field read instead of its value. */
export const privateValue = ({ required, kind }: Field): Value => (required && kind.private) || null;

export const field = (kind: KindName, about: string, options: FieldOptions = {}): FieldSpec => ({
  kind,
  about,
  ...options,
});

export type ResourceSpec = Pick<Resource, 'schema' | 'one' | 'many' | 'about'> & {
  label?: string[];
  fields: Record<string, FieldSpec>;
  unique?: string[][];
  shown?: Shown;
};

export function resource(
  name: string,
  { unique = [], label = [], shown = usualShown, fields, ...spec }: ResourceSpec,
): Resource {
  const built = Object.entries(fields).map(([fieldName, spec]) => builtField(fieldName, spec));
  const creatable = built.some((each) => each.create);
  const table = name.replaceAll('-', '_');
  return Object.freeze({ name, table, ...spec, label, fields: built, unique, creatable, shown, referrers: [] });
}

const list = new Intl.ListFormat('en-GB');

function builtField(name: string, { kind: kindName, about, index, sort, required, filter, ...rest }: FieldSpec): Field {
  const kind = kinds[kindName] as Kind;
  const queries = { index: index === false ? undefined : kind?.index, range: kind?.range === true };
  return {
    ...rest,
    name,
    kindName,
    kind,
    about: rest.words ? `${about} The demo data uses ${list.format(rest.words)}.` : about,
    required: required === true,
    filter: filter ?? kind?.filter,
    ...queries,
    sort: sort !== false && (queries.index !== undefined || queries.range || kind?.sort === true),
    search: kind?.search === true,
  };
}
