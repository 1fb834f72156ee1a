// Environment → frozen settings. One table: what a variable is called, what it means, and how its text is read.
import { availableParallelism } from 'node:os';
import { catalogue } from './catalogue/catalogue.ts';
import type { PrivateFields } from './store/store.ts';

export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly token: string | undefined;
  readonly dataFolder: string;
  readonly demo: boolean;
  readonly workers: number;
  readonly privateFields: PrivateFields;
};

/** A setting that cannot be used: its message is one line that names the setting and the mend. */
export class SettingError extends Error {}

type Row = { readonly variables: readonly string[]; readonly default: string; readonly about: string };

export const settingRows = {
  port: { variables: ['PORT'], default: '8080', about: 'port to listen on; 0 takes a free one' },
  host: { variables: ['HOST'], default: '127.0.0.1', about: 'address to listen on; 0.0.0.0 for all' },
  token: {
    variables: ['WORKFORCE_API_TOKEN', 'API_TOKEN'],
    default: '',
    about: 'the write token, at least 8 characters; without one every write answers 503',
  },
  dataFolder: {
    variables: ['WORKFORCE_DATA'],
    default: './data',
    about: 'folder of the embedded database (workforce.db)',
  },
  demo: {
    variables: ['WORKFORCE_DEMO'],
    default: '1',
    about: 'fill an empty database with demo data at first start; 0 starts empty',
  },
  workers: {
    variables: ['WORKFORCE_WORKERS'],
    default: 'all cores',
    about: 'processes that answer requests, 1 to 64; always 1 where the system is not Linux',
  },
  privateFields: {
    variables: ['WORKFORCE_PRIVATE_FIELDS'],
    default: '',
    about: 'fields such as employees.base_salary,candidates.email: null unless the write token is shown',
  },
} as const satisfies Record<keyof Settings, Row>;

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(environment: Environment, platform: string = process.platform): Settings {
  const read = <T>({ variables, default: fallback }: Row, parse: (text: string, name: string) => T): T => {
    const name = variables.find((variable) => environment[variable]?.trim()) ?? variables[0]!;
    return parse(environment[name]?.trim() || fallback, name);
  };
  if (environment.DATABASE_URL) {
    throw new SettingError(
      'DATABASE_URL is set, but this version keeps its data in the embedded database only; unset it.',
    );
  }
  const rows = settingRows;
  return Object.freeze({
    port: read(rows.port, portNumber),
    host: read(rows.host, (text) => text),
    token: read(rows.token, tokenText),
    dataFolder: read(rows.dataFolder, (text) => text),
    demo: read(rows.demo, onOrOff),
    workers: read(rows.workers, (text, name) => workerCount(text, name, platform)),
    privateFields: read(rows.privateFields, fieldNames),
  });
}

function portNumber(text: string, name: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new SettingError(`${name} is "${text}", but a port is a number from 0 to 65535.`);
}

/** The token itself is never shown, not even when it is wrong. */
function tokenText(text: string, name: string): string | undefined {
  if (text === '') return undefined;
  if (!/^[!-~]{8,}$/.test(text))
    throw new SettingError(
      `${name} cannot be used: a token has at least 8 characters, printable ASCII without spaces.`,
    );
  return text;
}

function onOrOff(text: string, name: string): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new SettingError(`${name} is "${text}", but it is either 1 or 0.`);
}

/** Only Linux deals the connections to one port out among the processes that listen on it. */
function workerCount(text: string, name: string, platform: string): number {
  if (text === settingRows.workers.default) return platform === 'linux' ? Math.min(availableParallelism(), 64) : 1;
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1 && count <= 64)) throw new SettingError(`${name} is "${text}", but it is a number from 1 to 64.`);
  if (count === 1 || platform === 'linux') return count;
  throw new SettingError(`${name} is ${count}, but processes can share a port only on Linux; set 1 or leave it out.`);
}

function fieldNames(text: string, name: string): PrivateFields {
  const found: Record<string, Set<string>> = {};
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [resourceName = '', fieldName = ''] = entry.split('.');
    const resource = catalogue.find((each) => each.name === resourceName);
    const field = resource?.fields.find((each) => each.name === fieldName);
    if (!field || fieldName === 'id')
      throw new SettingError(
        `${name} names "${entry}", which is no field; write them as employees.base_salary,candidates.email.`,
      );
    if (field.required)
      throw new SettingError(`${name} names "${entry}", which is never null in answers and so cannot be hidden.`);
    found[resourceName] = (found[resourceName] ?? new Set()).add(fieldName);
  }
  return found;
}
