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
import { eitherEngine } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { startService, TOKEN } from '../harness/service.ts';

const UNITS = [...'(),a1 "\'&=-.:;T[]*/_%é0`', 'a,', '="', ' ,', '1T', '[]', 'a(', '%2', '""', 'null', '-1'];
/** In milliseconds. Shorter times are not compared. */
const LEAST = 25;

type Run = (text: string) => unknown;

async function timeOf(run: Run, text: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    await run(text);
    least = Math.min(least, performance.now() - began);
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
    const isSlow = async (runs: number): Promise<boolean> => {
      const long = await timeOf(run, text(4 * length), runs);
      return long > LEAST && long > 6 * (await timeOf(run, text(length), runs));
    };
    // Others may have had the processor, so what is slow is measured again.
    if ((await isSlow(1)) && (await isSlow(4)) && (await isSlow(8))) slow.push(unit);
  }
  return slow;
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

type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string };
type Operation = { readonly parameters?: readonly Parameter[] };
const document = (await Bun.file(repositoryFile('generated/openapi.json')).json()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
};

/** Each once, with the first path that has it. */
function parameters(): { path: string; name: string; at: string }[] {
  const found = new Map<string, { path: string; name: string; at: string }>();
  for (const [path, { get }] of Object.entries(document.paths))
    for (const each of get?.parameters ?? []) {
      const { name, in: at } = each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)!]! : each;
      const key = each.$ref ?? `${path} ${name}`;
      if (!found.has(key)) found.set(key, { path, name, at });
    }
  return [...found.values()];
}

describe.each(eitherEngine)('asked of the %s database', (engine) => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    service = await startService({ engine, filled: false });
  });
  afterAll(() => service.stop());

  const ask = async (address: string, init?: RequestInit): Promise<void> => {
    await (await fetch(`${service.url}${address}`, init)).arrayBuffer();
  };
  const LONGEST = 32_000;

  test('every parameter and every place in a path', async () => {
    const slow: string[] = [];
    for (const { path, name, at } of parameters()) {
      if (at === 'header') continue;
      const run = (text: string) =>
        at === 'path'
          ? ask(`/api${path}`.replaceAll(/\{\w+\}/g, encoded(text).replaceAll('/', '%2F')))
          : ask(`/api${path.replaceAll(/\{\w+\}/g, '1')}?${encodeURIComponent(name)}=${encoded(text)}`);
      for (const each of await slowTexts(run, LONGEST)) slow.push(`${path} ${name}: ${each}`);
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

  test('fields of bodies', async () => {
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
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
});
