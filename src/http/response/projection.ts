// What a client sees of records: private fields are null without the token, `fields` selects some, and `expand` adds the records that
// references lead to. A record that nothing is changed of is sent as it is stored. Stored JSON was made by `recordJson`, so parsing
// it and making it again gives the same bytes.
import type { DataRecord, Field, Reference, Resource } from '../../catalogue/resource.ts';
import type { Condition } from '../../contract/request/conditions.ts';
import type { Projection } from '../../contract/request/field-lists.ts';
import { recordJson } from '../../store/shared/record-text.ts';
import type { Expanded, PrivateFields } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { showsToken } from '../request/auth.ts';

const NONE: ReadonlySet<string> = new Set();

const NOTHING: PrivateFields = {};

/** The fields that this client may not see. */
export function hiddenFrom(request: Request, { hasPrivateFields, privateFields, token }: Context): PrivateFields {
  return !hasPrivateFields || showsToken(request, token) ? NOTHING : privateFields;
}

/** A reference that is expanded, and the fields that are hidden in the records it leads to. */
type ExpandedReference = { readonly field: Reference; readonly hidden: ReadonlySet<string> };

export type View = {
  /** In the resource's order; `undefined` for all. */
  readonly fields: readonly Field[] | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly references: readonly ExpandedReference[];
  /** The answer differs for whoever shows the token. */
  readonly dependsOnToken: boolean;
};

const NO_FIELDS: readonly Reference[] = [];
const NO_REFERENCES: readonly ExpandedReference[] = [];

export function viewOf(
  resource: Resource,
  { fields, expand, conditions = [] }: Projection & { readonly conditions?: readonly Condition[] },
  hidden: PrivateFields,
  { privateFields }: Context,
): View {
  const isPrivate = ({ name }: Resource) => privateFields[name] !== undefined;
  const reached = [
    ...(expand ?? NO_FIELDS),
    ...conditions.flatMap((each) => (each.operator === 'hop' ? each.field : [])),
  ];
  const dependsOnToken = isPrivate(resource) || reached.some(({ target }) => isPrivate(target));
  const references = expand?.map((field) => ({ field, hidden: hidden[field.target.name] ?? NONE }));
  return { fields, hidden: hidden[resource.name] ?? NONE, references: references ?? NO_REFERENCES, dependsOnToken };
}

/** Whether records are sent as they are stored. */
export const isWhole = ({ hidden, fields, references }: Omit<View, 'dependsOnToken'>): boolean =>
  hidden.size === 0 && fields === undefined && references.length === 0;

/** Returns a function from the JSON of one record, or of several joined by commas, to the same in this view. */
export function projected(resource: Resource, view: Omit<View, 'dependsOnToken'>) {
  const { hidden, fields = resource.fields, references } = view;
  if (isWhole(view)) return (items: string): string => items;
  const json = recordJson({ fields });
  const others = references.map(({ field: { name, target }, hidden: hiddenThere }) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    project: projected(target, { hidden: hiddenThere, fields: undefined, references: NO_REFERENCES }),
  }));
  return (items: string, expanded: Expanded = {}): string => {
    const texts = others.map(({ name, project }) => {
      const byId = new Map<number, string>();
      for (const [id, text] of expanded[name] ?? []) byId.set(id, project(text));
      return byId;
    });
    const expandedText = (record: DataRecord) =>
      others.map(({ name, key }, i) => key + (texts[i]!.get(record[name] as number) ?? 'null')).join(',');
    return (JSON.parse(`[${items}]`) as DataRecord[])
      .map((record) => {
        const end = others.length > 0 ? `,"expanded":{${expandedText(record)}}}` : '}';
        for (const name of hidden) record[name] = null;
        return json(record).slice(0, -1) + end;
      })
      .join(',');
  };
}
