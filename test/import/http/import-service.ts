// A service that takes files, on either engine, and what tests send to it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importer } from '../../../src/serve/importer.ts';
import { databaseSetting, type Engine, emptyDatabase } from '../../harness/databases.ts';
import { MAIN, repositoryFile } from '../../harness/paths.ts';
import { type ServiceOptions, startService, TOKEN } from '../../harness/service.ts';

type Options = ServiceOptions & { megabytes?: number };

const PROGRAM = [process.execPath, MAIN];
const ENDS = { importMinutes: 60, importMemory: 4000 };

/** Runs `import RESOURCE FILE` as if the file had no end: the command waits for more rows until it is told to stop. */
export const WITHOUT_END = [
  ...[
    'bash',
    '-c',
    'exec "$1" "$2" "$3" "$4" - --format csv --json < <(exec 2> /dev/null; cat "$5"; exec tail -f --pid=$$ /dev/null)',
  ],
  ...['without-end', ...PROGRAM],
];

/** Commands see the same database, and of our own environment PATH and HOME. */
export function importParts(
  location: string,
  megabytes = 5,
  program: readonly string[] = PROGRAM,
  ends: Partial<typeof ENDS> = {},
) {
  const { PATH = '', HOME = '' } = process.env;
  const setting = databaseSetting(location);
  const { DATABASE_URL: databaseUrl, WORKFORCE_DATA: dataFolder = '' } = setting;
  const environment = { PATH, HOME, WORKFORCE_AUDIT_DAYS: '30', ...setting };
  return {
    importer: importer(
      { ...ENDS, ...ends, importMegabytes: megabytes, databaseUrl, dataFolder },
      environment,
      program,
    )!,
  };
}

/** On a database without records. */
export async function startImportService(engine: Engine, { megabytes, parts, ...options }: Options = {}) {
  const location = options.location ?? (await emptyDatabase(engine));
  const all = { ...importParts(location, megabytes), ...parts };
  const service = await startService({ engine, filled: false, ...options, location, parts: all });
  return { ...service, location };
}

export type Sent = {
  readonly name?: string;
  readonly mapping?: object | string | undefined;
  readonly accept?: string;
  readonly token?: string;
  readonly signal?: AbortSignal;
};

/** `content`: a path of a file of this repository, or the content itself. */
export function send(url: string, path: string, content: string | Blob, sent: Sent = {}): Promise<Response> {
  const { name, mapping, accept = 'application/json', token = TOKEN, signal } = sent;
  const isPath = typeof content === 'string' && /^[\w/.-]+\.\w+$/.test(content);
  const bytes = isPath ? new Blob([readFileSync(repositoryFile(content as string))]) : new Blob([content]);
  const form = new FormData();
  form.append('file', bytes, name ?? (isPath ? basename(content as string) : 'file.csv'));
  if (mapping !== undefined) form.append('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping));
  const headers = { Accept: accept, ...(token !== '' && { Authorization: `Bearer ${token}` }) };
  return fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: form, ...(signal && { signal }) });
}

/** Sends a file but for its end, which is sent when `finish` is called. */
export function beginToSend(url: string, path: string, csv: string) {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="file.csv"\r\n\r\n';
  const { promise: permitted, resolve: finish } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(head + csv));
      await permitted;
      controller.enqueue(Buffer.from('\r\n--b--\r\n'));
      controller.close();
    },
  });
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'multipart/form-data; boundary=b' };
  const answer = fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body });
  return { answer, finish };
}

export async function recordsOf(url: string, name: string): Promise<Record<string, unknown>[]> {
  const text = await (await fetch(`${url}/api/v1/${name}?format=ndjson`)).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export const linesOf = async (response: Response): Promise<Record<string, any>[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
