// The manifests of deploy/kubernetes/ are held against the schema of the Kubernetes API, as TypeScript has it: a field
// that there is not, or a value of another type, is an error. Then against what they have to say, and against the image
// and the settings.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1';
import type { CronJob, Job } from 'kubernetes-types/batch/v1';
import type { Container, PodSpec, Service, ServiceAccount } from 'kubernetes-types/core/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { readSettings, settingRows } from '../../src/config.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

type Manifest = { apiVersion: string; kind: string; metadata: { name: string } };
const FOLDER = 'deploy/kubernetes';
const text = (name: string) => readFileSync(repositoryFile(name), 'utf8');
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

test('the schema finds a wrong name, a wrong type, a missing field and a kind that there is not', () => {
  const [embedded, migrate] = ['embedded.yaml', 'migrate.yaml'].map((name) => text(`${FOLDER}/${name}`));
  const faulty = (source: string, from: string, to: string) => {
    expect(source).toContain(from);
    return [Bun.YAML.parse(source.replace(from, to))].flat() as Manifest[];
  };
  const faults = schemaFaults([
    ...faulty(embedded!, 'readinessProbe:', 'readynessProbe:'),
    ...faulty(embedded!, 'replicas: 1', "replicas: '1'"),
    ...faulty(embedded!, 'serviceName: workforce', ''),
    ...faulty(embedded!, 'kind: StatefulSet', 'kind: StatefullSet'),
    ...faulty(migrate!, 'batch/v1', 'batch/v2'),
  ]);
  for (const fault of [
    /'"readynessProbe"' does not exist in type 'Container'/,
    /Type 'string' is not assignable to type 'number'/,
    /Property 'serviceName' is missing/,
    /no exported member 'StatefullSet'/,
    /Cannot find module 'kubernetes-types\/batch\/v2'/,
  ])
    expect(faults).toMatch(fault);
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
  const { replicas, updateStrategy, podManagementPolicy, volumeClaimTemplates, template, ...spec } = statefulSet.spec!;
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
    // What the image says is written to, and only that.
    const writable = container!.volumeMounts!.map(({ mountPath }) => mountPath).sort();
    expect(writable).toEqual(workload === statefulSet ? ['/data', '/tmp'] : ['/tmp']);
  }
  for (const pod of pods) {
    const claims = pod === pods[0] ? ['data'] : [];
    const volumes = new Set([...claims, ...(pod.volumes ?? []).map(({ name }) => name)]);
    const mounted = [...(pod.initContainers ?? []), ...pod.containers].flatMap(({ volumeMounts = [] }) => volumeMounts);
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

test('the rights that the job grants are the ones of docker compose', () => {
  const { services } = Bun.YAML.parse(text('deploy/compose.yaml')) as { services: { grant: { command: string[] } } };
  const [command] = pods[2]!.containers[0]!.args!;
  expect(command).toBe(
    `${services.grant.command[0]!.replace(' /postgresql-roles.sql', ' /roles/postgresql-roles.sql')} "$DATABASE_URL"`,
  );
});

test('a pod has time to be taken from the proxies and to answer what is open', () => {
  for (const pod of pods.slice(0, 2)) {
    const [seconds] = pod.containers[0]!.lifecycle!.preStop!.exec!.command!.slice(1).map(Number);
    const { statementTimeoutSeconds } = readSettings({}, 'linux');
    // The longest question, and a create that is confirmed a second later.
    expect(pod.terminationGracePeriodSeconds!).toBeGreaterThan(seconds! + statementTimeoutSeconds + 1);
  }
});
