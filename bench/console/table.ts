// Prints a table whose columns are as wide as their longest cell. All but the first are numbers.
export function printTable(title: string, how: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   ');
  console.log(`\n${title}\n${how}\n`);
  for (const row of [heads, widths.map((width) => '─'.repeat(width)), ...rows]) console.log(`  ${line(row).trimEnd()}`);
}

export const kib = (bytes: number): string => (bytes / 1024).toFixed(1);
export const ms = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0);
