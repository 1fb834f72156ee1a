// Takes the rows of one file: gives ids, holds each row against those before it and against the database, and notes the
// references that only the end of all files can settle.
import type { Value } from '../../catalogue/kinds.ts';
import { type Catalogue, type DataRecord, type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import type { ImportRow } from '../../contract/formats/import-row.ts';
import { withDefaults } from '../../contract/request/create-body.ts';
import { type Relation, relationsOf } from '../../store/shared/relations.ts';
import type { Inlet } from '../../store/store.ts';
import { type IdIndex, idIndex, type NumberList, numberList } from './row-index.ts';

/** A row and the line on which it begins. */
export type PlacedRow = ImportRow & { readonly line: number };

/** References of one field that are to be found in the files: of which row, to which id, with which value of `within`. */
export type Open = {
  readonly field: Field;
  readonly relation: Relation;
  readonly rows: NumberList;
  readonly to: NumberList;
  readonly within: NumberList;
};

export type Desk = {
  readonly resource: Resource;
  /** The records among the rows that can be written. */
  take(rows: readonly PlacedRow[]): Promise<DataRecord[]>;
  readonly open: readonly Open[];
  /** The place of the row that gives an id, or -1. */
  find(id: number): number;
  isRefused(place: number): boolean;
  /** What a row has in a field that others must agree with. */
  valueAt(place: number, field: string): Value;
  lineAt(place: number): number;
  /** Says what is wrong with a row that was let pass. */
  refuse(place: number, fault: Fault): void;
  /** The ids of those rows. */
  late(): readonly number[];
  rows(): number;
  refused(): number;
};

type Draft = { readonly place: number; readonly line: number; readonly record: DataRecord; readonly isWhole: boolean };

/** What the desks of an import share. */
export type Hall = {
  readonly inlet: Inlet;
  readonly catalogue: Catalogue;
  /** The moment of writing. */
  readonly now: string;
  /** Rows that are refused will not be there. */
  readonly strictly: boolean;
  /** Ids that the database is known to have. */
  readonly known: ReadonlyMap<Resource, Set<number>>;
  /** The desk of a resource that is imported. */
  deskOf(resource: Resource): Desk | undefined;
};

export function fileDesk(hall: Hall, resource: Resource, tell: (line: number, fault: Fault) => void): Desk {
  const { inlet, catalogue, now, strictly, known } = hall;
  const [lines, given]: [NumberList, NumberList] = [numberList(), numberList()];
  const ids: IdIndex = idIndex();
  const bad = new Set<number>();
  const late: number[] = [];
  const relations = relationsOf(resource);
  const references = referencesOf(resource);
  const open: Open[] = references.map((field, i) => ({
    field,
    relation: relations[i]!,
    rows: numberList(),
    to: numberList(),
    within: numberList(),
  }));
  const names = relations.slice(references.length).map((relation) => ({ relation, taken: new Map<string, number>() }));
  const kept = new Map(withinNames(resource, catalogue).map((name) => [name, numberList()]));
  const newest = (target: Resource): number => inlet.newest[target.name]!;
  let next = Math.max(0, newest(resource)) + 1;
  let hasIds: boolean | undefined;

  function refuse(place: number, fault: Fault): void {
    bad.add(place);
    tell(lines.at(place), fault);
  }

  /** An id that is given once and free, or the next one. */
  function idOf(place: number, { values, faults }: PlacedRow): number {
    const id = values.id as number | undefined;
    const isGiven = id !== undefined || faults.some(({ loc }) => loc[1] === 'id');
    const isRead = id !== undefined || faults.every(({ loc }) => loc.length > 1);
    if (isRead) hasIds ??= isGiven;
    if (isRead && isGiven !== hasIds) {
      const msg = hasIds ? 'Field required: the first row has an id' : 'Leave the id out: the first row has none';
      refuse(place, { type: 'mixed_ids', loc: ['row', 'id'], msg, input: id ?? null });
    }
    if (id === undefined) return hasIds || bad.has(place) ? 0 : next++;
    const before = ids.add(id, place);
    if (before >= 0) refuse(place, idTaken(id, `Another row has this id already, the one on line ${lines.at(before)}`));
    return id;
  }

  function draft(row: PlacedRow): Draft {
    const place = lines.push(row.line);
    for (const fault of row.faults) refuse(place, fault);
    const id = idOf(place, row);
    given.push(id);
    const isWhole = row.faults.length === 0;
    const record = isWhole ? withDefaults(resource, id, row.values, now) : row.values;
    for (const [name, list] of kept) list.push((record[name] as number | undefined | null) ?? Number.NaN);
    return { place, line: row.line, record, isWhole };
  }

  async function checkIds(drafts: readonly Draft[]): Promise<void> {
    const asked = drafts.filter(({ record: { id } }) => id !== undefined && (id as number) <= newest(resource));
    if (asked.length === 0) return;
    const field = resource.fields.find(({ name }) => name === 'id')!;
    const keys = asked.map(({ record }) => [record.id!]);
    const found = await inlet.find({ resource, by: [field], wanted: field }, keys);
    for (const { place, record } of asked) {
      const id = record.id as number;
      if (ids.find(id) !== place || !found.has(JSON.stringify([id]))) continue;
      known.get(resource)!.add(id);
      refuse(place, idTaken(id, `There is a ${resource.one} with this id already, and records are never changed`));
    }
  }

  async function checkReferences(drafts: readonly Draft[], { field, relation, rows, to, within }: Open): Promise<void> {
    const target = relation.resource;
    const [sure, desk] = [known.get(target)!, hall.deskOf(target)];
    const isIn = field.within === undefined ? (id: number) => sure.has(id) : () => false;
    const asked: Draft[] = [];
    for (const each of drafts) {
      const id = each.record[field.name] as number | null | undefined;
      if (id === null || id === undefined || isIn(id)) continue;
      if (id <= newest(target)) asked.push(each);
      else settleLater(each, id);
    }
    const keys = [...new Set(asked.map(({ record }) => record[field.name] as number))].map((id) => [id]);
    const found = keys.length > 0 ? await inlet.find(relation, keys) : new Map<string, Value>();
    for (const each of asked) {
      const id = each.record[field.name] as number;
      const value = found.get(JSON.stringify([id]));
      // What a file gives may still be refused.
      if (value === undefined || (desk && desk.find(id) >= 0 && !sure.has(id))) settleLater(each, id);
      else {
        sure.add(id);
        const fault = relation.faultOf(each.record, value);
        if (fault) refuse(each.place, fault);
      }
    }

    function settleLater({ place, record }: Draft, id: number): void {
      if (!desk) refuse(place, relation.faultOf({ [field.name]: id }, undefined)!);
      else if (strictly || field.within !== undefined || desk.find(id) < 0) {
        rows.push(place);
        to.push(id);
        within.push(((field.within && record[field.within]) as number | null | undefined) ?? Number.NaN);
      }
    }
  }

  async function checkNames(drafts: readonly Draft[], { relation, taken }: (typeof names)[number]): Promise<void> {
    const asked = drafts.flatMap((each) => {
      const key = relation.keyOf(each.record);
      return key ? [{ ...each, key, text: JSON.stringify(key) }] : [];
    });
    if (asked.length === 0) return;
    const found = await inlet.find(
      relation,
      asked.filter(({ text }) => !taken.has(text)).map(({ key }) => key),
    );
    for (const { place, record, text } of asked) {
      const fault = relation.faultOf(record, found.get(text) ?? taken.get(text));
      const line = taken.get(text);
      if (fault) refuse(place, line === undefined ? fault : { ...fault, msg: `${fault.msg}: the one on line ${line}` });
      else taken.set(text, lines.at(place));
    }
  }

  return {
    resource,
    open,
    async take(rows) {
      const drafts = rows.map(draft);
      await checkIds(drafts);
      for (const each of open) await checkReferences(drafts, each);
      for (const each of names) await checkNames(drafts, each);
      return drafts.filter(({ place }) => !bad.has(place)).map(({ record }) => record);
    },
    find: ids.find,
    isRefused: (place) => bad.has(place),
    valueAt(place, field) {
      const value = kept.get(field)!.at(place);
      return Number.isNaN(value) ? null : value;
    },
    lineAt: lines.at,
    refuse(place, fault) {
      if (!bad.has(place)) late.push(given.at(place));
      refuse(place, fault);
    },
    late: () => late,
    rows: lines.length,
    refused: () => bad.size,
  };
}

const idTaken = (id: number, msg: string): Fault => ({ type: 'not_unique', loc: ['row', 'id'], msg, input: id });

/** The fields of a resource that references to it compare. */
const withinNames = (resource: Resource, catalogue: Catalogue): string[] => [
  ...new Set(
    catalogue
      .flatMap(referencesOf)
      .flatMap(({ target, within }) => (target === resource && within !== undefined ? [within] : [])),
  ),
];
