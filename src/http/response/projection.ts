// Records as a client sees them: private fields are null without the token, or read `private` where they are never
// null; `fields` selects some and adds fields of the records that references lead to, and `expand` adds those records
// whole. A record that does not change is sent as it is stored. Stored JSON was made by `recordJson`, so parsing it and
// making it again gives the same bytes.
import {
  type Catalogue,
  type DataRecord,
  privateValue,
  type Reference,
  type Resource,
} from '../../catalogue/resource.ts';
import { type Condition, referringTo } from '../../contract/request/conditions.ts';
import { type Column, isHop, type Projection } from '../../contract/request/field-lists.ts';
import { recordJson, recordsIn } from '../../store/shared/record-text.ts';
import type { Change, Expanded, PrivateFields } from '../../store/store.ts';
import { type Context, variesFor } from '../context.ts';

const NONE: ReadonlySet<string> = new Set();

/** A reference that is followed, and the fields that are hidden in the records it leads to. It is not hidden itself:
 * then it would not be followed. */
type FollowedReference = {
  readonly field: Reference;
  readonly hidden: ReadonlySet<string>;
  readonly isExpanded: boolean;
};

export type View = {
  /** In the resource's order; `undefined` for all fields. */
  readonly columns: readonly Column[] | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly references: readonly FollowedReference[];
  /** The headers by which the answer differs between clients. */
  readonly varies: string;
};

const NO_FIELDS: readonly Reference[] = [];
const NO_REFERENCES: readonly FollowedReference[] = [];

export function viewOf(
  resource: Resource,
  { fields, expand, follow, conditions = [] }: Projection & { readonly conditions?: readonly Condition[] },
  hidden: PrivateFields,
  context: Context,
): View {
  const references = follow?.map((field) => ({
    field,
    hidden: hidden[field.target.name] ?? NONE,
    isExpanded: expand?.includes(field) ?? false,
  }));
  let varies = variesFor(context, resource);
  for (const { target } of follow ?? NO_FIELDS) varies ||= variesFor(context, target);
  for (const each of referringTo(conditions)) varies ||= variesFor(context, each);
  const all = conditions.flatMap((each) =>
    'referring' in each ? each.referring.flatMap((some) => some.conditions) : each,
  );
  for (const each of all) if (each.operator === 'hop') varies ||= variesFor(context, each.field.target);
  return {
    columns: fields,
    hidden: hidden[resource.name] ?? NONE,
    references: references ?? NO_REFERENCES,
    varies,
  };
}

type Shown = Omit<View, 'varies'>;

/** Whether records are sent as they are stored. */
export const isWhole = ({ hidden, columns, references }: Shown): boolean =>
  hidden.size === 0 && columns === undefined && references.length === 0;

/** Returns a function from the JSON of one record, or of several joined by commas, to the same in this view. */
export function projected(resource: Resource, view: Shown) {
  if (isWhole(view)) return (items: string): string => items;
  const [records, texts] = [viewedRecords(resource, view), recordTexts(resource, view)];
  return (items: string, expanded: Expanded = {}): string => records(items, expanded).map(texts(expanded)).join(',');
}

/** Returns a function from the JSON of records, joined by commas or as lines, to the records as this client sees them.
 * Values of a record that a reference leads to have names such as `dept_id.name`. */
export function viewedRecords(resource: Resource, { columns = [], hidden, references }: Shown) {
  const hide = hider(resource, hidden);
  const hops = columns.filter(isHop);
  const targets = references.filter(({ field }) => hops.some(({ reference }) => reference === field));
  return (items: string, expanded: Expanded): DataRecord[] => {
    const byReference = new Map(targets.map((each) => [each.field, targetRecords(each, expanded)]));
    const records = recordsIn(items);
    for (const record of records) {
      hide(record);
      for (const { name, reference, field } of hops)
        record[name] = byReference.get(reference)?.get(record[reference.name] as number)?.[field.name] ?? null;
    }
    return records;
  };
}

function hider({ fields }: Resource, hidden: ReadonlySet<string>): (record: DataRecord) => void {
  const values = fields
    .filter(({ name }) => hidden.has(name))
    .map((field) => [field.name, privateValue(field)] as const);
  return (record) => {
    for (const [name, value] of values) record[name] = value;
  };
}

/** The records that a reference leads to, by id. */
function targetRecords({ field, hidden }: FollowedReference, expanded: Expanded): Map<number, DataRecord> {
  const byId = new Map<number, DataRecord>();
  const hide = hider(field.target, hidden);
  for (const [id, text] of expanded[field.name] ?? []) {
    const record = JSON.parse(text) as DataRecord;
    hide(record);
    byId.set(id, record);
  }
  return byId;
}

/** Returns a function that makes the JSON of a record in this view, with the records that come along in `expanded`. */
export function recordTexts(resource: Resource, { columns = resource.fields, references }: Shown) {
  const json = recordJson({ fields: columns });
  const others = references
    .filter(({ isExpanded }) => isExpanded)
    .map(({ field: { name, target }, hidden }) => ({
      name,
      key: `${JSON.stringify(name)}:`,
      project: projected(target, { hidden, columns: undefined, references: NO_REFERENCES }),
    }));
  return (expanded: Expanded) => {
    if (others.length === 0) return json;
    const texts = others.map(({ name, project }) => {
      const byId = new Map<number, string>();
      for (const [id, text] of expanded[name] ?? []) byId.set(id, project(text));
      return byId;
    });
    const expandedText = (record: DataRecord) =>
      others.map(({ name, key }, i) => key + (texts[i]!.get(record[name] as number) ?? 'null')).join(',');
    return (record: DataRecord): string => `${json(record).slice(0, -1)},"expanded":{${expandedText(record)}}}`;
  };
}
/** The JSON of the entries of the changes feed. `hidden`: the fields that the client may not see. */
export function changeTexts(catalogue: Catalogue, hidden: PrivateFields): (change: Change) => string {
  const views = new Map<Resource, (json: string) => string>(
    catalogue.map((resource) => [
      resource,
      projected(resource, { columns: undefined, hidden: hidden[resource.name] ?? NONE, references: [] }),
    ]),
  );
  return ({ cursor, resource, id, kind, at, json }) =>
    `{"cursor":"${cursor}","resource":"${resource.name}","id":${id},"kind":"${kind}","at":"${at}","record":${
      json === null ? 'null' : views.get(resource)!(json)
    }}`;
}
