// The executable works in a folder that has nothing else: every command, every page, several processes, on both
// engines.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { commands } from '../../src/cli/commands.ts';
import { llms } from '../../src/contract/documents/llms.ts';
import { VERSION } from '../../src/contract/product.ts';
import { finished, launchService, type Spawned, spawnCommand } from '../harness/command.ts';
import { newDatabase } from '../harness/databases.ts';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { childrenOf, isAlive, processTree } from '../harness/processes.ts';
import { TOKEN } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { overCommand, overHttp } from '../mcp/assistant.ts';
import { type Executable, makeExecutable, setTraps } from './executable.ts';
import { isInstalled, openShell, shells } from './shells.ts';

setDefaultTimeout(120_000);

let executable: Executable;
let postgres: string;
const services: Spawned[] = [];
beforeAll(async () => {
  [executable, postgres] = await Promise.all([makeExecutable(), newDatabase('postgresql')]);
  setTraps(executable.folder);
});
afterAll(async () => {
  for (const { process } of services) process.kill('SIGKILL');
  await Promise.all(services.map(({ process }) => process.exited));
});

/** Settings that a command sees: those of a folder inside its own, or others. */
const inFolder = (name: string) => ({ WORKFORCE_DATA: `./${name}` });

async function serve(environment: Record<string, string>): Promise<Spawned> {
  const { program, folder } = executable;
  const service = await launchService(environment, { program, cwd: folder }).listening;
  services.push(service);
  return service;
}

test('it is one file, with nothing of the machine that made it', () => {
  const { program, folder } = executable;
  expect(readdirSync(folder).filter((name) => name.startsWith('workforce'))).toEqual(['workforce']);
  expect(readFileSync(program[0]).includes(ROOT)).toBe(false);
});

