// The timer and the job of deploy/ are right: their very commands make verified backups and keep as many as they say,
// and they run with as few rights as they can.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingRows } from '../../src/config.ts';
import { finished, spawnCommand } from '../harness/command.ts';
import { demoDatabase } from '../harness/databases.ts';
import { MAIN, ROOT, repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

setDefaultTimeout(120_000);

const text = (name: string) => readFileSync(repositoryFile(`deploy/${name}`), 'utf8');
const settings = new Set<string>(Object.values(settingRows).flatMap(({ variables }) => variables));
const units = ['workforce-backup.service', 'workforce-backup.timer', 'workforce-backup-failed.service'];

/** The lines of a unit, as `name=value`. */
const linesOf = (unit: string) =>
  text(unit)
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
const valueIn = (unit: string, name: string) =>
  linesOf(unit)
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Runs the command twice with `--keep 1` instead of more, and returns what is left. */
async function nights(program: string[], args: string[], environment: Record<string, string>, folder: string) {
  expect(args.slice(-2)).toEqual(['--keep', '14']);
  for (let night = 1; night <= 2; night++) {
    const child = spawnCommand([...args.slice(0, -1), '1'], environment, { program });
    const { code, stdout, stderr } = await finished(child);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('doctor found nothing wrong');
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toEqual([
    expect.stringMatching(/^workforce-0002-\d{8}T\d{6}Z\.db$/),
  ]);
}

test('the command of the systemd unit', async () => {
  const [data, backups] = [await demoDatabase('embedded'), temporaryFolder()];
  const placed = (word: string) =>
    word
      .replace('/opt/workforce/', ROOT)
      .replace('/var/lib/workforce-backups', backups)
      .replace('/var/lib/workforce', data);
  const [program, main, ...args] = valueIn('workforce-backup.service', 'ExecStart')!.split(' ').map(placed);
  expect([existsSync(program!), main]).toEqual([true, MAIN]);
  const [name, value] = valueIn('workforce-backup.service', 'Environment')!.split('=');
  expect(settings.has(name!)).toBe(true);
  await nights([program!, main!], args, { [name!]: placed(value!) }, backups);
});

test('the unit has the user, the data and at least the limits of the service that it backs up', () => {
  const [own, served] = [linesOf('workforce-backup.service'), linesOf('workforce.service')];
  const limits =
    /^(NoNew|Capability|Ambient|Protect|Private|Restrict(?!Address)|Lock|SystemCall|UMask|DynamicUser|StateDirectoryMode)/;
  expect(served.filter((line) => limits.test(line) && !own.includes(line))).toEqual([]);
  expect(own).toContain('PrivateNetwork=yes');
  expect(own).toContain('User=workforce');
  expect(valueIn('workforce-backup.service', 'StateDirectory')!.split(' ')).toEqual(['workforce', 'workforce-backups']);
  expect(units).toContain(valueIn('workforce-backup.service', 'OnFailure')!);
  expect(linesOf('workforce-backup.timer')).toEqual(
    expect.arrayContaining(['Persistent=true', 'RandomizedDelaySec=15min', 'WantedBy=timers.target']),
  );
});

type Document = { kind: string; metadata: { name: string }; spec: any };
const documents = Bun.YAML.parse(text('kubernetes/backup.yaml')) as Document[];
const job = documents.find(({ kind }) => kind === 'CronJob')!.spec;
const pod = job.jobTemplate.spec.template.spec;
const [container] = pod.containers;
const dockerfile = readFileSync(repositoryFile('Dockerfile'), 'utf8');

test('the command of the Kubernetes job, in its volumes', async () => {
  const [data, backups] = [await demoDatabase('embedded'), join(temporaryFolder(), 'backups')];
  mkdirSync(backups);
  const mounts = Object.fromEntries(container.volumeMounts.map(({ name, mountPath }: any) => [mountPath, name]));
  expect(mounts).toEqual({ '/data': 'data', '/backups': 'backups', '/tmp': 'tmp' });
  expect(pod.volumes.map(({ name }: any) => name)).toEqual(Object.values(mounts));
  const placed = (word: string) => word.replace(/^\/data$/, data).replace(/^\/backups$/, backups);
  const environment = Object.fromEntries(container.env.map(({ name, value }: any) => [name, placed(value)]));
  expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
  // The image runs "workforce" with these words.
  expect([container.command, dockerfile]).toEqual([undefined, expect.stringContaining('ENTRYPOINT ["workforce"]')]);
  await nights([process.execPath, MAIN], container.args.map(placed), environment, backups);
});
