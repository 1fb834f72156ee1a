// `workforce help`: the commands, their options and the settings, from the tables that define them.
import { settingRows } from '../config.ts';
import { PRODUCT, VERSION } from '../contract/product.ts';
import type { Command } from './command.ts';
import { say } from './output.ts';

export function help(commands: Readonly<Record<string, Command>>): void {
  const settings = Object.values(settingRows).map(({ variables, about, default: value }) => {
    return [variables.join(', '), `${about}${value === '' ? '' : ` (${value})`}`] as const;
  });
  const rows = Object.entries(commands).flatMap(([name, { about, operand, options = {}, flags = {} }]) => [
    [operand ? `${name} ${operand}` : name, about] as const,
    ...Object.entries(flags).map(([flag, meaning]) => [`  --${flag}`, meaning] as const),
    ...Object.entries(options).map(([option, { about: meaning, default: value }]) => {
      return [`  --${option}`, `${meaning} (${value})`] as const;
    }),
  ]);
  say(`${PRODUCT} ${VERSION}

Usage: workforce <command> [options]

${table(rows)}

Settings, from the environment (defaults in brackets):

${table(settings)}`);
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n');
}
