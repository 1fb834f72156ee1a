// Looks up the references and unique names of several records, with one statement for each relation.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import { type Relation, relationsOf } from '../../shared/relations.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';
import { plainType } from '../dialect.ts';

export type Draft = { readonly resource: Resource; readonly values: DataRecord };
export type CheckRelations = (query: Query, drafts: readonly Draft[]) => Promise<readonly (readonly Fault[])[]>;

type LookUp = { readonly relation: Relation; readonly keys: Map<string, Value[]> };

/** When several drafts have the same unique name, the first one gets it. */
export function checkRelations(catalogue: Catalogue): CheckRelations {
  const relations = new Map(catalogue.map((resource) => [resource.name, relationsOf(resource)]));
  const sqlOf = new Map([...relations.values()].flat().map((relation) => [relation, lookUpSql(relation)]));
  return async (query, drafts) => {
    const lookUps = new Map<Relation, LookUp>();
    for (const { resource, values } of drafts) {
      for (const relation of relations.get(resource.name)!) {
        const key = relation.keyOf(values);
        if (!key) continue;
        const lookUp = lookUps.get(relation) ?? { relation, keys: new Map() };
        lookUps.set(relation, lookUp);
        lookUp.keys.set(JSON.stringify(key), key);
      }
    }
    const found = new Map<Relation, Map<string, Value>>();
    await Promise.all(
      [...lookUps.values()].map(async ({ relation, keys }) => {
        const rows = await query(sqlOf.get(relation)!, [JSON.stringify([...keys.values()])]);
        found.set(relation, new Map(rows.map(([key, wanted]) => [normal(key!), JSON.parse(wanted!.toString())])));
      }),
    );
    return drafts.map(({ resource, values }) => {
      const faults: Fault[] = [];
      for (const relation of relations.get(resource.name)!) {
        const key = relation.keyOf(values);
        const fault = key && relation.faultOf(values, found.get(relation)!.get(JSON.stringify(key)));
        if (fault) faults.push(fault);
      }
      // From here on the names of this draft are taken.
      if (faults.length === 0) for (const relation of relations.get(resource.name)!) take(relation, values);
      return faults;
    });

    function take(relation: Relation, values: DataRecord): void {
      const key = relation.isUnique ? relation.keyOf(values) : undefined;
      if (key) found.get(relation)!.set(JSON.stringify(key), 0);
    }
  };
}

/** In the form of JSON.stringify. */
export const normal = (json: Buffer): string => JSON.stringify(JSON.parse(json.toString()));

/** The keys are one parameter, a JSON array of arrays. Each that is found is returned with the wanted value. */
export function lookUpSql({ resource, by, wanted }: Pick<Relation, 'resource' | 'by' | 'wanted'>): string {
  const typed = by.map(({ kind }, i) => `(key->>${i})::${plainType(kind.schema.type)} AS k${i}`);
  const test = by.map((field, i) => `record.${quoted(field.name)} = asked.k${i}`).join(' AND ');
  return `SELECT asked.key, to_json(record.${quoted(wanted.name)})
    FROM (SELECT key, ${typed.join(', ')} FROM json_array_elements($1::text::json) AS key) AS asked
    JOIN ${quoted(resource.table)} AS record ON ${test}`;
}