/** In this order. What it prints, or how that begins. */
const rows = (): [string[], Record<string, string>, string | RegExp][] => [
  [['version'], {}, `${VERSION}\n`],
  [['help', 'list'], {}, /^Usage: workforce list/],
  [['completion', 'bash'], {}, /^((?!npx|undefined)[\s\S])+$/],
  // Enough records for the thread of the search index, and for long questions.
  [['generate', '--employees', '300', '--attendance-days', '60'], inFolder('data'), /^Filled the database with [\d,]+/],
  [['seed'], inFolder('seeded'), /^Filled the database/],
  [['migrate'], inFolder('data'), /up to date/],
  [['list', 'departments', '--q', 'executive'], inFolder('data'), /Executive Office/],
  [['get', 'departments', '1', '--json'], inFolder('data'), /^\{"id":1,/],
  [['create', 'organizations', '--name', 'Harbour', '--slug', 'harbour'], inFolder('data'), /harbour/],
  [['aggregate', 'departments', '--group', 'name', '--limit', '2'], inFolder('data'), /1–2 of 12 groups/],
  [['insight', 'headcount', '--every', 'quarter'], inFolder('data'), /^Headcount \(people\)/],
  [
    ['careers', 'check'],
    inFolder('data'),
    /^Alderwick Careers \(alderwick\): \d+ of \d+ job distributions on the site\n/,
  ],
  [['follow', 'organizations', '--after', 'beginning', '--once'], inFolder('data'), /created {2}organizations 1 /],
  [['mirror', 'mirrored', 'departments', '--once'], inFolder('data'), /^mirrored is up to date: 12 records\.\n/],
  [['webhooks', 'add', 'crm', 'https://crm.example/hook'], inFolder('data'), /whsec_/],
  [['webhooks', 'list'], inFolder('data'), /https:\/\/crm\.example\/hook/],
  [['token', 'create', 'payroll', '--read', 'all', '--private'], inFolder('data'), /^wft_[0-9A-Za-z]{38}\n/],
  [['token', 'list'], inFolder('data'), /payroll +token +read all; private all/],
  [['token', 'revoke', 'payroll'], inFolder('data'), /refused by every process/],
  [['role', 'create', 'hr', '--match', 'groups=hr-team', '--read', 'all'], inFolder('data'), /^hr is made: read all; /],
  [['role', 'list'], inFolder('data'), /groups=hr-team/],
  [['audit-log'], { ...inFolder('data'), WORKFORCE_AUDIT_DAYS: '30' }, /^There is no such entry\.\n$/],
  [['export', 'departments', '-o', 'departments.csv'], inFolder('data'), /12/],
  [['import', 'departments', 'departments.csv'], inFolder('imported'), /12/],
  [['import', 'departments', 'departments.csv', '--update'], inFolder('imported'), /12 the same/],
  [['erase', 'departments', '12', '--yes'], inFolder('imported'), /^This erases the department 12\.\nErased for good/],
  [['doctor'], inFolder('imported'), /^/],
  [['backup', 'backup.db'], inFolder('imported'), /backup\.db/],
  [['verify', 'backup.db'], inFolder('imported'), /doctor found nothing wrong/],
  [['restore', 'backup.db'], inFolder('restored'), /backup\.db/],
  [['copy', '--to', postgres], inFolder('restored'), /departments/],
  [['list', 'departments', '--limit', '1'], { DATABASE_URL: postgres }, /1–1 of 11/],
];

test('every command works', async () => {
  const { program, folder } = executable;
  for (const [args, environment, expected] of rows()) {
    const { stdout, stderr, code } = await finished(spawnCommand(args, environment, { program, cwd: folder }));
    const output = `${stdout}${stderr}`;
    expect({ args, code, output }).toEqual({
      args,
      code: 0,
      output: typeof expected === 'string' ? expected : expect.stringMatching(expected),
    });
    expect(output).not.toContain('trapped');
  }
  const tried = new Set(rows().map(([[name]]) => name!));
  expect(Object.keys(commands).filter((name) => !tried.has(name))).toEqual(['serve', 'mcp']);
});

test.each(Object.keys(shells).filter(isInstalled))('%s completes its command line', async (name) => {
  const session = await openShell(name, executable.folder, { PATH: `${executable.folder}:/usr/bin:/bin` });
  await session.run(shells[name]!.source('workforce'));
  await session.complete('workforce list emplo', 'list employees');
  await session.complete('workforce export leave -o tsconf', '-o tsconfig.json');
  await session.end();
});

test('an assistant can start it', async () => {
  const [command] = executable.program;
  const assistant = await overCommand({ command, args: ['mcp'], env: { WORKFORCE_DATA: `${executable.folder}/data` } });
  expect((await assistant.call('list_records', { resource: 'employees', limit: 1 })).total).toBe(300);
  await assistant.close();
});

const textOf = (name: string) => readFileSync(repositoryFile(name), 'utf8');

test('it serves with several processes, has every page inside, and leaves no process behind', async () => {
  const service = await serve({ ...inFolder('data'), WORKFORCE_WORKERS: '2', WORKFORCE_API_TOKEN: TOKEN });
  const { pid } = service.process;
  const text = async (path: string) => (await fetch(service.url + path)).text();
  expect(await text('/api/openapi.json')).toBe(textOf('generated/openapi.json'));
  expect(await text('/swagger.json')).toBe(textOf('generated/swagger.json'));
  expect(await text('/llms.txt')).toBe(llms(catalogue, true));
  const [, script] = /src="(\/console\/assets\/[^"]+)"/.exec(await text('/'))!;
  expect((await text(script!)).length).toBeGreaterThan(10_000);
  expect(await text('/api/docs')).toContain('/api/docs/scalar.js');
  expect((await text('/api/docs/scalar.js')).length).toBeGreaterThan(1_000_000);
  const assistant = await overHttp(service.url);
  expect((await assistant.call('get_record', { resource: 'employees', id: 7 })).id).toBe(7);
  await assistant.close();

  const workers = childrenOf(pid);
  expect(workers).toHaveLength(2);
  const long = JSON.parse(await text('/api/v1/attendance?hours[gte]=1&sort=-att_date,status&offset=9000&limit=1'));
  expect([long.data.length, long.meta.total > 9000]).toEqual([1, true]);
  // Long questions are answered by the workers themselves.
  expect(workers.flatMap(childrenOf)).toEqual([]);

  process.kill(workers[0]!, 'SIGKILL');
  await waitUntil('another worker', () => !isAlive(workers[0]!) && childrenOf(pid).length === 2);
  await waitUntil('an answer', async () => (await fetch(`${service.url}/api/v1/health`)).ok);
  const all = processTree(pid);
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  await waitUntil('all processes to end', () => !all.some(isAlive));
  expect(service.output() + service.errors()).not.toContain('trapped');
});

test('it serves from PostgreSQL', async () => {
  const service = await serve({ DATABASE_URL: postgres, WORKFORCE_WORKERS: '2' });
  const { meta } = await (await fetch(`${service.url}/api/v1/departments?q=executive`)).json();
  expect(meta.total).toBe(1);
  service.process.kill('SIGTERM');
  expect(await service.process.exited).toBe(0);
});
