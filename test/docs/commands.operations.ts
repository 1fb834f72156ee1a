// The pages are right: the commands of each run from top to bottom in one shell, with a service of its own. Their
// output has to be that of the page, in which "…" stands for anything. `npm start`, and systemctl for the service, start
// the page's service again.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseSetting, demoDatabase } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { MAIN, repositoryFile } from '../harness/paths.ts';
import { installation } from '../harness/postgres/installation.ts';
import { startPostgres } from '../harness/postgres/postgres.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { blocksOf, pages, pageText, type Step, stepsOf } from './blocks.ts';

setDefaultTimeout(600_000);

type Page = {
  /** What the service is started with, where that is more than a write token. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly isOnPostgres?: true;
  /** What is there before the first command of the page. */
  readonly before?: string;
};

const setups: Readonly<Record<string, Page>> = {
  'docs/guides/access.md': { settings: { WORKFORCE_READ: 'token', WORKFORCE_DOCUMENTS: 'token' } },
  'docs/high-availability.md': { isOnPostgres: true },
  'docs/guides/nights.md': {
    before: `if [ -n "\${PGPORT:-}" ]; then
      createdb workforce; createuser --superuser workforce_owner
      DATABASE_URL=postgres://workforce_owner@127.0.0.1:$PGPORT/workforce workforce generate --employees 30 --seed 1
    fi`,
  },
};

/** PostgreSQL's programs on this machine, the newest. Those that npm has are the server's only. */
const SYSTEM = '/usr/lib/postgresql';
const versions = existsSync(SYSTEM)
  ? readdirSync(SYSTEM)
      .map(Number)
      .sort((a, b) => b - a)
  : [];
const bin = versions.length > 0 ? join(SYSTEM, String(versions[0]), 'bin') : undefined;

const USES_POSTGRES = /\b(psql|createdb|createuser|pg_\w+)\b|postgres:\/\//;
const steps = new Map(pages.map((page) => [page, stepsOf(pageText(page))] as const));
/** Without its programs, the commands that need them are left out. */
const isRunnable = ({ commands }: Step): boolean =>
  (bin !== undefined || !USES_POSTGRES.test(commands)) &&
  (Bun.which('sqlite3') !== null || !commands.includes('sqlite3'));

const END = '--- end of step';

/** The commands that stand for what a test does not have. The user of PostgreSQL's own programs is not root. */
const SHELL = `
exec 2>&1
step_ends() { printf '\\n%s\\n' '${END}'; }
workforce() { "$BUN" "$MAIN" "$@"; }
npx() { [ "$1" = workforce ] && shift && workforce "$@"; }
npm() { if [ "$1" = start ]; then leave; begin; else command npm "$@"; fi; }
systemctl() {
  case "$1 $2" in
    'stop workforce') leave ;;
    'start workforce') begin "$SERVICE" ;;
    *) return 1 ;;
  esac
}
begin() {
  : > service.log
  env \${1:-} PORT="$SERVICE_PORT" "$BUN" "$MAIN" serve > service.log 2>&1 & serving=$!
  until grep -q ' on http' service.log; do kill -0 $serving || { cat service.log; return 1; }; sleep 0.05; done
}
leave() { kill -TERM $serving; wait $serving; }
curl() { command curl \${strict:+--fail-with-body} "$@"; }
owner() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@"; else "$@"; fi; }
for program in pg_basebackup pg_verifybackup pg_archivecleanup pg_ctl; do eval "$program() { owner \${BIN:-}/$program \\"\\$@\\"; }"; done
postgres-restore.sh() { owner bash ./postgres-restore.sh "$@"; }
moment() {
  psql workforce -Atc 'SELECT clock_timestamp()'
  sleep 0.1
  psql workforce -qc 'CREATE TABLE afterwards ()'
  local file=$(psql workforce -Atc 'SELECT pg_walfile_name(pg_switch_wal())')
  until psql workforce -Atc "SELECT last_archived_wal >= '$file' FROM pg_stat_archiver" | grep -q t; do sleep 0.05; done
}
trap 'leave; [ ! -e root/var/lib/postgresql/restored/postmaster.pid ] || pg_ctl stop --pgdata=root/var/lib/postgresql/restored' EXIT
`;

