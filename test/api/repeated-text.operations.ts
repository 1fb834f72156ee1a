// Text that repeats itself takes no longer than its length, wherever it comes from outside: every parameter of every
// operation, headers, paths, fields of bodies, and cells of files. Four times as much takes about four times as long.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { formatOf } from '../../src/cli/import/xlsx/number-formats.ts';
import { attribute, textOf } from '../../src/cli/import/xlsx/xml.ts';
import { columnTarget } from '../../src/contract/formats/column-target.ts';
import { dateFormat, hasTime, readAnyDate } from '../../src/contract/formats/date-text.ts';
import { nameKey, readName } from '../../src/contract/formats/name-text.ts';
import { decimalOf } from '../../src/contract/formats/number-text.ts';
import { itemsIn } from '../../src/contract/request/aggregate-query.ts';
import { tools } from '../../src/mcp/tools.ts';
import { eitherEngine } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { share } from '../harness/random/sample.ts';
import { TOKEN } from '../harness/service.ts';
import { startImportService } from '../import/http/import-service.ts';

const UNITS = [...'(),a1 "\'&=-.:;T[]*/_%é0`', 'a,', '="', ' ,', '1T', '[]', 'a(', '%2', '""', 'null', '-1'];
/** In milliseconds of the processor, so that others on the machine change nothing. Shorter times are not compared. */
const LEAST = 25;

const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };

type Run = (text: string) => unknown;

async function timeOf(run: Run, text: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const began = process.cpuUsage();
    await run(text);
    least = Math.min(least, process.cpuUsage(began).user / 1000);
  }
  return least;
}

/** As short as it may be in an address. */
const encoded = (text: string): string => text.replace(/[^\w.~!$'()*,;:@/[\]=-]/g, encodeURIComponent);

/** The texts that take more than linear time. `longest`: how long the longer ones are in an address. */
async function slowTexts(run: Run, longest: number, prefix = ''): Promise<string[]> {
  const slow: string[] = [];
  for (const unit of UNITS) {
    const length = (longest * unit.length) / encoded(unit).length / 4;
    const text = (size: number) => `${prefix}${unit.repeat(Math.floor(size / unit.length))}!`;
    if (await isSlow(run, text(length), text(4 * length))) slow.push(unit);
  }
  return slow;
}

/** Others may have had the processor, so what is slow is measured again. */
async function isSlow(run: Run, short: string, long: string, least = LEAST): Promise<boolean> {
  const most = (1.5 * long.length) / short.length;
  for (const runs of [1, 4, 8]) {
    const time = await timeOf(run, long, runs);
    if (time <= least || time <= most * (await timeOf(run, short, runs))) return false;
  }
  return true;
}

const employees = catalogue.find(({ name }) => name === 'employees')!;

const READERS: readonly [what: string, run: Run, prefix?: string][] = [
  ['a date', (text) => readAnyDate(text, undefined)],
  ['a date that has begun', (text) => readAnyDate(text, undefined), '21 February 2020'],
  ['a day that has begun', (text) => readAnyDate(text, true), '2020-02-21'],
  ['a format of dates', (text) => dateFormat(text), 'dd.mm.yyyy'],
  ['a time', hasTime],
  ['a number', decimalOf],
  ['a number that has begun', decimalOf, '1,234'],
  ['a name', (text) => readName(text, 'last first')],
  ['a name with a comma', (text) => [readName(text, 'last, first'), nameKey(text)]],
  ['a target', (text) => columnTarget(employees, text)],
  ['an attribute', (text) => attribute(`\t${text}`, 'none')],
  ['an attribute that has begun', (text) => attribute(text, 'none'), " a = '"],
  ['a format of cells', formatOf],
  ['items', itemsIn],
  [
    'a text with entities',
    (text) => {
      try {
        return textOf(text);
      } catch {
        return '';
      }
    },
  ],
];

test.each(READERS)('reading %s', async (_, run, prefix) => {
  expect(await slowTexts(run, 32_768, prefix)).toEqual([]);
});

type Schema = { readonly $ref?: string; readonly properties?: object };
type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = { readonly parameters?: readonly Parameter[] };
const document = (await Bun.file(repositoryFile('generated/openapi.json')).json()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<{ parameters: Record<string, Parameter>; schemas: Record<string, Schema> }>;
};

type Place = { path: string; name: string; at: string; method: string };

const referred = <T extends object>({ $ref }: { readonly $ref?: string }, all: Record<string, T>): T | undefined =>
  $ref === undefined ? undefined : all[$ref.split('/').at(-1)!];

/** Each once, with the first path that has it; and of those that are objects a name of each form. */
function parameters(): Place[] {
  const found = new Map<string, Place>();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { parameters: sent = [] }] of Object.entries(operations))
      for (const each of sent) {
        const { name, in: at, schema } = referred(each, document.components.parameters) ?? each;
        const { properties } = referred(schema, document.components.schemas) ?? schema;
        for (const one of properties ? Object.keys(properties) : [name]) {
          const key = properties
            ? one.replace(/^\w+(\.\w+)?|\(.*\)/, (each) => (each === 'having' ? each : 'any'))
            : (each.$ref ?? `${path} ${one}`);
          if (!found.has(`${method} ${key}`)) found.set(`${method} ${key}`, { path, name: one, at, method });
        }
      }
  return [...found.values()];
}

