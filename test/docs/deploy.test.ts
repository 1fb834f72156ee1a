// The deployment files are right: the image can be made from what it copies, and its health check works; deploy/ names
// settings, roles and files that exist; links in the guides work. No containers are started, because Docker may be
// missing.
import { beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSettings, settingRows } from '../../src/config.ts';
import { parseAddresses } from '../../src/store/database-address.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { linkPackages } from '../packages/installed.ts';

const text = (name: string) => readFileSync(repositoryFile(name), 'utf8');
const settings = new Set<string>(Object.values(settingRows).flatMap(({ variables }) => variables));

type Instruction = { readonly name: string; readonly rest: string };
const instructions: Instruction[] = text('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }));
const image = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const of = (name: string) => image.filter((each) => each.name === name).map(({ rest }) => rest);
const [entrypoint = [], command = []] = [of('ENTRYPOINT')[0]!, of('CMD')[0]!].map(
  (list) => JSON.parse(list) as string[],
);
const environment = Object.fromEntries(of('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))));
/** The files that are copied from this repository, not from another stage. */
const copiedOf = (list: readonly Instruction[]) =>
  list
    .filter(({ name, rest }) => name === 'COPY' && !rest.includes('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1));

test('the files of the image exist, and the build context has no others', () => {
  const copied = new Set(copiedOf(instructions));
  expect([...copied].filter((name) => !existsSync(repositoryFile(name)))).toEqual([]);
  const [all, ...allowed] = text('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(all).toBe('*');
  expect(allowed.map((line) => line.slice(1)).sort()).toEqual([...copied].sort());
});

test('the image does not run as root, and signals reach the service itself', () => {
  expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
  expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
  expect([...entrypoint, ...command]).toEqual(['workforce', 'serve']);
  expect(of('COPY')).toContain('--from=build /app/dist/workforce /usr/local/bin/workforce');
  expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
  expect(of('EXPOSE')).toEqual([environment.PORT]);
  expect(of('VOLUME')).toEqual([environment.WORKFORCE_DATA]);
});

/** Makes the executable as the first stage does: from the files that it copies and the packages of production. */
async function makeFromImage(): Promise<string> {
  const folder = temporaryFolder();
  for (const name of copiedOf(instructions)) cpSync(repositoryFile(name), join(folder, name), { recursive: true });
  linkPackages(join(folder, 'node_modules'));
  const { scripts } = JSON.parse(text('package.json')) as { scripts: { build: string } };
  expect(instructions.map(({ rest }) => rest)).toContain('npm run build && mkdir -m 770 /data');
  const [, ...words] = scripts.build.split(' ');
  const child = Bun.spawn([process.execPath, ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await child.exited).toBe(0);
  return join(folder, 'dist/workforce');
}

let executable: string;
beforeAll(async () => {
  executable = await makeFromImage();
});

const [, healthCheck = ''] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0]!)!;
/** Runs the command of the health check. */
async function checkHealth(port: string): Promise<number> {
  const words = JSON.parse(healthCheck) as string[];
  const { PATH = '' } = process.env;
  const env = { PATH: `${dirname(executable)}:${PATH}`, PORT: port };
  return Bun.spawn(words, { env, cwd: temporaryFolder(), stdio: ['ignore', 'ignore', 'ignore'] }).exited;
}

test('with the file of the image the service starts, passes its health check, and ends at SIGTERM', async () => {
  const data = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0' };
  const env = { ...environment, HOST: '127.0.0.1', PORT: String(freePort()), ...data };
  const service = Bun.spawn([executable, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of service.stdout) {
    said += new TextDecoder().decode(chunk);
    if (said.includes('writes off')) break;
  }
  const { origin, port } = new URL(/http:\/\/\S+/.exec(said)![0]);
  expect((await fetch(`${origin}/api/docs/scalar.js`)).status).toBe(200);
  expect((await fetch(`${origin}/api/openapi.json`)).status).toBe(200);
  expect(await checkHealth(port)).toBe(0);
  service.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  expect(await checkHealth(port)).toBe(1);
});

test('the health check fails when the service answers 503', async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response('{}', { status: 503 }) });
  expect(await checkHealth(String(server.port))).toBe(1);
  await server.stop();
});

type Service = {
  readonly image: string;
  readonly environment?: Record<string, string>;
  readonly volumes?: string[];
  readonly ports?: string[];
};
const composeText = text('deploy/compose.yaml');
const { services } = Bun.YAML.parse(composeText) as { services: Record<string, Service> };
const given = 'Given0123456789';
const substituted = (value: string) =>
  value.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, fallback?: string) => fallback ?? given);
const environmentOf = (service: Service) =>
  Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, substituted(value)]));
const named = (pattern: RegExp) => Object.values(services).filter((service) => pattern.test(service.image));

