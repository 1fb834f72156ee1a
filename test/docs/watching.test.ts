// The dashboard, the alerts and the page about them: every metric that they name is one that the service has, with the
// labels that it has; every alert has its lines in the page.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { type Spawned, spawnService } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { prometheusText } from '../serve/prometheus-text.ts';

const read = (name: string) => Bun.file(repositoryFile(name)).text();
const page = await read('docs/watching.md');
const dashboard = JSON.parse(await read('deploy/grafana/workforce.json'));
const rules: { alert: string; expr: string; annotations: Record<string, string>; labels: Record<string, string> }[] = (
  Bun.YAML.parse(await read('deploy/prometheus/alerts.yaml')) as any
).groups.flatMap(({ rules }: any) => rules);
const panels: string[] = dashboard.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr));

const SERIES = /\b(workforce_\w+)(?:\{([^}]*)\})?/g;

/** All metrics that the source has, whichever engine or setting they need. */
const inSource = new Set<string>();
for (const file of new Glob('**/*.ts').scanSync(repositoryFile('src')))
  for (const [, name] of (await read(`src/${file}`)).matchAll(/'(?:gauge|counter)',\s*'(workforce_\w+)'/g))
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
    expect(annotations.summary!.length).toBeGreaterThan(20);
    expect(['page', 'ticket']).toContain(labels.severity!);
  }
  const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading!);
  expect(headings).toEqual(rules.map(({ alert }) => alert));
});

test('the dashboard can be put in anywhere: it brings no address of a data source, and its panels do not overlap', () => {
  const taken = new Set<string>();
  for (const { id, gridPos, datasource, title } of dashboard.panels) {
    expect([id, datasource.uid, title.length > 0]).toEqual([id, `$\{source}`, true]);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, x < 24, taken.has(`${x} ${y}`)]).toEqual([title, true, false]);
        taken.add(`${x} ${y}`);
      }
  }
  expect(new Set(dashboard.panels.map(({ id }: any) => id)).size).toBe(dashboard.panels.length);
});
