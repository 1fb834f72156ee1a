// The changes that the rows of an update make: records that are added, and records that get other values. The id of a
// row decides which record it is about. The changes are checked against the database and against each other: references
// lead somewhere, and no name is taken.
import type { Value } from '../../catalogue/kinds.ts';
import { type DataRecord, type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { type Fault, faultAt } from '../../contract/faults.ts';
import { isNeeded, missing } from '../../contract/formats/import-row.ts';
import { filledFields, orderFaults, withDefaults } from '../../contract/request/create-body.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { type Relation, relationsOf } from '../../store/shared/relations.ts';
import type { NumberedRow } from './row-checker.ts';

/** `before` is missing for a record that is added. */
export type Change = {
  readonly line: number;
  readonly before?: DataRecord | undefined;
  readonly record: DataRecord;
  /** The fields of a record that is added whose values are defaults. */
  readonly filled?: readonly string[];
};

export type Changes = Awaited<ReturnType<typeof changesOf>>;

export async function changesOf(
  session: ImportSession,
  resource: Resource,
  now: string,
  onFault: (line: number, fault: Fault) => void,
) {
  const lines = new Map<number, number>();
  const following = resource.fields.filter(follows);

  /** The rows that name a record, each once. */
  function named(rows: readonly NumberedRow[]): { row: NumberedRow; id: number }[] {
    return rows.flatMap((row) => {
      for (const fault of row.faults) onFault(row.line, fault);
      if (row.faults.length > 0) return [];
      const id = (row.values.id ?? null) as number | null;
      const before = id === null ? undefined : lines.get(id);
      if (id !== null && before === undefined) {
        lines.set(id, row.line);
        return [{ row, id }];
      }
      const required = `Field required: it says which ${resource.one} is meant; or name another field with --key`;
      const taken = `Another row has this id already, the one on line ${before}`;
      const fault = id === null ? { type: 'missing', msg: required } : { type: 'not_unique', msg: taken };
      onFault(row.line, faultAt(['row', 'id'], fault, id));
      return [];
    });
  }

  const changes = {
    resource,
    /** By id. */
    changed: new Map<number, Change>(),
    added: new Map<number, Change>(),
    same: 0,
    /** How many records there were. */
    total: await session.count(resource),
    /** Whether a row is about the record. */
    isNamed: (id: number): boolean => lines.has(id),
    async take(rows: readonly NumberedRow[]): Promise<void> {
      const asked = named(rows);
      const ids = asked.map(({ id }) => id);
      const stored = await session.stored(resource, ids);
      for (const { row, id } of asked) {
        const json = stored.get(id);
        if (json === undefined) add(row, id);
        else update(row, JSON.parse(json) as DataRecord);
      }
    },
  };

  function update({ line, values }: NumberedRow, before: DataRecord): void {
    const record: DataRecord = { ...before, ...values, id: before.id! };
    // A field that can never be empty stays as it is where the row leaves it empty.
    for (const { name, required } of resource.fields) if (required) record[name] ??= before[name]!;
    for (const { name, default: natural } of following) {
      const isNatural = before[name] === natural(before, now);
      if (isNatural && (values[name] ?? null) === null) record[name] = natural(record, now);
    }
    if (isSame(resource, before, record)) {
      changes.same += 1;
      return;
    }
    const touched = resource.fields.find(({ name }) => name === 'updated');
    if (touched && values.updated === undefined) record.updated = now;
    const faults = orderFaults(resource, record);
    for (const fault of faults) onFault(line, { ...fault, loc: ['row', ...fault.loc.slice(1)] });
    changes.changed.set(before.id as number, { line, before, record });
  }

  function add({ line, values }: NumberedRow, id: number): void {
    const lacking = resource.fields.filter((field) => isNeeded(field) && (values[field.name] ?? null) === null);
    for (const field of lacking) onFault(line, missing(field));
    if (lacking.length > 0) return;
    const record = withDefaults(resource, id, values, now, true);
    changes.added.set(id, { line, record, filled: filledFields(resource, values, record) });
  }

  return changes;
}

/** A field that always has a value, and takes it from others where nobody gives one, such as whether someone has left.
 * */
const follows = (field: Field): field is Field & { default: (record: DataRecord, now: string) => Value } =>
  field.required && !field.create && typeof field.default === 'function' && field.kindName !== 'date';

const isSame = ({ fields }: Resource, one: DataRecord, other: DataRecord): boolean =>
  fields.every(({ name }) => (one[name] ?? null) === (other[name] ?? null));

export const changedFields = ({ fields }: Resource, { before, record }: Change): Field[] =>
  fields.filter(({ name }) => (before?.[name] ?? null) !== (record[name] ?? null));

export type OnFault = (resource: Resource, line: number, fault: Fault) => void;

export async function checkChanges(session: ImportSession, all: readonly Changes[], onFault: OnFault): Promise<void> {
  for (const changes of all) {
    const { resource } = changes;
    const refuse = (change: Change, { loc, ...fault }: Fault) =>
      onFault(resource, change.line, { ...fault, loc: ['row', ...loc.slice(1)] });
    for (const relation of relationsOf(resource)) {
      const concerned = concernedBy(changes, relation);
      const keys = new Map(concerned.map(({ text, key }) => [text, key]));
      const found = await session.find(relation, [...keys.values()]);
      if (relation.isUnique) checkNames(changes, relation, concerned, found, refuse);
      else checkReferences(all, relation, concerned, found, refuse);
    }
  }
}

type Concerned = { readonly change: Change; readonly key: Value[]; readonly text: string };

/** The changes that touch a key of the relation. */
function concernedBy({ added, changed }: Changes, relation: Relation): Concerned[] {
  return [...added.values(), ...changed.values()].flatMap((change) => {
    const key = relation.keyOf(change.record);
    if (!key) return [];
    const before = change.before && relation.keyOf(change.before);
    const isTouched = !before || JSON.stringify(before) !== JSON.stringify(key) || !relation.isUnique;
    return isTouched ? [{ change, key, text: JSON.stringify(key) }] : [];
  });
}

type Refuse = (change: Change, fault: Fault) => void;

/** A record may take a name that another one gives up in the same update. */
function checkNames(
  { changed }: Changes,
  relation: Relation,
  concerned: readonly Concerned[],
  holders: ReadonlyMap<string, Value>,
  refuse: Refuse,
): void {
  const taken = new Map<string, number>();
  for (const { change, text } of concerned) {
    const line = taken.get(text);
    const holder = holders.get(text);
    const other = holder === undefined || holder === change.record.id ? undefined : changed.get(holder as number);
    const isFree =
      holder === undefined || holder === change.record.id || (other && keyText(relation, other.record) !== text);
    const fault = isFree && line === undefined ? undefined : relation.faultOf(change.record, holder ?? line ?? 0);
    if (fault) refuse(change, line === undefined ? fault : { ...fault, msg: `${fault.msg}: the one on line ${line}` });
    else taken.set(text, change.line);
  }
}

const keyText = (relation: Relation, record: DataRecord): string => JSON.stringify(relation.keyOf(record));

/** The record that is referred to may be one of the update, with its new values. */
function checkReferences(
  all: readonly Changes[],
  relation: Relation,
  concerned: readonly Concerned[],
  found: ReadonlyMap<string, Value>,
  refuse: Refuse,
): void {
  const target = all.find(({ resource }) => resource === relation.resource);
  for (const { change, key, text } of concerned) {
    const id = key[0] as number;
    const own = target?.added.get(id) ?? target?.changed.get(id);
    const value = own ? (own.record[relation.wanted.name] ?? null) : found.get(text);
    const fault = relation.faultOf(change.record, value);
    if (fault) refuse(change, fault);
  }
}

/** After the changes are written: records that are not in the files may refer to one whose value in `within` has
 * changed. */
export async function checkMismatches(
  session: ImportSession,
  all: readonly Changes[],
  catalogue: readonly Resource[],
  onFault: OnFault,
) {
  for (const resource of catalogue) {
    for (const reference of referencesOf(resource)) {
      const { target, within } = reference;
      const changes = all.find((each) => each.resource === target);
      if (within === undefined || !changes || changes.changed.size === 0) continue;
      for (const [id, other] of await session.mismatches(resource, reference)) {
        const line = changes.changed.get(other)?.line ?? 0;
        const msg = `The ${resource.one} ${id}, which is not in the file, refers to this ${target.one} and has another ${within}`;
        onFault(target, line, { type: 'reference_mismatch', loc: ['row', within], msg, input: other });
      }
    }
  }
}
