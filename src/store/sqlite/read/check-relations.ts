// Looks up the references and unique names of a record, one small statement each.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import { type Relation, relationsOf } from '../../shared/relations.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';

export function checkRelations(prepare: Prepare, catalogue: Catalogue) {
  const known = new Map(
    catalogue.map((resource) => [
      resource.name,
      relationsOf(resource).map((relation) => ({ relation, sql: lookUpSql(relation) })),
    ]),
  );
  return ({ name }: Resource, values: DataRecord): Fault[] => {
    const faults: Fault[] = [];
    for (const { relation, sql } of known.get(name)!) {
      const key = relation.keyOf(values);
      const fault = key && relation.faultOf(values, prepare(sql).values(...key)[0]?.[0] as Value | undefined);
      if (fault) faults.push(fault);
    }
    return faults;
  };
}

export function lookUpSql({ resource, by, wanted }: Pick<Relation, 'resource' | 'by' | 'wanted'>): string {
  const test = by.map((field) => `${quoted(field.name)} = ?`).join(' AND ');
  return `SELECT ${quoted(wanted.name)} FROM ${quoted(resource.table)} WHERE ${test}`;
}
