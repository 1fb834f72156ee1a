// The deployment files are right: the image can be made from what it copies, and its health check works; deploy/ names
// settings, roles, metrics and files that exist, and manifests are as Kubernetes has them. No containers are started,
// because Docker may be missing.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1';
import type { CronJob, Job } from 'kubernetes-types/batch/v1';
import type { Container, PodSpec, Service, ServiceAccount } from 'kubernetes-types/core/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { readSettings, settingRows } from '../../src/config.ts';
import { parseAddresses } from '../../src/store/database-address.ts';
import { type Spawned, spawnService } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { linkPackages } from '../packages/installed.ts';
import { prometheusText } from '../serve/prometheus-text.ts';

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
  const unavailable = Bun.serve({ port: 0, fetch: () => new Response('{}', { status: 503 }) });
  expect(await checkHealth(String(unavailable.port))).toBe(1);
  await unavailable.stop();
});

type ComposeService = {
  readonly image: string;
  readonly environment?: Record<string, string>;
  readonly volumes?: string[];
  readonly ports?: string[];
};
const composeText = text('deploy/compose.yaml');
const { services } = Bun.YAML.parse(composeText) as { services: Record<string, ComposeService> };
const given = 'Given0123456789';
const substituted = (value: string) =>
  value.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, fallback?: string) => fallback ?? given);
const environmentOf = (service: ComposeService) =>
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

test('the Dockerfile has no faults: by the rules of a linter, and by ours for what that one does not look at', () => {
  const { ERROR } = ValidationSeverity;
  const dockerfile = text('Dockerfile');
  const faults = validate(dockerfile, {
    deprecatedMaintainer: ERROR,
    directiveCasing: ERROR,
    emptyContinuationLine: ERROR,
    instructionCasing: ERROR,
    instructionCmdMultiple: ERROR,
    instructionEntrypointMultiple: ERROR,
    instructionHealthcheckMultiple: ERROR,
    instructionJSONInSingleQuotes: ERROR,
    instructionWorkdirRelative: ERROR,
  });
  expect(faults.map(({ message }) => String(message))).toEqual([]);
  const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);
  for (const base of all('FROM')) expect(base).toMatch(/^[\w./-]+:(?!latest\b)\S+/);
  // ADD fetches and unpacks. Packages of npm are those of the lock file, and the last stage installs nothing.
  expect([all('ADD'), dockerfile.match(/npm (install|i|add)\b/), of('RUN')]).toEqual([[], null, []]);
  // Files of this repository come from no stage, and others from one that there is.
  const stages = all('FROM').map((line) => / AS (\S+)$/.exec(line)?.[1]);
  for (const line of all('COPY')) expect(stages).toContain(/--from=(\S+)/.exec(line)?.[1]);
  expect(of('COPY')).toContain('--from=build --chown=10001:0 /data /data');
  expect(dockerfile).not.toMatch(/^(ENV|ARG) .*(TOKEN|PASSWORD|SECRET|DATABASE_URL)/m);
});

