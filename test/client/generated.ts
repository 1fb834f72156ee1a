// Clients that tools of others generate from openapi.json: makes them as docs/clients.md says, checks their types and
// those of the adapters, and compares what they answer with plain requests.
import { expect } from 'bun:test';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../harness/paths.ts';
import type { Calls, MakeCalls, Outcome } from './foreign/calls.ts';
import { command } from './package.ts';

const COMPILER = {
  ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'Preserve', moduleResolution: 'bundler' },
  ...{ types: [], strict: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true },
  ...{ verbatimModuleSyntax: true, skipLibCheck: true, noEmit: true },
};

/** A new folder beside the installed `tools`, with the adapters, and in `generated` the document and every file of the
 * guide. */
export async function workFolder(tools: string, adapters: readonly string[]): Promise<string> {
  const folder = join(tools, 'work');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'generated'), { recursive: true });
  cpSync(repositoryFile('generated/openapi.json'), join(folder, 'generated/openapi.json'));
  for (const name of ['calls', ...adapters])
    cpSync(repositoryFile(`test/client/foreign/${name}.ts`), join(folder, `${name}.ts`));
  for (const [, name, code] of (await guide()).matchAll(/`([\w.-]+\.\w+)`[^`]*\n\n```[jt]s\n(.*?)```/gs))
    await Bun.write(join(folder, 'generated', name!), code!);
  return folder;
}

const guide = () => Bun.file(repositoryFile('docs/clients.md')).text();

/** Runs the commands of the guide that match, in their order. On Bun, because some need a newer Node.js than the
 * service. */
export async function followGuide(folder: string, wanted: RegExp): Promise<void> {
  const commands = [...(await guide()).matchAll(/^(?:npx (?:-p \S+ )?(\S+)|node) (.*)$/gm)];
  for (const [, tool, words] of commands.filter(([line]) => wanted.test(line))) {
    const program = tool ? ['--bun', `../../node_modules/.bin/${tool}`] : [];
    await command([process.execPath, ...program, ...words!.split(' ')], join(folder, 'generated'));
  }
}

/** Compiles the adapters and what they import. */
export async function checkTypes(folder: string, tsc: string, adapters: readonly string[]): Promise<void> {
  const include = adapters.map((name) => `${name}.ts`);
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include }));
  expect(await command([tsc, '-p', '.'], folder)).toBe('');
}

export const adapterOf = async (folder: string, name: string): Promise<MakeCalls> =>
  (await import(join(folder, `${name}.ts`))).calls;

const LEAVE = { employee_id: 7, leave_type: 'annual', from_date: '2026-12-21', reason: 'Ünïcödé' };
const UNFIT = { employee_id: 999_999_999, leave_type: 'annual', from_date: '2026-02-30' };

/** What is asked for by every adapter, and the same as a plain request. */
const requests: Record<string, { ask: (calls: Calls) => Promise<Outcome>; path: string; body?: object }> = {
  'a list': { ask: (calls) => calls.list({}), path: 'employees' },
  'a page with filters': {
    ask: (calls) =>
      calls.list({
        ...{ limit: 5, offset: 2, sort: '-date_of_joining', q: 'e', dept_id: [1, 2], 'base_salary[gt]': 30_000 },
        ...{ 'termination_date[gte_or_null]': '2026-01-01', 'status[ne]': ['on_leave', 'x&y'] },
        'manager_id.branch[ne]': ['London'],
      }),
    path: `employees?${[
      ...['limit=5', 'offset=2', 'sort=-date_of_joining', 'q=e', 'dept_id=1', 'dept_id=2', 'base_salary[gt]=30000'],
      ...['termination_date[gte_or_null]=2026-01-01', 'status[ne]=on_leave', 'status[ne]=x%26y'],
      'manager_id.branch[ne]=London',
    ].join('&')}`,
  },
  'what is missing': { ask: (calls) => calls.list({ manager_id: ['null'] }), path: 'employees?manager_id=null' },
  // Parts of records lack fields that whole ones require.
  'parts of records': { ask: (calls) => calls.list({ fields: 'id,email' }), path: 'employees?fields=id,email' },
  'a list that is refused': {
    ask: (calls) => calls.list({ limit: 500, offset: -1 }),
    path: 'employees?limit=500&offset=-1',
  },
  'a record': { ask: (calls) => calls.get('7'), path: 'employees/7' },
  'no record': { ask: (calls) => calls.get('999999999'), path: 'employees/999999999' },
  groups: {
    ask: (calls) => calls.aggregate({ group: 'branch', measure: 'count,avg(base_salary)', status: ['active'] }),
    path: 'aggregate/employees?group=branch&measure=count,avg(base_salary)&status=active',
  },
  'a metric': {
    ask: (calls) => calls.insight({ every: 'quarter', group: 'dept_id', branch: ['London'] }),
    path: 'insights/headcount?every=quarter&group=dept_id&branch=London',
  },
  'a create': { ask: (calls) => calls.create(LEAVE), path: 'leave', body: LEAVE },
  'a create that is refused': { ask: (calls) => calls.create(UNFIT), path: 'leave', body: UNFIT },
};
export const asked = Object.keys(requests);

/** The same status and body as a plain request gets. Of two creates the ids and times differ. */
export async function expectSame(make: MakeCalls, name: string, url: string, token: string): Promise<void> {
  const { ask, path, body } = requests[name]!;
  const got = await ask(make(url, token));
  const response = await fetch(`${url}/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const plain: Outcome = { status: response.status, body: await response.json() };
  const isCreate = body && plain.status === 201;
  // Some clients check what they send, and send nothing.
  if (got.status === 'not sent') return expect({ path, status: plain.status }).toEqual({ path, status: 422 });
  const seen = (outcome: Outcome) =>
    isCreate ? { ...outcome, body: { ...(outcome.body as object), id: 0 } } : outcome;
  expect({ path, ...seen(got) }).toEqual({ path, ...seen(plain) });
}
