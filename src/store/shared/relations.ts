// The rules between records: references must exist, names must not be taken. Lists the look-ups and the meaning of
// their results; the look-up itself is up to the engines.
import type { Value } from '../../catalogue/kinds.ts';
import { type DataRecord, type Field, type Reference, type Resource, referencesOf } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';

export type Relation = {
  /** Where to look, by which fields, and which value of the record found is wanted. */
  readonly resource: Resource;
  readonly by: readonly Field[];
  readonly wanted: Field;
  /** Whether a record that is found is a conflict, rather than needed. */
  readonly isUnique: boolean;
  /** The key to look up; `undefined` when these values have none. */
  keyOf(values: DataRecord): Value[] | undefined;
  /** The fault, given the wanted value; `found` is `undefined` when there is no such record. */
  faultOf(values: DataRecord, found: Value | undefined): Fault | undefined;
};

export const relationsOf = (resource: Resource): Relation[] => [
  ...referencesOf(resource).map(reference),
  ...resource.unique.map((names) => uniqueness(resource, names)),
];

const fieldOf = ({ fields }: Resource, name: string): Field => fields.find((field) => field.name === name)!;

function reference({ name, target, within }: Reference): Relation {
  const loc = ['body', name];
  return {
    resource: target,
    by: [fieldOf(target, 'id')],
    wanted: fieldOf(target, within ?? 'id'),
    isUnique: false,
    keyOf: ({ [name]: id }) => (id === undefined || id === null ? undefined : [id]),
    faultOf(values, found) {
      const input = values[name];
      if (found === undefined) {
        return { type: 'reference_not_found', loc, msg: `There is no ${target.one} with the id ${input}`, input };
      }
      const wanted = within === undefined ? undefined : values[within];
      if (wanted === undefined || found === wanted) return undefined;
      const msg = `The ${target.one} ${input} has another ${within}: ${found}`;
      return { type: 'reference_mismatch', loc, msg, input };
    },
  };
}

function uniqueness(resource: Resource, names: readonly string[]): Relation {
  const name = names.at(-1)!;
  const scope = names.length > 1 ? ` with this ${names.slice(0, -1).join(' and ')}` : '';
  const msg = `Another ${resource.one}${scope} has this ${name} already`;
  return {
    resource,
    by: names.map((each) => fieldOf(resource, each)),
    wanted: fieldOf(resource, 'id'),
    isUnique: true,
    keyOf(values) {
      const key = names.map((each) => values[each]);
      return key.some((value) => value === undefined || value === null) ? undefined : (key as Value[]);
    },
    faultOf: (values, found) =>
      found === undefined ? undefined : { type: 'not_unique', loc: ['body', name], msg, input: values[name] },
  };
}