// The manifests of deploy/kubernetes/ are held against the schema of the Kubernetes API, as TypeScript has it: a field
// that there is not, or a value of another type, is an error. Then against what they have to say, and against the image
// and the settings.
describe('on Kubernetes', () => {
  type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };
  const FOLDER = 'deploy/kubernetes';
  const names = readdirSync(repositoryFile(FOLDER)).filter((name) => name.endsWith('.yaml'));
  const files = new Map(names.map((name) => [name, [Bun.YAML.parse(text(`${FOLDER}/${name}`))].flat() as Manifest[]]));

  /** What the compiler says against manifests as values of the types of their kinds. */
  function schemaFaults(manifests: readonly Manifest[]): string {
    const folder = temporaryFolder();
    symlinkSync(repositoryFile('node_modules'), join(folder, 'node_modules'));
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: 'NodeNext',
      lib: ['ES5'],
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }));
    const values = manifests.map(({ apiVersion, kind, ...rest }, at) => {
      const module = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`;
      const value = JSON.stringify({ apiVersion, kind, ...rest }, null, 1);
      return `export const value${at}: import('kubernetes-types/${module}').${kind} = ${value};\n`;
    });
    writeFileSync(join(folder, 'manifests.ts'), values.join(''));
    const { stdout } = Bun.spawnSync([repositoryFile('node_modules/.bin/tsc'), '--pretty', 'false'], { cwd: folder });
    return stdout.toString();
  }

  test('there are manifests for both engines, and all are as the API has them', () => {
    expect(names).toEqual(expect.arrayContaining(['embedded.yaml', 'migrate.yaml', 'postgresql.yaml']));
    const all = [...files.values()].flat();
    expect(all.filter(({ metadata }) => !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(metadata.name))).toEqual([]);
    expect(schemaFaults(all)).toBe('');
  });

  const of = <T>(name: string, kind: string): T => files.get(name)!.find((each) => each.kind === kind) as T;
  const statefulSet = of<StatefulSet>('embedded.yaml', 'StatefulSet');
  const deployment = of<Deployment>('postgresql.yaml', 'Deployment');
  const job = of<Job>('migrate.yaml', 'Job');
  const workloads = [statefulSet, deployment, job] as const;
  const night = of<CronJob>('backup.yaml', 'CronJob').spec!.jobTemplate;
  const pods: PodSpec[] = [...workloads, night].map(({ spec }) => spec!.template.spec!);
  const servers = pods.slice(0, 2).map(({ containers }) => containers[0]!);
  const containers = pods.flatMap((pod) => [...(pod.initContainers ?? []), ...pod.containers]);
  const environmentOf = (container: Container) =>
    Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));

  test('no pod has more rights than it needs', () => {
    for (const pod of pods) {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    }
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
      expect(securityContext!.capabilities).toEqual({ drop: ['ALL'] });
      expect(resources).toMatchObject({ requests: { cpu: expect.anything() }, limits: { memory: expect.anything() } });
    }
    for (const name of ['embedded.yaml', 'postgresql.yaml'])
      expect(of<ServiceAccount>(name, 'ServiceAccount').automountServiceAccountToken).toBe(false);
  });

  test('there is one writer of an embedded database, and its volume stays', () => {
    const { replicas, updateStrategy, podManagementPolicy, volumeClaimTemplates, template, ...spec } =
      statefulSet.spec!;
    expect([replicas, updateStrategy, podManagementPolicy]).toEqual([1, { type: 'RollingUpdate' }, 'OrderedReady']);
    expect(volumeClaimTemplates!.map(({ spec }) => spec!.accessModes)).toEqual([['ReadWriteOnce']]);
    expect(spec.persistentVolumeClaimRetentionPolicy).toEqual({ whenDeleted: 'Retain', whenScaled: 'Retain' });
    // The job of the night opens the same volume, on the same node.
    const job = JSON.stringify(files.get('backup.yaml'));
    expect(job).toContain(`"claimName":"${volumeClaimTemplates![0]!.metadata!.name}-${statefulSet.metadata!.name}-0"`);
    expect(job).toContain(
      JSON.stringify({
        topologyKey: 'kubernetes.io/hostname',
        labelSelector: {
          matchLabels: { 'app.kubernetes.io/name': template.metadata!.labels!['app.kubernetes.io/name'] },
        },
      }),
    );
    const [data] = servers[0]!.volumeMounts!;
    expect([data!.name, data!.mountPath]).toEqual([volumeClaimTemplates![0]!.metadata!.name!, '/data']);
    // The user of the image is in the group that the volume gets.
    expect(text('Dockerfile')).toContain(`\nUSER 10001:${template.spec!.securityContext!.fsGroup}\n`);
  });

  test('on PostgreSQL some pod serves while a node is drained or the version changes, and all find connections', () => {
    const { replicas = 1, strategy, template } = deployment.spec!;
    const budget = of<PodDisruptionBudget>('postgresql.yaml', 'PodDisruptionBudget').spec!;
    expect(replicas - (budget.maxUnavailable as number)).toBeGreaterThan(0);
    expect(budget.selector).toEqual(deployment.spec!.selector);
    expect(strategy!.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    const spread = template.spec!.topologySpreadConstraints!;
    expect(spread.map((each) => each.topologyKey)).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
    for (const { labelSelector } of spread) expect(labelSelector).toEqual(deployment.spec!.selector);
    const { workers, poolSize } = readSettings(environmentOf(servers[1]!) as Record<string, string>, 'linux');
    expect((replicas + 1) * workers * (poolSize + 13)).toBeLessThanOrEqual(97);
  });

  test('what is selected and named is there', () => {
    for (const [name, workload] of [
      ['embedded.yaml', statefulSet],
      ['postgresql.yaml', deployment],
    ] as const) {
      const { selector, template } = workload.spec!;
      const service = of<Service>(name, 'Service').spec!;
      expect(selector.matchLabels).toEqual(template.metadata!.labels!);
      expect(service.selector).toEqual(template.metadata!.labels!);
      const [container] = template.spec!.containers;
      const ports = new Map(container!.ports!.map((port) => [port.name, port.containerPort]));
      for (const { targetPort } of service.ports!) expect(ports.has(targetPort as string)).toBe(true);
      expect(text('Dockerfile')).toContain(`\nEXPOSE ${ports.get('http')}\n`);
      expect(environmentOf(container!).WORKFORCE_METRICS_PORT).toBe(String(ports.get('metrics')));
      expect(template.spec!.serviceAccountName).toBe(of<Manifest>(name, 'ServiceAccount').metadata.name);
    }
    for (const pod of pods) {
      const claims = pod === pods[0] ? ['data'] : [];
      const volumes = new Set([...claims, ...(pod.volumes ?? []).map(({ name }) => name)]);
      const mounted = [...(pod.initContainers ?? []), ...pod.containers].flatMap(
        ({ volumeMounts = [] }) => volumeMounts,
      );
      expect(new Set(mounted.map(({ name }) => name))).toEqual(volumes);
    }
  });

  test('settings exist, and what is secret is only referred to, by names that the page makes', () => {
    const settings = new Set<string>(Object.values(settingRows).flatMap(({ variables }) => variables));
    const page = text('docs/kubernetes.md');
    for (const { env = [], image } of containers)
      for (const { name, value, valueFrom } of env) {
        expect({ name, image, known: settings.has(name) }).toEqual({ name, image, known: true });
        const isSecret = /TOKEN|URL|SECRET|PASSWORD/.test(name);
        expect({ name, isSecret, value: typeof value }).toEqual({
          name,
          isSecret,
          value: isSecret ? 'undefined' : 'string',
        });
        const secret = valueFrom?.secretKeyRef;
        if (secret)
          expect(page).toMatch(new RegExp(`create secret generic ${secret.name} .*--from-literal=${secret.key}=`));
      }
    const [{ configMap } = {}] = pods[2]!.volumes!;
    expect(page).toContain(`create configmap ${configMap!.name} --from-file=docs/postgresql-roles.sql`);
  });

  test('a pod has time to be taken from the proxies and to answer what is open', () => {
    for (const pod of pods.slice(0, 2)) {
      const [seconds] = pod.containers[0]!.lifecycle!.preStop!.exec!.command!.slice(1).map(Number);
      const { statementTimeoutSeconds } = readSettings({}, 'linux');
      // The longest question, and a create that is confirmed a second later.
      expect(pod.terminationGracePeriodSeconds!).toBeGreaterThan(seconds! + statementTimeoutSeconds + 1);
    }
  });
});

// The dashboard, the alerts and the page about them: every metric that they name is one that the service has, with the
// labels that it has; every alert has its lines in the page.
describe('watching', () => {
  const page = text('docs/watching.md');
  const dashboard = JSON.parse(text('deploy/grafana/workforce.json'));
  const rules: { alert: string; expr: string; annotations: Record<string, string>; labels: Record<string, string> }[] =
    (Bun.YAML.parse(text('deploy/prometheus/alerts.yaml')) as any).groups.flatMap(({ rules }: any) => rules);
  const panels: string[] = dashboard.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr));

  const SERIES = /\b(workforce_\w+)(?:\{([^}]*)\})?/g;

  /** All metrics that the source has, whichever engine or setting they need. */
  const inSource = new Set<string>();
  for (const file of new Glob('**/*.ts').scanSync(repositoryFile('src')))
    for (const [, name] of text(`src/${file}`).matchAll(/'(?:gauge|counter)',\s*'(workforce_\w+)'/g))
      inSource.add(name!);

  let service: Spawned;
  let families: ReturnType<typeof prometheusText>;
  beforeAll(async () => {
    const port = freePort();
    const settings = { WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1', WORKFORCE_METRICS_PORT: String(port) };
    service = await spawnService({ WORKFORCE_DATA: temporaryFolder(), ...settings });
    await fetch(`${service.url}/api/v1/jobs`);
    families = prometheusText(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    for (const name of families.keys()) inSource.add(name);
    inSource.add('workforce_spans_total');
  });
  afterAll(async () => {
    service.process.kill('SIGTERM');
    await service.process.exited;
  });

  test('alerts and dashboard ask for metrics that there are, by labels that they have', () => {
    for (const expr of [...panels, ...rules.map(({ expr }) => expr)])
      for (const [, name, conditions = ''] of expr.matchAll(SERIES)) {
        const family = name!.replace(/_(bucket|sum|count)$/, '');
        expect([expr, inSource.has(family)]).toEqual([expr, true]);
        const samples = families.get(family)?.samples.filter((sample) => sample.name === name) ?? [];
        for (const [, label] of conditions.matchAll(/(\w+)\s*[=!]/g))
          if (label !== 'job' && samples.length > 0) expect(Object.keys(samples[0]!.labels)).toContain(label!);
      }
  });

  test('the table of the page has every metric, and none that there is not', () => {
    const table = page.slice(page.indexOf('| metric |'), page.indexOf('[deploy/grafana'));
    const named = [...table.matchAll(/`(workforce_\w+)`/g)].map(([, name]) => name!);
    expect([...new Set(named)].sort()).toEqual([...inSource].sort());
  });

  test('every alert says how bad it is, and has its lines in the page, and no lines are without their alert', () => {
    for (const { alert, annotations, labels } of rules) {
      expect([alert, annotations.runbook]).toEqual([alert, `docs/watching.md#${alert.toLowerCase()}`]);
      expect(annotations.summary).toBeTruthy();
      expect(['page', 'ticket']).toContain(labels.severity!);
    }
    const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading!);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });
});
