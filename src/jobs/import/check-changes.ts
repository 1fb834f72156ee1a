// Checks the changes of an update against the database and against each other: references lead somewhere, and no name
// is taken.
import type { Value } from '../../catalogue/kinds.ts';
import { type DataRecord, type Resource, referencesOf } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { type Relation, relationsOf } from '../../store/shared/relations.ts';
import type { Change, Changes } from './changes.ts';

export type OnFault = (resource: Resource, line: number, fault: Fault) => void;

/** How many keys are looked up at a time. */
const KEYS = 5000;

export async function checkChanges(session: ImportSession, all: readonly Changes[], onFault: OnFault): Promise<void> {
  for (const changes of all) {
    const { resource } = changes;
    const refuse = (change: Change, { loc, ...fault }: Fault) =>
      onFault(resource, change.line, { ...fault, loc: ['row', ...loc.slice(1)] });
    for (const relation of relationsOf(resource)) {
      const concerned = concernedBy(changes, relation);
      const found = await lookUp(session, relation, concerned);
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

async function lookUp(session: ImportSession, relation: Relation, concerned: readonly Concerned[]) {
  const keys = new Map(concerned.map(({ text, key }) => [text, key]));
  const found = new Map<string, Value>();
  const asked = [...keys.values()];
  for (let from = 0; from < asked.length; from += KEYS)
    for (const [text, value] of await session.find(relation, asked.slice(from, from + KEYS))) found.set(text, value);
  return found;
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
