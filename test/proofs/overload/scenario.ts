// One attack on a running service, and beside it what others get. overload.operations.ts runs each for a second on few
// records, long.ts for longer on a million.
import { type Spawned, spawnService } from '../../harness/command.ts';
import { databaseSetting, type Engine } from '../../harness/databases.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { childrenOf } from '../../harness/processes.ts';
import { rawGet } from '../../harness/raw-http.ts';
import { TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import type { Attack } from './attacks.ts';
import { type Served, startPolite, warmUp } from './polite.ts';
import { type Held, watch } from './watch.ts';

/** `location`: of the database. `folder`: where it is, if it is an embedded one. */
export type Attacked = Spawned & {
  readonly engine: Engine;
  readonly location: string;
  readonly folder?: string;
  /** Returns how long it took, in seconds. */
  stop(): Promise<number>;
};

/** In milliseconds. A service that is still at work by then, for clients that have left, is killed. */
const STOP_LIMIT = 10_000;

export async function start(engine: Engine, location: string, workers = 1): Promise<Attacked> {
  const settings = {
    ...databaseSetting(location),
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: String(workers),
    WORKFORCE_LOG: 'off',
  };
  const service = await spawnService(settings);
  const stop = async (): Promise<number> => {
    const began = performance.now();
    service.process.kill('SIGTERM');
    const late = setTimeout(() => service.process.kill('SIGKILL'), STOP_LIMIT);
    await service.process.exited;
    clearTimeout(late);
    return (performance.now() - began) / 1000;
  };
  return { ...service, engine, location, stop, ...(engine === 'embedded' && { folder: location }) };
}

export type Measured = Served &
  Held & {
    /** What came of the attack's requests. */
    readonly attack: string;
  };

/** Attacks for so many seconds. */
export async function attacked(service: Attacked, attack: Attack, seconds: number): Promise<Measured> {
  await warmUp(service.url);
  const stopWatch = watch(service.process.pid, service.folder);
  const stopPolite = await startPolite(service.url);
  const stopAttack = await launch(service, attack);
  await Bun.sleep(1000 * seconds);
  // The last answers are awaited while the attack goes on.
  const served = await stopPolite();
  return { ...served, ...stopWatch(), attack: await stopAttack() };
}

/** How many new requests have to be answered, each on a connection of its own, when a worker was replaced. */
const NEW_REQUESTS = 100;
/** The time after which a worker counts as stuck, and some for its replacement to start. */
const REPLACED_WITHIN = 40;

/** An attack that takes a worker away: soon another is there, and every new request is answered. Returns how long that
 * took, in seconds. */
export async function replaced(service: Attacked, attack: Attack): Promise<number> {
  const workers = () => childrenOf(service.process.pid);
  const [before, began] = [workers(), performance.now()];
  const stopAttack = await launch(service, attack);
  await waitUntil(
    'a worker to be replaced',
    () => workers().length === before.length && workers().some((pid) => !before.includes(pid)),
    REPLACED_WITHIN,
  );
  const ask = async () => (await rawGet(service.url, '/api/v1/health').catch(() => undefined))?.status === 200;
  await waitUntil(
    'every new request to be answered',
    async () => (await Promise.all(Array.from({ length: NEW_REQUESTS }, ask))).every((isAnswered) => isAnswered),
    REPLACED_WITHIN,
  );
  const took = (performance.now() - began) / 1000;
  await stopAttack();
  return took;
}

/** Starts the attack in a process of its own. Returns a function that ends it and tells what came of its requests. */
async function launch({ url, process: { pid } }: Attacked, { name }: Attack): Promise<() => Promise<string>> {
  const { PATH = '', HOME = '' } = process.env;
  const attacker = Bun.spawn(
    [process.execPath, repositoryFile('test/proofs/overload/attacker.ts'), name, url, `${pid}`],
    {
      env: { PATH, HOME, WORKFORCE_API_TOKEN: TOKEN },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const output = attacker.stdout.getReader();
  await output.read();
  return async () => {
    await attacker.stdin.end();
    const decoder = new TextDecoder();
    let printed = '';
    for (let part = await output.read(); !part.done; part = await output.read()) printed += decoder.decode(part.value);
    return printed.trim();
  };
}
