// What a record's values must find, or not find, among the others: references that exist, names not yet taken.
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { quoted } from './schema.ts';
import type { Prepare } from './statement-cache.ts';

export const checkRelations = (
  resource: Resource,
  values: DataRecord,
  catalogue: Catalogue,
  prepare: Prepare,
): Fault[] => [...referenceFaults(resource, values, catalogue, prepare), ...uniqueFaults(resource, values, prepare)];

function referenceFaults(resource: Resource, values: DataRecord, catalogue: Catalogue, prepare: Prepare): Fault[] {
  const faults: Fault[] = [];
  for (const field of resource.fields) {
    const input = values[field.name];
    if (field.to === undefined || input === undefined || input === null) continue;
    const target = catalogue.find((other) => other.name === field.to)!;
    const sql = `SELECT ${quoted(field.within ?? 'id')} FROM ${quoted(target.table)} WHERE id = ?`;
    const row = prepare(sql).values(input)[0];
    const wanted = field.within === undefined ? undefined : values[field.within];
    const loc = ['body', field.name];
    if (!row) {
      faults.push({ type: 'reference_not_found', loc, msg: `There is no ${target.one} with the id ${input}`, input });
    } else if (wanted !== undefined && row[0] !== wanted) {
      const msg = `The ${target.one} ${input} has another ${field.within}: ${row[0]}`;
      faults.push({ type: 'reference_mismatch', loc, msg, input });
    }
  }
  return faults;
}

function uniqueFaults(resource: Resource, values: DataRecord, prepare: Prepare): Fault[] {
  const faults: Fault[] = [];
  for (const names of resource.unique) {
    const sent = names.map((name) => values[name]);
    if (sent.some((value) => value === undefined || value === null)) continue;
    const test = names.map((name) => `${quoted(name)} = ?`).join(' AND ');
    const found = prepare(`SELECT 1 FROM ${quoted(resource.table)} WHERE ${test}`).values(...(sent as string[]));
    if (found.length === 0) continue;
    const name = names.at(-1)!;
    const scope = names.length > 1 ? ` with this ${names.slice(0, -1).join(' and ')}` : '';
    const msg = `Another ${resource.one}${scope} has this ${name} already`;
    faults.push({ type: 'not_unique', loc: ['body', name], msg, input: values[name] });
  }
  return faults;
}
