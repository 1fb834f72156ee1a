// Records on their way out, where they are not sent as they are stored: what is hidden is null, only the wanted fields are
// left, and references bring the records they lead to. Stored JSON was made by `recordJson`, so what is read from it and made
// by it again is the same bytes.
import type { DataRecord, Field, Reference, Resource } from '../../catalogue/resource.ts';
import { recordJson } from '../../store/shared/record-text.ts';
import type { Expanded } from '../../store/store.ts';

/** A reference that is expanded, and what is hidden in the records it leads to. */
export type Followed = { readonly field: Reference; readonly hidden: ReadonlySet<string> };

export type Shape = {
  readonly hidden: ReadonlySet<string>;
  /** In the resource's order; all of them when not given. */
  readonly fields?: readonly Field[] | undefined;
  readonly followed?: readonly Followed[];
};

/** From the JSON of one record, or of several joined by commas, to the same in this shape. */
export type Shaper = (items: string, expanded?: Expanded) => string;

export function shaper(resource: Resource, { hidden, fields, followed = [] }: Shape): Shaper {
  if (hidden.size === 0 && fields === undefined && followed.length === 0) return (items) => items;
  const made = recordJson({ fields: fields ?? resource.fields });
  const others = followed.map(({ field: { name, target }, hidden: secret }) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    shape: shaper(target, { hidden: secret }),
  }));
  return (items, expanded = {}) => {
    const texts = others.map(({ name, shape }) => {
      const shaped = new Map<number, string>();
      for (const [id, text] of expanded[name] ?? []) shaped.set(id, shape(text));
      return shaped;
    });
    const beside = (record: DataRecord) =>
      others.map(({ name, key }, i) => key + (texts[i]!.get(record[name] as number) ?? 'null')).join(',');
    return (JSON.parse(`[${items}]`) as DataRecord[])
      .map((record) => {
        const more = others.length > 0 ? `,"expanded":{${beside(record)}}}` : '}';
        for (const name of hidden) record[name] = null;
        return made(record).slice(0, -1) + more;
      })
      .join(',');
  };
}