/** A server as the pages have it, and how programs find it. */
async function ownServer(
  folder: string,
): Promise<{ port: number; environment: Record<string, string>; destroy(): Promise<void> }> {
  const archive = join(folder, 'root/archive');
  const settings = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` };
  const server = await startPostgres({ settings, bin: bin! });
  const { port, host } = server;
  const environment = {
    BIN: bin!,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: 'postgres',
    PATH: `${bin}:${process.env.PATH}`,
  };
  return { port, environment, destroy: () => server.destroy() };
}

/** The output of each step. A step that fails is the last. */
async function runPage(page: string, runnable: readonly Step[]): Promise<string[]> {
  const { settings = {}, isOnPostgres, before = '' } = setups[page] ?? {};
  const usesPostgres = runnable.some(({ commands }) => USES_POSTGRES.test(commands));
  const installed = usesPostgres ? await installation(bin) : undefined;
  const folder = installed ? await installed.newFolder() : temporaryFolder();
  await installed?.run([
    'mkdir',
    '-p',
    ...['backups', 'archive', 'var/lib/postgresql'].map((name) => `${folder}/root/${name}`),
  ]);
  mkdirSync(`${folder}/root/var/lib`, { recursive: true });
  const server = usesPostgres ? await ownServer(folder) : undefined;
  const location = await demoDatabase(isOnPostgres ? 'postgresql' : 'embedded', usesPostgres || isOnPostgres ? 20 : 90);
  const links: Record<string, string> = { docs: repositoryFile('docs'), client: repositoryFile('client') };
  if (!isOnPostgres) Object.assign(links, { data: location, 'root/var/lib/workforce': location });
  links['root/var/lib/workforce-backups'] = `${folder}/backups`;
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
  copyFileSync(repositoryFile('deploy/postgres-restore.sh'), `${folder}/postgres-restore.sh`);
  for (const { text, before } of blocksOf(pageText(page))) {
    const [, name] = /`([\w-]+\.mjs)`\s*$/.exec(before) ?? [];
    if (name) writeFileSync(join(folder, name), text);
  }

  const port = String(freePort());
  const [restored, url] = [String(freePort()), `http://127.0.0.1:${port}`];
  const replaced = (text: string): string => {
    const changed = text
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll('--url https://hr.example.com', `--url ${url}`)
      .replaceAll('path/to/', './')
      .replaceAll(/(?<![\w.}~])\/(backups|archive|var\/lib)\b/g, `${folder}/root/$1`)
      .replaceAll("'2026-11-15 04:54:43+00'", '"$(moment)"')
      .replaceAll('5433', restored)
      .replaceAll(/db\.example(:5432)?/g, `127.0.0.1:${server?.port}`)
      .replaceAll(' --pwprompt', '');
    return versions[0]! < 17 ? changed.replaceAll(' --locale-provider=builtin', '') : changed;
  };
  const script = [
    SHELL,
    before,
    'begin "$SERVICE"',
    'step_ends',
    ...runnable.map(
      ({ commands, output }) => `strict=${output === undefined ? 1 : ''}\n${replaced(commands)}\nstep_ends`,
    ),
  ];
  const service = { WORKFORCE_API_TOKEN: 'choose-a-token', WORKFORCE_WORKERS: '1', ...settings };
  const shell = Bun.spawn(['bash', '-euc', script.join('\n')], {
    cwd: folder,
    env: {
      ...process.env,
      ...server?.environment,
      ...(isOnPostgres ? databaseSetting(location) : { WORKFORCE_DATA: `${folder}/data` }),
      SERVICE: Object.entries(service)
        .map((pair) => pair.join('='))
        .join(' '),
      ...{ SERVICE_PORT: port, BUN: process.execPath, MAIN, NO_COLOR: '1' },
      ...{ npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
    },
  });
  const printed = await new Response(shell.stdout).text();
  await shell.exited;
  await server?.destroy();
  const [start = '', ...outputs] = printed
    .replaceAll(`${folder}/root`, '')
    .replaceAll(url, 'http://127.0.0.1:8080')
    .split(`\n${END}\n`);
  return outputs.length === 0 ? [start] : outputs;
}

const pattern = (output: string): RegExp => {
  const parts = output.trim().split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[\\s\\S]*?')}$`);
};

test.each([...steps].filter(([, all]) => all.length > 0))('%s', async (page, all) => {
  const runnable = all.filter(isRunnable);
  const leftOut = all.length - runnable.length;
  if (leftOut > 0)
    console.log(
      `${page}: ${leftOut} of ${all.length} blocks are left out: they need PostgreSQL's programs, or sqlite3.`,
    );
  const printed = await runPage(page, runnable);
  for (const [i, { commands, output }] of runnable.entries()) {
    const said = printed[i]?.replaceAll('\r', '').replaceAll('}{', '}\n{').trim();
    expect({ page, commands, said, isLast: i === printed.length - 1 }).toEqual({
      ...{ page, commands },
      // An example without output finds something.
      said: output === undefined ? expect.not.stringContaining('"total":0,') : expect.stringMatching(pattern(output)),
      isLast: false,
    });
  }
});
