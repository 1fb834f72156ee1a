// Shows the first rows of a dry run as they would be stored.
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { tableText } from '../terminal/table.ts';

/** How many records of each resource are shown. */
const MOST = 5;

export function preview() {
  const first = new Map<Resource, DataRecord[]>();
  return {
    take(resource: Resource, records: readonly DataRecord[]): void {
      const known = first.get(resource) ?? [];
      first.set(resource, known);
      if (known.length < MOST) known.push(...records.slice(0, MOST - known.length));
    },
    text: (): string =>
      [...first]
        .filter(([, records]) => records.length > 0)
        .map(([resource, records]) => tableOf(resource, records))
        .join('\n\n'),
    records: (): { resource: string; records: DataRecord[] }[] =>
      [...first].map(([{ name }, records]) => ({ resource: name, records })),
  };
}

function tableOf({ many }: Resource, records: readonly DataRecord[]): string {
  const names = Object.keys(records[0]!).filter((name) => records.some((record) => (record[name] ?? null) !== null));
  const items = records.map((record) => Object.fromEntries(names.map((name) => [name, record[name] ?? null])));
  const { lines, omitted } = tableText(items);
  const rest = omitted.length > 0 ? `\n(and ${omitted.join(', ')}; --json shows all)` : '';
  return `The first ${many} as they would be stored:\n${lines.join('\n')}${rest}`;
}
