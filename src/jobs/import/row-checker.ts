// Checks the rows of one file: gives ids, compares each row with those before it and with the database, and collects
// the references that can only be settled when all files are read.

import type { Value } from '../../catalogue/kinds.ts';
import { type Catalogue, type DataRecord, type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import type { ImportRow } from '../../contract/formats/import-row.ts';
import { filledFields, withDefaults } from '../../contract/request/create-body.ts';
import { withArticle } from '../../contract/words.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { type Relation, relationsOf } from '../../store/shared/relations.ts';

/** A row and the line on which it begins. */
export type NumberedRow = ImportRow & {
  readonly line: number;
};

/** References of one field that have to be found in the files: from which row, to which id, with which value of
 * `within`. The lists have one entry for each reference; a missing value is NaN. */
export type OpenReferences = {
  readonly field: Field;
  readonly relation: Relation;
  readonly rows: number[];
  readonly ids: number[];
  readonly within: number[];
};

/** Rows are identified by their index in the file. */
export type RowChecker = {
  readonly resource: Resource;
  /** Returns the records of the rows that can be written. */
  check(rows: readonly NumberedRow[]): Promise<DataRecord[]>;
  readonly open: readonly OpenReferences[];
  readonly rowOfId: ReadonlyMap<number, number>;
  readonly lines: readonly number[];
  readonly refused: ReadonlySet<number>;
  /** The value of a field that references to this resource compare. */
  valueAt(row: number, field: string): Value;
  /** Refuses a row that passed `check`. */
  refuse(row: number, fault: Fault): void;
  /** The ids of those rows. */
  readonly refusedLate: readonly number[];
};

type Draft = { readonly row: number; readonly record: DataRecord; readonly filled: readonly string[] };

/** Told each record with the fields whose values are defaults. */
export type OnFilled = (resource: Resource, record: DataRecord, fields: readonly string[]) => void;

export type ImportContext = {
  readonly session: ImportSession;
  readonly catalogue: Catalogue;
  /** The time of writing. */
  readonly now: string;
  /** The import goes on without refused rows, so nothing may refer to one. */
  readonly skipInvalid: boolean;
  /** Ids that the database is known to have. */
  readonly known: ReadonlyMap<Resource, Set<number>>;
  readonly onFilled?: OnFilled | undefined;
  /** `undefined` for a resource that is not imported. */
  checkerOf(resource: Resource): RowChecker | undefined;
};

export function rowChecker(
  { session, catalogue, now, skipInvalid, known, onFilled, checkerOf }: ImportContext,
  resource: Resource,
  nextId: number,
  onRefused: (line: number, fault: Fault) => void,
): RowChecker {
  const [lines, idOfRow]: [number[], number[]] = [[], []];
  const rowOfId = new Map<number, number>();
  const refused = new Set<number>();
  const refusedLate: number[] = [];
  const relations = relationsOf(resource);
  const references = referencesOf(resource);
  const open = references.map(
    (field, i): OpenReferences => ({ field, relation: relations[i]!, rows: [], ids: [], within: [] }),
  );
  const names = relations.slice(references.length).map((relation) => ({ relation, taken: new Map<string, number>() }));
  const compared = new Map<string, number[]>(comparedFields(resource, catalogue).map((name) => [name, []]));
  const newest = (target: Resource): number => session.newest[target.name]!;
  let next = nextId;
  let hasIds: boolean | undefined;

  function refuse(row: number, fault: Fault): void {
    refused.add(row);
    onRefused(lines[row]!, fault);
  }

  /** The id that the row gives, or the next free one. Either all rows of a file give ids or none does. */
  function idFor(row: number, { values, faults }: NumberedRow): number {
    const id = values.id as number | undefined;
    const isGiven = id !== undefined || faults.some(({ loc }) => loc[1] === 'id');
    const isRead = id !== undefined || faults.every(({ loc }) => loc.length > 1);
    if (isRead) hasIds ??= isGiven;
    if (isRead && isGiven !== hasIds) {
      const msg = hasIds ? 'Field required: the first row has an id' : 'Leave the id out: the first row has none';
      refuse(row, { type: 'mixed_ids', loc: ['row', 'id'], msg, input: id ?? null });
    }
    if (id === undefined) return hasIds || refused.has(row) ? 0 : next++;
    const before = rowOfId.get(id);
    if (before === undefined) rowOfId.set(id, row);
    else refuse(row, idTaken(id, `Another row has this id already, the one on line ${lines[before]}`));
    return id;
  }

  function draft(sent: NumberedRow): Draft {
    const row = lines.push(sent.line) - 1;
    for (const fault of sent.faults) refuse(row, fault);
    const id = idFor(row, sent);
    idOfRow.push(id);
    const record = sent.faults.length === 0 ? withDefaults(resource, id, sent.values, now, true) : sent.values;
    for (const [name, values] of compared) values.push((record[name] as number | undefined | null) ?? Number.NaN);
    return { row, record, filled: onFilled ? filledFields(resource, sent.values, record) : [] };
  }

  /** Ids above the newest one are free without a look-up. */
  async function checkIds(drafts: readonly Draft[]): Promise<void> {
    const asked = drafts.filter(({ record: { id } }) => id !== undefined && (id as number) <= newest(resource));
    if (asked.length === 0) return;
    const field = resource.fields.find(({ name }) => name === 'id')!;
    const keys = asked.map(({ record }) => [record.id!]);
    const found = await session.find({ resource, by: [field], wanted: field }, keys);
    for (const { row, record } of asked) {
      const id = record.id as number;
      if (rowOfId.get(id) !== row || !found.has(JSON.stringify([id]))) continue;
      known.get(resource)!.add(id);
      refuse(
        row,
        idTaken(id, `There is ${withArticle(resource.one)} with this id already, and only --update changes records`),
      );
    }
  }

  async function checkReferences(drafts: readonly Draft[], references: OpenReferences): Promise<void> {
    const { field, relation, rows, ids, within } = references;
    const target = relation.resource;
    const [sure, checker] = [known.get(target)!, checkerOf(target)];
    const isSure = field.within === undefined ? (id: number) => sure.has(id) : () => false;
    const asked: Draft[] = [];
    for (const each of drafts) {
      const id = each.record[field.name] as number | null | undefined;
      if (id === null || id === undefined || isSure(id)) continue;
      if (id <= newest(target)) asked.push(each);
      else settleLater(each, id);
    }
    const keys = [...new Set(asked.map(({ record }) => record[field.name] as number))].map((id) => [id]);
    const found = keys.length > 0 ? await session.find(relation, keys) : new Map<string, Value>();
    for (const each of asked) {
      const id = each.record[field.name] as number;
      const value = found.get(JSON.stringify([id]));
      // A record that this session wrote may still be refused.
      const isOfFile = checker?.rowOfId.has(id) && !sure.has(id);
      if (value === undefined || isOfFile) settleLater(each, id);
      else {
        sure.add(id);
        const fault = relation.faultOf(each.record, value);
        if (fault) refuse(each.row, fault);
      }
    }

    function settleLater({ row, record }: Draft, id: number): void {
      if (!checker) refuse(row, relation.faultOf({ [field.name]: id }, undefined)!);
      else if (skipInvalid || field.within !== undefined || !checker.rowOfId.has(id)) {
        rows.push(row);
        ids.push(id);
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
    const found = await session.find(
      relation,
      asked.filter(({ text }) => !taken.has(text)).map(({ key }) => key),
    );
    for (const { row, record, text } of asked) {
      const line = taken.get(text);
      const fault = relation.faultOf(record, found.get(text) ?? line);
      if (fault) refuse(row, line === undefined ? fault : { ...fault, msg: `${fault.msg}: the one on line ${line}` });
      else taken.set(text, lines[row]!);
    }
  }

  return {
    resource,
    open,
    async check(rows) {
      const drafts = rows.map(draft);
      await checkIds(drafts);
      for (const each of open) await checkReferences(drafts, each);
      for (const each of names) await checkNames(drafts, each);
      const sound = drafts.filter(({ row }) => !refused.has(row));
      for (const { record, filled } of sound) if (filled.length > 0) onFilled?.(resource, record, filled);
      return sound.map(({ record }) => record);
    },
    rowOfId,
    lines,
    refused,
    refusedLate,
    valueAt(row, field) {
      const value = compared.get(field)![row]!;
      return Number.isNaN(value) ? null : value;
    },
    refuse(row, fault) {
      if (!refused.has(row)) refusedLate.push(idOfRow[row]!);
      refuse(row, fault);
    },
  };
}

const idTaken = (id: number, msg: string): Fault => ({ type: 'not_unique', loc: ['row', 'id'], msg, input: id });

/** The fields of a resource that references to it compare. */
const comparedFields = (resource: Resource, catalogue: Catalogue): string[] => [
  ...new Set(
    catalogue
      .flatMap(referencesOf)
      .flatMap(({ target, within }) => (target === resource && within !== undefined ? [within] : [])),
  ),
];
