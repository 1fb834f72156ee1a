// Environment → frozen settings. One table: what a variable is called, what it means, and how its text is read.
import { availableParallelism } from 'node:os';
import { catalogue } from './catalogue/catalogue.ts';
import { parseAddresses } from './store/database-address.ts';
import type { PrivateFields } from './store/store.ts';

export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly token: string | undefined;
  readonly dataFolder: string;
  /** Without one the embedded database is used. */
  readonly databaseUrl: string | undefined;
  readonly replicaUrls: readonly string[];
  readonly maxLagSeconds: number;
  readonly poolSize: number;
  readonly statementTimeoutSeconds: number;
  readonly databaseWaitSeconds: number;
  readonly demo: boolean;
  readonly maxInFlight: number;
  readonly rateLimit: number | undefined;
  readonly trustProxy: boolean;
  readonly log: 'requests' | 'errors' | 'off';
  readonly slowMilliseconds: number;
  /** Without one, no numbers are served. */
  readonly metricsPort: number | undefined;
  readonly workers: number;
  readonly privateFields: PrivateFields;
  readonly mcp: 'off' | 'reads' | 'writes';
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
  databaseUrl: {
    variables: ['DATABASE_URL'],
    default: '',
    about: 'postgres://user:password@host:5432/database: use PostgreSQL instead of the embedded database',
  },
  replicaUrls: {
    variables: ['DATABASE_REPLICA_URLS'],
    default: '',
    about: 'comma-separated postgres:// addresses of read replicas',
  },
  maxLagSeconds: {
    variables: ['WORKFORCE_MAX_LAG_SECONDS'],
    default: '5',
    about: 'a replica that is further behind answers no reads until it has caught up',
  },
  poolSize: {
    variables: ['WORKFORCE_POOL_SIZE'],
    default: '10',
    about: 'connections of each process to each PostgreSQL server, 1 to 1000',
  },
  statementTimeoutSeconds: {
    variables: ['WORKFORCE_STATEMENT_TIMEOUT_SECONDS'],
    default: '10',
    about: 'a question that PostgreSQL takes longer over is given up with 503',
  },
  databaseWaitSeconds: {
    variables: ['WORKFORCE_DATABASE_WAIT_SECONDS'],
    default: '30',
    about: 'how long the start waits for a PostgreSQL that does not answer yet',
  },
  demo: {
    variables: ['WORKFORCE_DEMO'],
    default: '1',
    about: 'fill an empty database with demo data at first start; 0 starts empty',
  },
  maxInFlight: {
    variables: ['WORKFORCE_MAX_IN_FLIGHT'],
    default: '512',
    about: 'requests that a process answers at the same time; more get 503 at once',
  },
  rateLimit: {
    variables: ['WORKFORCE_RATE_LIMIT'],
    default: '',
    about: 'requests a minute that each client may send to each process; more get 429; no limit without it',
  },
  trustProxy: {
    variables: ['WORKFORCE_TRUST_PROXY'],
    default: '0',
    about: '1 when a proxy stands in front: clients are then told apart by the last address in X-Forwarded-For',
  },
  log: {
    variables: ['WORKFORCE_LOG'],
    default: 'requests',
    about: 'which requests are logged: requests (all of them), errors (those that fail on our side or are slow), off',
  },
  slowMilliseconds: {
    variables: ['WORKFORCE_SLOW_MS'],
    default: '1000',
    about: 'a request that takes so many milliseconds is named slow in the log',
  },
  metricsPort: {
    variables: ['WORKFORCE_METRICS_PORT'],
    default: '',
    about: 'port on which /metrics is served for Prometheus; none without it',
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
  mcp: {
    variables: ['WORKFORCE_MCP'],
    default: 'reads',
    about: 'what assistants may do at /mcp: off, reads, or writes (creates too, for whoever shows the write token)',
  },
} as const satisfies Record<keyof Settings, Row>;

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(environment: Environment, platform: string = process.platform): Settings {
  const read = <T>({ variables, default: fallback }: Row, parse: (text: string, name: string) => T): T => {
    const name = variables.find((variable) => environment[variable]?.trim()) ?? variables[0]!;
    return parse(environment[name]?.trim() || fallback, name);
  };
  const rows = settingRows;
  const databaseUrl = read(rows.databaseUrl, databaseAddress);
  const replicaUrls = read(rows.replicaUrls, replicaAddresses);
  if (replicaUrls.length > 0 && databaseUrl === undefined) {
    throw new SettingError('DATABASE_REPLICA_URLS is set, but DATABASE_URL is not; set it to the primary.');
  }
  const [token, mcp] = [read(rows.token, tokenText), read(rows.mcp, mcpChoice)];
  if (mcp === 'writes' && token === undefined) {
    throw new SettingError('WORKFORCE_MCP is writes, but WORKFORCE_API_TOKEN is not set; set it, or reads.');
  }
  return Object.freeze({
    port: read(rows.port, portNumber),
    host: read(rows.host, (text) => text),
    token,
    dataFolder: read(rows.dataFolder, (text) => text),
    databaseUrl,
    replicaUrls,
    maxLagSeconds: read(rows.maxLagSeconds, (text, name) => numberFrom(0.1, 86_400, text, name)),
    poolSize: read(rows.poolSize, (text, name) => wholeFrom(1, 1000, text, name)),
    statementTimeoutSeconds: read(rows.statementTimeoutSeconds, (text, name) => numberFrom(0.1, 86_400, text, name)),
    databaseWaitSeconds: read(rows.databaseWaitSeconds, (text, name) => numberFrom(0, 86_400, text, name)),
    demo: read(rows.demo, onOrOff),
    maxInFlight: read(rows.maxInFlight, (text, name) => wholeFrom(1, 1_000_000, text, name)),
    rateLimit: read(rows.rateLimit, (text, name) =>
      text === '' ? undefined : wholeFrom(1, 1_000_000_000, text, name),
    ),
    trustProxy: read(rows.trustProxy, onOrOff),
    log: read(rows.log, logChoice),
    slowMilliseconds: read(rows.slowMilliseconds, (text, name) => numberFrom(0, 86_400_000, text, name)),
    metricsPort: read(rows.metricsPort, (text, name) => (text === '' ? undefined : portNumber(text, name))),
    workers: read(rows.workers, (text, name) => workerCount(text, name, platform)),
    privateFields: read(rows.privateFields, fieldNames),
    mcp,
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

/** The address itself is never shown: it may hold a password. */
function databaseAddress(text: string, name: string): string | undefined {
  if (text === '') return undefined;
  const parsed = parseAddresses(text);
  if ('addresses' in parsed) return text;
  throw new SettingError(`${name} cannot be used: ${parsed.fault}.`);
}

/** An address may itself name several hosts with commas between them. */
const replicaAddresses = (text: string, name: string): string[] =>
  text
    .split(/,\s*(?=postgres(?:ql)?:\/\/)/)
    .filter((part) => part.trim() !== '')
    .map((part) => databaseAddress(part.trim(), name)!);

function numberFrom(minimum: number, maximum: number, text: string, name: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new SettingError(`${name} is "${text}", but it is a number from ${minimum} to ${maximum}.`);
}

function wholeFrom(minimum: number, maximum: number, text: string, name: string): number {
  if (/^\d+$/.test(text)) return numberFrom(minimum, maximum, text, name);
  throw new SettingError(`${name} is "${text}", but it is a whole number from ${minimum} to ${maximum}.`);
}

function logChoice(text: string, name: string): Settings['log'] {
  if (text === 'requests' || text === 'errors' || text === 'off') return text;
  throw new SettingError(`${name} is "${text}", but it is requests, errors or off.`);
}

function mcpChoice(text: string, name: string): Settings['mcp'] {
  if (text === 'off' || text === 'reads' || text === 'writes') return text;
  throw new SettingError(`${name} is "${text}", but it is off, reads or writes.`);
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
