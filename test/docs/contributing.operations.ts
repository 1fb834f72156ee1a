// CONTRIBUTING.md, "How to add …", done as it says in a copy of the repository: a field, a resource, a page and
// a setting are added, everything is generated in one run, and the service has them.
import { beforeAll, expect, test } from 'bun:test';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, launch } from '../browser/chromium.ts';
import { visit } from '../browser/visit.ts';
import { finished, launchService, spawnCommand } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

type Edit = { readonly path: string; readonly after?: RegExp; readonly text: string };

const ROOM = `import { field, resource } from '../resource.ts';

export const rooms = resource('rooms', {
  schema: 'Room',
  one: 'room',
  many: 'rooms',
  about: 'Where people meet.',
  label: ['name'],
  shown: { group: 'People', key: 'r', columns: ['dept_id', 'seats'], icon: 'M3 13.5v-11h10v11' },
  fields: {
    id: field('id', 'Identifies the room.'),
    name: field('name', 'What it is called.', { required: true, create: 'required' }),
    dept_id: field('reference', 'Whose it is.', { to: 'departments', create: 'optional' }),
    seats: field('count', 'For how many people.', { create: 'optional' }),
  },
});
`;

const PAGE = `// Who is expected.
import { Head } from '../../parts/head.tsx';
import { say } from '../../words/say.ts';

export const Visitors = () => <Head title={say('Visitors')} />;
`;

/** What is added, by the words of CONTRIBUTING.md: new files, and lines behind others. */
const steps: Readonly<Record<string, readonly Edit[]>> = {
  'A field': [
    {
      path: 'src/catalogue/resources/departments.ts',
      after: /^ {4}name: field\(.*$/m,
      text: "    floor: field('word', 'Where it is.', { words: ['ground', 'top'] }),",
    },
  ],
  'A resource': [
    { path: 'src/catalogue/resources/rooms.ts', text: ROOM },
    { path: 'src/catalogue/catalogue.ts', after: /^/, text: "import { rooms } from './resources/rooms.ts';" },
    { path: 'src/catalogue/catalogue.ts', after: /^ {2}departments,$/m, text: '  rooms,' },
    {
      path: 'src/demo/demo.ts',
      after: /^ {2}yield \{ resource: 'departments'.*$/m,
      text: "  yield { resource: 'rooms', records: [{ id: 1, name: 'Aquarium', dept_id: 1, seats: 8 }] };",
    },
  ],
  'A page of the console': [
    { path: 'console/src/pages/visitors/visitors.tsx', text: PAGE },
    {
      path: 'console/src/app/pages.tsx',
      after: /^ {2}explorer: .*$/m,
      text: "  visitors: () => import('../pages/visitors/visitors.tsx').then(({ Visitors }) => Visitors),",
    },
    {
      path: 'console/src/app/entries.ts',
      after: /^ {2}\{ path: '\/'.*$/m,
      text: "  { path: '/console/visitors', name: 'visitors', title: toSay('Visitors'), needs: [] },",
    },
    { path: 'src/http/pages/console.ts', after: /^const PAGES = \[/m, text: "'visitors'," },
  ],
  'A setting': [
    {
      path: 'src/config.ts',
      after: /^export const settingRows = \{$/m,
      text: "  greeting: { variables: ['WORKFORCE_GREETING'], default: 'hello', about: 'what is said first', parse: String },",
    },
    {
      path: 'docs/settings.md',
      after: /^\|---\|---\|---\|$/m,
      text: '| `WORKFORCE_GREETING` | hello | what is said first |',
    },
  ],
};

const folder = temporaryFolder();
let service: Awaited<ReturnType<typeof launchService>['listening']>;
const main = join(folder, 'src/main.ts');
const get = async (path: string, accept = '*/*') => fetch(service.url + path, { headers: { Accept: accept } });
const json = async (path: string) => (await get(path)).json();

function make({ path, after, text }: Edit): void {
  const file = join(folder, path);
  if (!after) return void Bun.write(file, text);
  const before = readFileSync(file, 'utf8');
  expect([path, after.test(before)]).toEqual([path, true]);
  writeFileSync(
    file,
    before.replace(after, (line) => (line === '' ? `${text}\n` : `${line}\n${text}`)),
  );
}

/** `npm run generate` there; returns the files that it wrote. */
function generated(): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'scripts/generate.ts'], { cwd: folder });
  if (exitCode !== 0) throw new Error(`npm run generate fails: ${stderr}`);
  return [...stdout.toString().matchAll(/^wrote (.*)$/gm)].map(([, name]) => name!);
}

let made: string[] = [];
const STALE = 'a_line_of_a_stale_client';
const COPIED = ['src', 'scripts', 'client', 'console', 'docs', 'package.json', 'tsconfig.json'];

beforeAll(async () => {
  for (const name of COPIED) cpSync(repositoryFile(name), join(folder, name), { recursive: true });
  symlinkSync(repositoryFile('node_modules'), join(folder, 'node_modules'));
  make({ path: 'client/src/resources.ts', after: /^/, text: `Object.assign(globalThis, { ${STALE}: true });` });
  for (const edits of Object.values(steps)) for (const edit of edits) make(edit);
  made = generated();
  const environment = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_WORKERS: '1', WORKFORCE_GREETING: 'good day' };
  service = await launchService(environment, { main }).listening;
}, 900_000);

test.each(Object.entries(steps))('%s: CONTRIBUTING.md names the files', (what, edits) => {
  const contributing = readFileSync(repositoryFile('CONTRIBUTING.md'), 'utf8');
  const section = contributing.split(/^(?=\*\*)/m).find((each) => each.startsWith(`**${what}.**`))!;
  const isNamed = (path: string) =>
    [path, `${dirname(path)}/`, `${dirname(dirname(path))}/`].some((each) => section.includes(`\`${each}\``));
  expect(edits.map(({ path }) => path).filter((path) => !isNamed(path))).toEqual([]);
});

test('one run is enough, also when the client is stale, which the console has inside, and two are equal', () => {
  expect(made).toContainValues(['generated/console.json', 'client/src/resources.ts']);
  const contents = () => made.map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const);
  const first = contents();
  expect(first.filter(([, text]) => text.includes(STALE))).toEqual([]);
  expect(generated()).toEqual(made);
  expect(contents().filter(([, text], at) => text !== first[at]![1])).toEqual([]);
}, 900_000);

