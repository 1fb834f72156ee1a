// The service under mixed load at full speed: every answer is as expected, and memory, open files and the slowest
// answers do not grow. soak.operations.ts runs it for seconds, long.ts for minutes.
import { readdirSync, readFileSync } from 'node:fs';
import { run, spawnService } from '../../harness/command.ts';
import { freePort } from '../../harness/free-port.ts';
import { childrenOf } from '../../harness/processes.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { expectHealthy } from '../crash/ledger-proof.ts';
import { drawing } from './requests.ts';

/** The measurements of one period; `latencies` in milliseconds. */
export type Stretch = {
  readonly requests: number;
  readonly creates: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly residentMiB: number;
  readonly files: number;
};

export type Soak = {
  readonly seconds: number;
  readonly stretches: number;
  readonly clients: number;
  readonly workers: number;
};
export type Soaked = {
  readonly stretches: readonly Stretch[];
  readonly faults: readonly string[];
  /** From the metrics of the service. */
  readonly counted: { readonly all: number; readonly failed: number };
};

export async function soak({ seconds, stretches, clients, workers }: Soak): Promise<Soaked> {
  const data = temporaryFolder();
  await run(['generate', '--employees', '200', '--attendance-days', '30'], { WORKFORCE_DATA: data });
  const metricsPort = freePort();
  const service = await spawnService({
    WORKFORCE_DATA: data,
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: String(workers),
    WORKFORCE_METRICS_PORT: String(metricsPort),
    WORKFORCE_LOG: 'errors',
  });
  const etag = (await fetch(`${service.url}/api/v1/departments`)).headers.get('etag')!;
  const [draw, faults, done] = [drawing(etag), [] as string[], [] as Stretch[]];
  let [taken, creates, over] = [[] as number[], 0, false];
  const client = async (): Promise<void> => {
    while (!over) {
      const { name, path, init, status } = draw();
      const since = performance.now();
      try {
        const answer = await fetch(`${service.url}${path}`, init);
        const body = await answer.text();
        if (answer.status !== status) faults.push(`${name} ${path}: ${answer.status} ${body.slice(0, 200)}`);
        if (answer.status === 201) creates += 1;
      } catch (error) {
        faults.push(`${name} ${path}: ${error}`);
      }
      taken.push(performance.now() - since);
    }
  };
  const all = Array.from({ length: clients }, client);
  const pids = [service.process.pid, ...childrenOf(service.process.pid)];
  for (let i = 0; i < stretches; i++) {
    const seen: { resident: number; files: number }[] = [];
    for (let look = 0; look < 10; look++) {
      await Bun.sleep((100 * seconds) / stretches);
      seen.push(held(pids));
    }
    done.push(stretch(taken, creates, seen));
    [taken, creates] = [[], 0];
  }
  over = true;
  await Promise.all(all);
  const counted = await metricsOf(metricsPort);
  service.process.kill('SIGTERM');
  if ((await service.ended) !== 0 || service.errors() !== '') faults.push(`the end: ${service.errors()}`);
  await expectHealthy(data);
  return { stretches: done, faults, counted };
}

function stretch(taken: number[], creates: number, seen: readonly { resident: number; files: number }[]): Stretch {
  const sorted = Float64Array.from(taken).sort();
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
  const mean = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    requests: taken.length,
    creates,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    residentMiB: mean(seen.map(({ resident }) => resident / 1024)),
    files: mean(seen.map(({ files }) => files)),
  };
}

/** Memory in KiB and open files of all processes. */
function held(pids: readonly number[]) {
  const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const sum = (of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0);
  return { resident: sum(resident), files: sum((pid) => readdirSync(`/proc/${pid}/fd`).length) };
}

async function metricsOf(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('workforce_requests_total'));
  const sum = (some: string[]) => some.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return { all: sum(lines), failed: sum(lines.filter((line) => /status="5/.test(line))) };
}
