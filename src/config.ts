// Environment → frozen settings. A setting is one row of the table: its variables, its default, what it means and how
// its text is read. Rules between settings are in `readSettings`.

import { misspelledName } from './config/names.ts';
import {
  ALL_CORES,
  auditDays,
  databaseAddress,
  type Environment,
  fieldNames,
  numberFrom,
  oneOf,
  onOrOff,
  optional,
  type Parse,
  portNumber,
  replicaAddresses,
  SettingError,
  tokenText,
  webAddress,
  wholeFrom,
  workerCount,
} from './config/parse.ts';
import { checkSignIn, signInRows } from './config/sign-in.ts';
import { telemetryRows, withoutUnusedTelemetry } from './config/telemetry.ts';
import { CHANGES_DAYS } from './contract/limits.ts';

export { SettingError };

export type SettingRow = {
  /** The first that is set counts. */
  readonly variables: readonly [string, ...string[]];
  /** Empty where there is none. */
  readonly default?: string;
  readonly about: string;
  readonly parse: Parse<unknown>;
};

export const settingRows = {
  port: { variables: ['PORT'], default: '8080', about: 'port to listen on; 0 takes a free one', parse: portNumber },
  host: { variables: ['HOST'], default: '127.0.0.1', about: 'address to listen on; 0.0.0.0 for all', parse: String },
  token: {
    variables: ['WORKFORCE_API_TOKEN', 'API_TOKEN'],
    about:
      'the write token, at least 8 characters, which may do all; without it only named tokens create, and without any a write answers 503',
    parse: optional(tokenText),
  },
  read: {
    variables: ['WORKFORCE_READ'],
    default: 'public',
    about: 'who may read records: public (everybody), or token (who shows a token that may; career sites stay public)',
    parse: oneOf('public', 'token'),
  },
  documentsFor: {
    variables: ['WORKFORCE_DOCUMENTS'],
    default: 'public',
    about:
      'who may read the descriptions of the API (openapi.json, docs, llms.txt): public, or token; with WORKFORCE_READ=token',
    parse: oneOf('public', 'token'),
  },
  dataFolder: {
    variables: ['WORKFORCE_DATA'],
    default: './data',
    about: 'folder of the embedded database (workforce.db)',
    parse: String,
  },
  databaseUrl: {
    variables: ['DATABASE_URL'],
    about: 'postgres://user:password@host:5432/database: use PostgreSQL instead of the embedded database',
    parse: optional(databaseAddress),
  },
  replicaUrls: {
    variables: ['DATABASE_REPLICA_URLS'],
    about: 'comma-separated postgres:// addresses of read replicas',
    parse: replicaAddresses,
  },
  maxLagSeconds: {
    variables: ['WORKFORCE_MAX_LAG_SECONDS'],
    default: '5',
    about: 'a replica that is further behind answers no reads until it has caught up',
    parse: numberFrom(0.1, 86_400),
  },
  poolSize: {
    variables: ['WORKFORCE_POOL_SIZE'],
    default: '10',
    about: 'connections of each process to each PostgreSQL server, 1 to 1000',
    parse: wholeFrom(1, 1000),
  },
  statementTimeoutSeconds: {
    variables: ['WORKFORCE_STATEMENT_TIMEOUT_SECONDS'],
    default: '10',
    about: 'a question that takes longer is given up with 503',
    parse: numberFrom(0.1, 86_400),
  },
  databaseWaitSeconds: {
    variables: ['WORKFORCE_DATABASE_WAIT_SECONDS'],
    default: '30',
    about: 'how long the start waits for a PostgreSQL that does not answer yet',
    parse: numberFrom(0, 86_400),
  },
  demo: {
    variables: ['WORKFORCE_DEMO'],
    default: '1',
    about: 'fill an empty database with demo data at first start; 0 starts empty',
    parse: onOrOff,
  },
  maxInFlight: {
    variables: ['WORKFORCE_MAX_IN_FLIGHT'],
    default: '512',
    about: 'requests that a process answers at the same time; more get 503 at once',
    parse: wholeFrom(1, 1_000_000),
  },
  rateLimit: {
    variables: ['WORKFORCE_RATE_LIMIT'],
    about: 'requests a minute that each client may send to each process; more get 429; no limit without it',
    parse: optional(wholeFrom(1, 1_000_000_000)),
  },
  trustProxy: {
    variables: ['WORKFORCE_TRUST_PROXY'],
    default: '0',
    about: '1 when a proxy stands in front: clients are then told apart by the last address in X-Forwarded-For',
    parse: onOrOff,
  },
  log: {
    variables: ['WORKFORCE_LOG'],
    default: 'requests',
    about: 'which requests are logged: requests (all of them), errors (those that fail on our side or are slow), off',
    parse: oneOf('requests', 'errors', 'off'),
  },
  slowMilliseconds: {
    variables: ['WORKFORCE_SLOW_MS'],
    default: '1000',
    about: 'a request that takes so many milliseconds is named slow in the log',
    parse: numberFrom(0, 86_400_000),
  },
  metricsPort: {
    variables: ['WORKFORCE_METRICS_PORT'],
    about: 'port on which /metrics is served for Prometheus; none without it',
    parse: optional(portNumber),
  },
  metricsHost: {
    variables: ['WORKFORCE_METRICS_HOST'],
    about: 'address on which /metrics is served; the one of HOST without it',
    parse: optional(String),
  },
  workers: {
    variables: ['WORKFORCE_WORKERS'],
    default: ALL_CORES,
    about: 'processes that answer requests, 1 to 64; always 1 where the system is not Linux',
    parse: workerCount,
  },
  privateFields: {
    variables: ['WORKFORCE_PRIVATE_FIELDS'],
    about:
      'fields such as employees.base_salary,leave.leave_type: null, or the text private where they are never null, unless a token is shown that may see them',
    parse: fieldNames,
  },
  changesDays: {
    variables: ['WORKFORCE_CHANGES_DAYS'],
    default: String(CHANGES_DAYS),
    about: 'for how many days /api/v1/changes can be followed from where one stopped; longer, and a copy begins again',
    parse: numberFrom(0.001, 36_500),
  },
  auditDays: {
    variables: ['WORKFORCE_AUDIT_DAYS'],
    about:
      'for how many days the audit log keeps who did what, 1 to 36500; there is none until it is set, and 0 ends it',
    parse: auditDays,
  },
  importMegabytes: {
    variables: ['WORKFORCE_IMPORT_MB'],
    default: '100',
    about: 'the most megabytes of a file that is put in through the service or its console, 0 to 10000; 0 takes none',
    parse: wholeFrom(0, 10_000),
  },
  importMinutes: {
    variables: ['WORKFORCE_IMPORT_MINUTES'],
    default: '60',
    about: 'for how many minutes a file may be put in through the service; longer, and nothing of it is stored',
    parse: numberFrom(0.001, 1440),
  },
  importMemory: {
    variables: ['WORKFORCE_IMPORT_MEMORY_MB'],
    default: '4000',
    about: 'the most megabytes of memory that putting in a file may take, 100 to 1000000; known on Linux only',
    parse: wholeFrom(100, 1_000_000),
  },
  console: {
    variables: ['WORKFORCE_CONSOLE'],
    default: 'on',
    about: 'the web console at / and /console: on, or off (then / is a plain front page)',
    parse: oneOf('on', 'off'),
  },
  careers: {
    variables: ['WORKFORCE_CAREERS'],
    default: 'on',
    about: 'public career sites at /careers and on their own domains, with their feeds: on, or off',
    parse: oneOf('on', 'off'),
  },
  publicUrl: {
    variables: ['WORKFORCE_PUBLIC_URL'],
    about:
      'where the service is for others, such as https://jobs.example.com; for addresses in career sites and feeds (HOST and PORT without it)',
    parse: optional(webAddress),
  },
  mcp: {
    variables: ['WORKFORCE_MCP'],
    default: 'reads',
    about: 'what assistants may do at /mcp: off, reads, or writes (creates too, for whoever shows a token that may)',
    parse: oneOf('off', 'reads', 'writes'),
  },
  webhooks: {
    variables: ['WORKFORCE_WEBHOOKS'],
    default: 'public',
    about: 'where webhooks are sent: public (not to private addresses such as 10.0.0.7 or localhost), any, or off',
    parse: oneOf('public', 'any', 'off'),
  },
  ...signInRows,
  ...telemetryRows,
} as const satisfies Record<string, SettingRow>;

