// The records of each resource with their digest, as a table: the proof of copies and backups.

export function recordSums(rows: readonly (readonly [name: string, records: string, sum: string])[]): string {
  const table = [['resource', 'records', 'SHA-256 of the JSON of all records, a line each'] as const, ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map(([name, records, sum]) => `  ${name.padEnd(widths[0]!)}  ${records.padStart(widths[1]!)}  ${sum}`.trimEnd())
    .join('\n');
}
