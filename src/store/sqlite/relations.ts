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
  return resource.fields.flatMap((field): Fault[] => {
    const input = values[field.name];
    if (!field.to || input === undefined || input === null) return [];
    const target = catalogue.find((other) => other.name === field.to)!;
    const wanted = field.within === undefined ? undefined : values[field.within];
    const row = prepare(`SELECT ${quoted(field.within ?? 'id')} FROM ${quoted(target.table)} WHERE id = ?`).values(
      input,
    )[0];
    const loc = ['body', field.name];
    if (!row)
      return [{ type: 'reference_not_found', loc, msg: `There is no ${target.one} with the id ${input}`, input }];
    if (wanted === undefined || row[0] === wanted) return [];
    return [
      {
        type: 'reference_mismatch',
        loc,
        msg: `The ${target.one} ${input} has another ${field.within}: ${row[0]}`,
        input,
      },
    ];
  });
}

function uniqueFaults(resource: Resource, values: DataRecord, prepare: Prepare): Fault[] {
  return resource.unique.flatMap((names): Fault[] => {
    const sent = names.map((name) => values[name]);
    if (sent.some((value) => value === undefined || value === null)) return [];
    const test = names.map((name) => `${quoted(name)} = ?`).join(' AND ');
    if (prepare(`SELECT 1 FROM ${quoted(resource.table)} WHERE ${test}`).values(...(sent as string[])).length === 0)
      return [];
    const name = names.at(-1)!;
    const scope = names.length > 1 ? ` with this ${names.slice(0, -1).join(' and ')}` : '';
    return [
      {
        type: 'not_unique',
        loc: ['body', name],
        msg: `Another ${resource.one}${scope} has this ${name} already`,
        input: values[name],
      },
    ];
  });
}
