// The service under mixed load at full speed, npm test -- soak: MINUTES of it (5), with WORKERS (2) and CLIENTS (32).
// Every answer is as expected, and memory, open files and the slowest answers do not grow; prints each minute, and
// compares the last with the second, because by then every kind of request was sent once.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { run, spawnService } from '../../harness/command.ts';
import { processTree } from '../../harness/processes.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { expectHealthy } from '../crash/ledger-proof.ts';
import { printFigures } from '../figures.ts';
import { drawing } from './requests.ts';

const MINUTES = Number(process.env.MINUTES ?? 5);
const WORKERS = process.env.WORKERS ?? '2';
const CLIENTS = Number(process.env.CLIENTS ?? 32);
/** Of memory and files in each minute. */
const LOOKS = 10;

test(
  `${MINUTES} minutes`,
  async () => {
    const data = temporaryFolder();
    await run(['generate', '--employees', '200', '--attendance-days', '30'], { WORKFORCE_DATA: data });
    const service = await spawnService({
      ...{ WORKFORCE_DATA: data, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: WORKERS, WORKFORCE_LOG: 'errors' },
    });
    const draw = drawing((await fetch(`${service.url}/api/v1/departments`)).headers.get('etag')!);
    const faults: string[] = [];
    let [taken, isOver] = [[] as number[], false];
    const client = async (): Promise<void> => {
      while (!isOver) {
        const { name, path, init, status } = draw();
        const since = performance.now();
        const answer = await fetch(`${service.url}${path}`, init).catch((error) => new Response(`${error}`));
        const body = await answer.text();
        if (answer.status !== status) faults.push(`${name} ${path}: ${answer.status} ${body.slice(0, 200)}`);
        taken.push(performance.now() - since);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    const minutes: ReturnType<typeof minute>[] = [];
    while (minutes.length < MINUTES) {
      const held: Held[] = [];
      while (held.length < LOOKS) {
        await Bun.sleep(60_000 / LOOKS);
        held.push(heldBy(processTree(service.process.pid)));
      }
      minutes.push(minute(taken, held));
      taken = [];
      printFigures(`soak, minute ${minutes.length}`, minutes.at(-1)!);
    }
    isOver = true;
    await Promise.all(clients);
    service.process.kill('SIGTERM');
    expect([await service.ended, service.errors(), faults.slice(0, 20)]).toEqual([0, '', []]);
    await expectHealthy(data);
    const [first, second, last] = [minutes[0]!, minutes[1] ?? minutes[0]!, minutes.at(-1)!];
    expect(last.residentMiB).toBeLessThan(1.3 * second.residentMiB);
    expect(last.files).toBeLessThan(second.files + CLIENTS);
    expect(last.p99).toBeLessThan(1.5 * first.p99);
  },
  60_000 * (MINUTES + 10),
);

/** Memory in MiB and open files of all processes. */
type Held = { readonly resident: number; readonly files: number };

function heldBy(pids: readonly number[]): Held {
  const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const sum = (of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0);
  return { resident: sum(resident) / 1024, files: sum((pid) => readdirSync(`/proc/${pid}/fd`).length) };
}

/** `taken`: in milliseconds. */
function minute(taken: readonly number[], held: readonly Held[]) {
  const sorted = Float64Array.from(taken).sort();
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
  const mean = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    ...{ requests: taken.length, p50: at(0.5), p99: at(0.99), worst: at(1) },
    residentMiB: mean(held.map(({ resident }) => resident)),
    files: mean(held.map(({ files }) => files)),
  };
}
