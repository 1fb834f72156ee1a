// What the health check takes while one client sends the worst request of a parameter, beside what a server that does
// nothing takes at the same time: the machine has other work.
import { openConnection } from '../../harness/connection.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { TOKEN } from '../../harness/service.ts';
import { printFigures } from '../figures.ts';
import { askOnce, type Order } from './hammer.ts';
import { type Asked, type Place, places } from './parameters.ts';
import { get, inTurn, startClients } from './polite.ts';
import type { Attacked } from './scenario.ts';

const { EACH, PLACES = '' } = process.env;

const HEALTH = '/api/v1/health';
const CONNECTIONS = [1, 32];
/** In milliseconds between two checks. */
const EVERY = 5;
const IDLE = `console.log(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('{}') }).url.origin)`;

/** How long others wait at most while it is answered, in milliseconds: the shorter one of two times. */
async function waitOf(url: string, asked: Asked, connection: Awaited<ReturnType<typeof openConnection>>) {
  const waits: number[] = [];
  for (const turn of [1, 2]) {
    let isAnswered = false;
    const order: Order = { url, asked, connections: 1, token: TOKEN };
    const answers = Promise.all([turn, turn + 2].map((n) => askOnce(order, n))).catch(() => undefined);
    const end = answers.then(() => {
      isAnswered = true;
    });
    let most = 0;
    for (const until = performance.now() + 1000; !isAnswered && performance.now() < until; ) {
      const began = performance.now();
      await connection.get(HEALTH);
      most = Math.max(most, performance.now() - began);
    }
    await end;
    waits.push(most);
  }
  return Math.min(...waits);
}

/** The places whose worst request keeps the health check waiting for longer than `most`, every time of three. */
export async function overHealth(service: Attacked, seconds: number, most: number): Promise<string[]> {
  const idle = Bun.spawn([process.execPath, '-e', IDLE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const hammer = Bun.spawn([process.execPath, repositoryFile('test/proofs/overload/hammer.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: () => undefined,
  });
  const first = await idle.stdout.getReader().read();
  const idleUrl = new TextDecoder().decode(first.value).trim();
  const connection = await openConnection(service.url, '127.0.0.2');
  const health = (url: string) => startClients(url, [inTurn(EVERY, [() => get(HEALTH)])]);

  async function measure(asked: Asked, connections: number) {
    const order = { url: service.url, token: TOKEN, asked, connections };
    hammer.send(order);
    const stops = [health(service.url), health(idleUrl)];
    await Bun.sleep(1000 * seconds);
    const [served, nothing] = await Promise.all(stops.map((stop) => stop()));
    hammer.send({ ...order, connections: 0 });
    return { p50: served!.p50, p99: served!.p99, idle: nothing!.p99 };
  }

  async function worstOf({ requests }: Place): Promise<Asked> {
    let worst = { wait: -1, asked: requests[0]! };
    for (const asked of requests) {
      const wait = await waitOf(service.url, asked, connection);
      if (wait > worst.wait) worst = { wait, asked };
    }
    return worst.asked;
  }

  const over: string[] = [];
  const all: Record<number, { name: string; p50: number; p99: number }[]> = { 1: [], 32: [] };
  try {
    for (const place of places(EACH === '1').filter(({ name }) => new RegExp(PLACES).test(name))) {
      const asked = await worstOf(place);
      for (const connections of CONNECTIONS) {
        let least = await measure(asked, connections);
        for (let again = 0; again < 2 && least.p99 - least.idle > most; again++) {
          const next = await measure(asked, connections);
          if (next.p99 - next.idle < least.p99 - least.idle) least = next;
        }
        const said = `${connections} of ${place.name}: ${least.p50}, ${least.p99}, idle ${least.idle}: ${asked.path.slice(0, 120)} ${asked.body?.slice(0, 120) ?? ''}`;
        if (least.p99 - least.idle > most / 2) console.log(said);
        if (least.p99 - least.idle > most) over.push(said);
        all[connections]!.push({ name: place.name, ...least });
      }
    }
  } finally {
    hammer.kill();
    idle.kill();
    connection.close();
  }
  for (const connections of CONNECTIONS) {
    const sorted = all[connections]!.sort((a, b) => b.p99 - a.p99);
    const p50 = sorted.map((one) => one.p50).sort((a, b) => a - b)[Math.floor(sorted.length / 2)];
    const worst = sorted.slice(0, 5).map(({ name, p99 }) => `${name}: ${p99}`);
    printFigures(`overload ${service.engine}, health, ${connections}`, { parameters: sorted.length, p50, worst });
  }
  return over;
}