test('compose uses settings that exist, with valid values', () => {
  const ours = named(/^workforce:/);
  expect(ours).toHaveLength(3);
  for (const service of ours) {
    const values = environmentOf(service);
    expect(Object.keys(values).filter((name) => !settings.has(name))).toEqual([]);
    const { databaseUrl, replicaUrls, workers, poolSize } = readSettings(values, 'linux');
    for (const url of [databaseUrl!, ...replicaUrls]) {
      const parsed = parseAddresses(url) as { addresses: { host: string; user: string; password: string }[] };
      expect(parsed.addresses.map(({ host }) => host).filter((host) => !services[host])).toEqual([]);
      for (const { user, password } of parsed.addresses) {
        expect(text('docs/postgresql-roles.sql')).toContain(`CREATE ROLE ${user} LOGIN`);
        expect(password).toBe(given);
      }
    }
    // Two instances, with each server in both URLs. PostgreSQL reserves 3 of its 100 connections.
    if (replicaUrls.length > 0) expect(2 * workers * 2 * (poolSize + 1)).toBeLessThanOrEqual(97);
  }
  const privateFields = new Set(ours.map((service) => service.environment!.WORKFORCE_PRIVATE_FIELDS));
  expect(privateFields.size).toBe(1);
});

test('compose uses variables that PostgreSQL, its scripts and the proxy have', () => {
  const scripts = text('deploy/postgres-primary.sh') + text('deploy/postgres-replica.sh');
  const known = (name: string) => /^(POSTGRES|PG)[A-Z_]+$/.test(name) || scripts.includes(`$${name}"`);
  for (const service of named(/^postgres:/))
    expect(Object.keys(service.environment ?? {}).filter((name) => !known(name))).toEqual([]);
  const [proxy] = named(/^haproxy:/);
  const variables = new Set([...text('deploy/haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!));
  expect(Object.keys(proxy!.environment!).sort()).toEqual([...variables].sort());
  expect(proxy!.ports).toEqual([expect.stringMatching(new RegExp(`:${proxy!.environment!.PROXY_PORT}$`))]);
  for (const name of ['API_1', 'API_2']) {
    const [host = '', port] = proxy!.environment![name]!.split(':');
    expect(services[host]!.image).toStartWith('workforce:');
    expect(port).toBe(environment.PORT);
  }
});

test('compose contains no password, and each that it needs is in .env.example, empty', () => {
  const asked = [...composeText.matchAll(/\$\{(\w+)(:[?-])/g)].map(([, name, kind]) => ({ name: name!, kind }));
  const secrets = asked.filter(({ name }) => /PASSWORD|TOKEN/.test(name));
  expect(secrets.filter(({ kind }) => kind !== ':?')).toEqual([]);
  expect(composeText.match(/(PASSWORD|TOKEN): '?[^'$]/g)).toBeNull();
  const example = text('deploy/.env.example').split('\n');
  for (const { name, kind } of asked) {
    if (kind === ':?') expect(example).toContain(`${name}=`);
    else expect(example.some((line) => line.startsWith(`#${name}=`))).toBe(true);
  }
  expect(text('deploy/.gitignore')).toContain('.env');
});

test('the files that compose mounts exist, and so do the steps that they use', () => {
  const files = Object.values(services).flatMap(({ volumes = [] }) => volumes.filter((each) => each.startsWith('.')));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(existsSync(repositoryFile(join('deploy', file.split(':')[0]!)))).toBe(true);
  for (const step of ['-- Step 2', '-- Step 3', '-- Step 4'])
    expect(text('docs/postgresql-roles.sql')).toMatch(new RegExp(`^${step}`, 'm'));
});

test('production starts empty: nothing in deploy/ or the image writes demo data unless it is told to', () => {
  const [, unit = ''] = /^Environment=(.*)$/m.exec(text('deploy/workforce.service'))!;
  const ours = [
    environment,
    Object.fromEntries(unit.split(' ').map((pair) => pair.split('='))),
    ...named(/^workforce:/).map(environmentOf),
  ];
  expect(ours.map((each) => readSettings(each, 'linux').demo)).toEqual(ours.map(() => false));
});

test('the systemd unit uses settings and files that exist', () => {
  const unit = text('deploy/workforce.service');
  const [, line = ''] = /^Environment=(.*)$/m.exec(unit)!;
  expect(line.split(' ').filter((pair) => !settings.has(pair.split('=')[0]!))).toEqual([]);
  const [, start = ''] = /^ExecStart=(.*)$/m.exec(unit)!;
  for (const path of start.split(' ').filter((word) => word.startsWith('/opt/workforce/')))
    expect(existsSync(repositoryFile(path.replace('/opt/workforce/', '')))).toBe(true);
});

const guides = [
  'docs/postgresql.md',
  'docs/high-availability.md',
  'docs/kubernetes.md',
  'docs/distributed-engines.md',
  'docs/settings.md',
  'README.md',
];

test.each(guides)('the links and settings in %s exist', (guide) => {
  const links = [...text(guide).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(repositoryFile(join(dirname(guide), link))))).toEqual([]);
  const scripts = text('deploy/.env.example');
  const names = [...text(guide).matchAll(/\b(?:WORKFORCE|DATABASE)_[A-Z_]+\b/g)].map(([name]) => name);
  expect(names.filter((name) => !settings.has(name) && !scripts.includes(`${name}=`))).toEqual([]);
});