describe.each(eitherEngine)('asked of the %s database', (engine) => {
  let service: Awaited<ReturnType<typeof startImportService>>;
  beforeAll(async () => {
    service = await startImportService(engine);
  });
  afterAll(() => service.stop());

  const ask = async (address: string, init?: RequestInit): Promise<void> => {
    await (await fetch(`${service.url}${address}`, init)).arrayBuffer();
  };
  const LONGEST = 32_000;
  const filled = (path: string) => path.replace('{resource}', 'employees').replaceAll(/\{\w+\}/g, '1');

  test('every parameter and every place in a path', async () => {
    const slow: string[] = [];
    for (const { path, name, at, method } of share(parameters(), 5)) {
      // Which resource a file is for is described as a list of names.
      if (at === 'header' || (at === 'path' && method === 'post')) continue;
      const init = method === 'get' ? {} : { method, headers: AUTHORIZED };
      const run = (text: string) =>
        at === 'path'
          ? ask(`/api${path}`.replaceAll(/\{\w+\}/g, encoded(text).replaceAll('/', '%2F')), init)
          : ask(`/api${filled(path)}?${encodeURIComponent(name)}=${encoded(text)}`, init);
      for (const each of await slowTexts(run, LONGEST)) slow.push(`${path} ${name}: ${each}`);
    }
    expect(slow).toEqual([]);
  });

  test('parameters that are repeated', async () => {
    const slow: string[] = [];
    for (const { path, name, at, method } of parameters()) {
      if (at !== 'query' || method !== 'get') continue;
      const run = (pairs: string) => ask(`/api${filled(path)}?${pairs}`);
      const pair = `${encodeURIComponent(name)}=${/date|_on\b|created/.test(name) ? '2020-01-01' : 1}&`;
      const [short, long] = [2000, LONGEST].map((size) => pair.repeat(size / pair.length));
      if (await isSlow(run, short!, long!, LEAST / 2)) slow.push(`${path} ${pair}`);
    }
    expect(slow).toEqual([]);
  });

  test('names of parameters, and paths', async () => {
    const slow: string[] = [];
    for (const start of ['/', '/calendar/', '/careers/', '/api/v1/employees/', '/api/v1/employees?', '/calendar/x?'])
      for (const each of await slowTexts((text) => ask(start + text.replaceAll(' ', '+')), LONGEST))
        slow.push(`${start}: ${each}`);
    expect(slow).toEqual([]);
  });

  const HEADERS = [
    ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cookie', 'if-none-match', 'origin', 'prefer'],
    ...[
      'content-type',
      'idempotency-key',
      'traceparent',
      'tracestate',
      'x-forwarded-for',
      'x-request-id',
      'last-event-id',
    ],
  ];
  test('headers', async () => {
    const slow: string[] = [];
    for (const name of HEADERS)
      for (const method of ['GET', 'POST'])
        for (const each of await slowTexts(
          (text) => ask('/api/v1/leave', { method, headers: { [name]: text.replaceAll('é', 'e') } }),
          12_000,
        ))
          slow.push(`${method} ${name}: ${each}`);
    expect(slow).toEqual([]);
  });

  const headers = { ...AUTHORIZED, 'Content-Type': 'application/json' };

  test('fields of bodies', async () => {
    const slow: string[] = [];
    for (const resource of catalogue.filter(({ creatable }) => creatable))
      for (const field of resource.fields.filter(({ kind }) => kind.schema.type === 'string')) {
        const send = (text: string) =>
          ask(`/api/v1/${resource.name}`, { method: 'POST', headers, body: JSON.stringify({ [field.name]: text }) });
        for (const each of await slowTexts(send, Math.min(20_000, field.kind.schema.maxLength ?? 20_000)))
          slow.push(`${resource.name}.${field.name}: ${each}`);
      }
    expect(slow).toEqual([]);
  });

  test('inputs of tools', async () => {
    const slow: string[] = [];
    for (const [name, { input }] of Object.entries(tools(catalogue)))
      for (const key of Object.keys(input.properties as object))
        for (const made of [(text: string) => text, (text: string) => [text], (text: string) => ({ [text]: text })]) {
          const given = (text: string) => ({ resource: 'employees', [key]: made(text) });
          const call = (text: string) => ({ method: 'tools/call', params: { name, arguments: given(text) } });
          const send = (text: string) =>
            ask('/mcp', { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call(text) }) });
          for (const each of await slowTexts(send, LONGEST)) slow.push(`${name} ${key} ${made}: ${each}`);
        }
    expect(slow).toEqual([]);
  });

  test('forms', async () => {
    const slow: string[] = [];
    for (const head of ['name="', 'name="mapping"\r\n\r\n', 'name="file"; filename="', 'x"\r\n']) {
      const body = (text: string) => `--b\r\nContent-Disposition: form-data; ${head}${text}\r\n--b--`;
      const type = { ...AUTHORIZED, 'Content-Type': 'multipart/form-data; boundary=b' };
      const send = (path: string) => (text: string) => ask(path, { method: 'POST', headers: type, body: body(text) });
      for (const path of ['/api/v1/import', '/api/v1/import/employees'])
        for (const each of await slowTexts(send(path), LONGEST)) slow.push(`${path} ${head}: ${each}`);
    }
    expect(slow).toEqual([]);
  });
});