export type Settings = {
  readonly [Name in keyof typeof settingRows]: ReturnType<(typeof settingRows)[Name]['parse']>;
};

/** Every variable that is read, with its other names. */
export const settingNames: readonly string[] = Object.values(settingRows).flatMap(({ variables }) => [...variables]);

export function readSettings(given: Environment, platform: string = process.platform): Settings {
  const environment = withoutUnusedTelemetry(given);
  const misspelled = misspelledName(environment, settingNames);
  if (misspelled) throw new SettingError(misspelled);
  const read = ({ variables, default: fallback = '', parse }: SettingRow) => {
    const name = variables.find((variable) => environment[variable]?.trim()) ?? variables[0];
    return parse(environment[name]?.trim() || fallback, name, platform);
  };
  const settings = Object.fromEntries(Object.entries(settingRows).map(([name, row]) => [name, read(row)])) as Settings;
  if (settings.replicaUrls.length > 0 && settings.databaseUrl === undefined) {
    throw new SettingError('DATABASE_REPLICA_URLS is set, but DATABASE_URL is not; set it to the primary.');
  }
  if (settings.documentsFor === 'token' && settings.read === 'public') {
    throw new SettingError('WORKFORCE_DOCUMENTS is token, but WORKFORCE_READ is not; set it to token, too.');
  }
  checkSignIn(settings);
  return Object.freeze(settings);
}
