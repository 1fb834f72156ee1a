// Looks up the references and unique names of several records, with one statement for each relation.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { Fault } from '../../../contract/faults.ts';
import { type Relation, relationsOf } from '../../shared/relations.ts';
import { quoted } from '../../shared/schema.ts';
import type { Query } from '../connection/connection.ts';
import { plainType } from '../dialect.ts';

export type Draft = { readonly resource: Resource; readonly values: DataRecord };

/** When several drafts have the same unique name, the first one gets it. */
export function checkRelations(catalogue: Catalogue) {
  const relations = new Map(catalogue.map((resource) => [resource.name, relationsOf(resource)]));
  const sqlOf = new Map([...relations.values()].flat().map((relation) => [relation, lookUpSql(relation)]));
  return async (query: Query, drafts: readonly Draft[]): Promise<readonly (readonly Fault[])[]> => {
    const asked = new Map<Relation, Map<string, Value[]>>();
    for (const { resource, values } of drafts) {
      for (const relation of relations.get(resource.name)!) {
        const key = relation.keyOf(values);
        if (!key) continue;
        const keys = asked.get(relation) ?? new Map<string, Value[]>();
        asked.set(relation, keys.set(JSON.stringify(key), key));
      }
    }
    const found = new Map<Relation, Map<string, Value>>();
    await Promise.all(
      [...asked].map(
        async ([relation, keys]) =>
          void found.set(relation, await lookUp(query, relation, [...keys.values()], sqlOf.get(relation))),
      ),
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

/** The wanted value of each record that has one of the keys, by the JSON of the key. */
export async function lookUp(
  query: Query,
  relation: Pick<Relation, 'resource' | 'by' | 'wanted'>,
  keys: readonly Value[][],
  sql = lookUpSql(relation),
): Promise<Map<string, Value>> {
  const rows = await query(sql, [JSON.stringify(keys)]);
  return new Map(rows.map(([key, wanted]) => [normal(key!), wanted === null ? null : JSON.parse(wanted!.toString())]));
}

/** In the form of JSON.stringify. */
const normal = (json: Buffer): string => JSON.stringify(JSON.parse(json.toString()));

/** The keys are one parameter, a JSON array of arrays. Each that is found is returned with the wanted value. */
function lookUpSql({ resource, by, wanted }: Pick<Relation, 'resource' | 'by' | 'wanted'>): string {
  const typed = by.map(({ kind }, i) => `(key->>${i})::${plainType(kind.schema.type)} AS k${i}`);
  const test = by.map((field, i) => `record.${quoted(field.name)} = asked.k${i}`).join(' AND ');
  return `SELECT asked.key, to_json(record.${quoted(wanted.name)})
    FROM (SELECT key, ${typed.join(', ')} FROM json_array_elements($1::text::json) AS key) AS asked
    JOIN ${quoted(resource.table)} AS record ON ${test}`;
}