test('all of it passes the types', () => {
  // Scripts use tests, which are not here.
  writeFileSync(join(folder, 'own.json'), '{ "extends": "./tsconfig.json", "include": ["src", "client/src"] }');
  for (const project of ['own.json', 'console']) {
    const command = [process.execPath, '--bun', 'node_modules/.bin/tsc', '-p', project];
    const { exitCode, stdout } = Bun.spawnSync(command, { cwd: folder });
    expect([exitCode, stdout.toString()]).toEqual([0, '']);
  }
}, 900_000);

test('the field is in records, in the documents, in the client and in the console', async () => {
  expect((await json('/api/v1/departments/1')).floor).toBe(null);
  expect((await json('/api/v1/departments?floor=null')).meta.total).toBe(
    (await json('/api/v1/departments')).meta.total,
  );
  const about = 'Where it is. The demo data uses ground and top.';
  expect((await json('/api/openapi.json')).components.schemas.Department.properties.floor.description).toBe(about);
  expect(readFileSync(join(folder, 'client/src/resources.ts'), 'utf8')).toContain(about);
  const { resources } = await json('/console/catalogue.json');
  const { fields } = resources.find(({ name }: { name: string }) => name === 'departments');
  expect(fields.find(({ name }: { name: string }) => name === 'floor').words).toEqual(['ground', 'top']);
});

test('the resource has its routes, its place in the documents, and its commands, and the setting is in the help', async () => {
  expect(await json('/api/v1/rooms?expand=dept_id')).toMatchObject({
    data: [{ id: 1, name: 'Aquarium', seats: 8, expanded: { dept_id: { id: 1 } } }],
    meta: { total: 1 },
  });
  const { components } = await json('/api/openapi.json');
  expect(components.schemas.RoomCreate.examples[0].name).toBe('Aquarium');
  expect(Object.keys(components.schemas.RoomCreate.properties)).toEqual(['name', 'dept_id', 'seats']);
  expect(readFileSync(join(folder, 'client/src/resources.ts'), 'utf8')).toContain('Where people meet.');
  expect(await run('help', 'list')).toContain('rooms');
  expect(await run('help')).toMatch(/WORKFORCE_GREETING .*what is said first/);
});

test.skipIf(chromium === undefined)(
  'the console has the resource and the page in its menu, where it was told',
  async () => {
    const browser = await launch();
    const there = await visit(browser, service.url);
    await there.open('/console/visitors');
    expect(await there.text('#main h1')).toBe('Visitors');
    await there.page.waitForSelector('.side section a[href="/console/rooms"] path[d="M3 13.5v-11h10v11"]');
    const entries = await there.page.$$eval('.side nav ul', (lists) =>
      lists.map((list) => [...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))),
    );
    expect(entries[0]!.slice(0, 2)).toEqual(['/', '/console/visitors']);
    expect(entries[1]!.slice(0, 3)).toEqual(['/console/employees', '/console/departments', '/console/rooms']);
    await there.open('/console/rooms');
    expect(await there.text('#main')).toContain('Aquarium');
    await there.end();
    await browser.close();
  },
);

async function run(...words: string[]): Promise<string> {
  const { stdout } = await finished(spawnCommand(words, { WORKFORCE_DATA: temporaryFolder() }, { main }));
  return stdout;
}
