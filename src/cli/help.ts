// `workforce help`: the commands and the settings, from the tables that define them.
import { settingRows } from '../config.ts';
import { PRODUCT, VERSION } from '../contract/product.ts';
import { say } from './output.ts';

export type Command = { readonly about: string; readonly run: () => Promise<void> | void };

export function help(commands: Readonly<Record<string, Command>>): void {
  const rows = Object.values(settingRows).map((row) => {
    const shown = row.default === '' ? '' : ` (${row.default})`;
    return [row.variables.join(', '), `${row.about}${shown}`] as const;
  });
  say(`${PRODUCT} ${VERSION}

Usage: workforce <command>

${table(Object.entries(commands).map(([name, { about }]) => [name, about] as const))}

Settings, from the environment (defaults in brackets):

${table(rows)}`);
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n');
}
