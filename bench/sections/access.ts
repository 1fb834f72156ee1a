// Measures what it costs that reads take a token, and what others get while somebody sends wrong ones.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../../src/access/secret.ts';
import { startPostgres } from '../../test/harness/postgres/postgres.ts';
import { type Databases, sizes } from '../data/databases.ts';
import { fillPostgres } from '../data/fill.ts';
import { type Running, run } from '../load/processes.ts';
import { totalOf } from '../load/request.ts';
import { CONNECTIONS, measureInterleaved, type Subject, sameRequest, scatteredRequests } from '../load/rounds.ts';
import { SCHEDULE, timesOnSchedule } from '../load/schedule.ts';
import { wrk } from '../load/wrk.ts';
import { logProgress } from '../log-progress.ts';
import type { Options } from '../options.ts';
import type { Bar, Figure, Section } from '../report/result.ts';
import { quantile, ratio, stat } from '../report/stats.ts';
import { startPostgresService, startService } from '../subjects/service.ts';

const PATH = '/api/v1/attendance';
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const POOL = 10;
/** Wrong tokens: how many different ones, how many a second, and over how many connections. One waits up to 50 ms for
 * its answer. */
const WRONG = { tokens: 100_000, rate: 10_000, connections: 800 };
/** Seconds. */
const HEAD_START = 1;
/** Milliseconds. */
const MOST_WAIT = 100;

type Engine = {
  readonly name: string;
  readonly open: Running;
  readonly guarded: Running;
  readonly headers: Record<string, string>;
  readonly rows: number;
  readonly hasCache: boolean;
};

export async function access(databases: Databases, options: Options): Promise<Section> {
  const postgres = await startPostgres({ settings: { shared_buffers: '256MB' } });
  const engines: Engine[] = [];
  try {
    engines.push(await embedded(databases));
    engines.push(await onPostgres(await postgres.createDatabase()));
    const wrong = join(databases.temporaryFolder(), 'tokens');
    await Bun.write(wrong, Array.from({ length: WRONG.tokens }, () => newSecret('token')).join('\n'));
    const rates = await measureInterleaved(
      engines.flatMap((engine) => subjectsOf(engine, wrong)),
      options,
    );
    const waits = await waitsOf(engines, wrong, options);
    const bars = engines.flatMap((engine) =>
      namesOf(engine).map((name): Bar => {
        const value = ratio(rates(`${name}, token`), rates(`${name}, public`));
        return { name: `${name}: token / public`, value, unit: '×', target: 0.85, want: 'at least' };
      }),
    );
    const figures = engines.flatMap((engine) =>
      subjectsOf(engine, wrong).map(({ name }): Figure => ({ name, value: stat(rates(name)), unit: '/s' })),
    );
    return {
      title: 'Reads that take a token',
      how: `WORKFORCE_READ=public without a token beside WORKFORCE_READ=token with a named one, which reads all: two services on the same data, ${CONNECTIONS} connections, attendance at random, so that no answer is cached; hot: the same address each time, which the embedded engine answers from its cache. A page is 50. Wrong tokens: well-formed, ${WRONG.tokens.toLocaleString('en')} different ones, ${WRONG.rate.toLocaleString('en')} a second on a schedule over ${WRONG.connections} connections, all of which have to be 401. Others are ${SCHEDULE.connections} connections with a right token that get random records, one request due every ${SCHEDULE.everyMilliseconds} ms, counted with its whole wait from when it was due. They share the core of the load with what sends the wrong ones.`,
      bars: [...bars, ...waits.bars],
      figures: [...figures, ...waits.figures],
      notes: waits.notes,
    };
  } finally {
    for (const { open, guarded } of engines) await Promise.all([open.stop(), guarded.stop()]);
    await postgres.destroy();
  }
}

async function bearer(env: Record<string, string>): Promise<Record<string, string>> {
  const made = await run([process.execPath, MAIN, 'token', 'create', 'bench', '--read', 'all'], { env });
  return { Authorization: `Bearer ${made.trim()}` };
}

const GUARDED = { WORKFORCE_READ: 'token' };

async function embedded(databases: Databases): Promise<Engine> {
  // Copies, because a database is served by one service at a time.
  const folders = [databases.temporaryFolder(), databases.temporaryFolder()] as const;
  const filled = await databases.filled(sizes.tenThousand);
  for (const folder of folders) cpSync(filled, folder, { recursive: true });
  const headers = await bearer({ WORKFORCE_DATA: folders[1] });
  const [open, guarded] = [await startService(folders[0]), await startService(folders[1], [], GUARDED)];
  return { name: 'embedded', open, guarded, headers, rows: await totalOf(`${open.url}${PATH}`), hasCache: true };
}

async function onPostgres(url: string): Promise<Engine> {
  await fillPostgres(url, sizes.tenThousand);
  const headers = await bearer({ DATABASE_URL: url });
  const open = await startPostgresService(url, [], POOL);
  const guarded = await startPostgresService(url, [], POOL, GUARDED);
  return { name: 'PostgreSQL', open, guarded, headers, rows: await totalOf(`${open.url}${PATH}`), hasCache: false };
}

const namesOf = ({ name, hasCache }: Engine): string[] =>
  ['get-one', 'page', ...(hasCache ? ['hot get-one', 'hot page'] : [])].map((what) => `${what}, ${name}`);

function subjectsOf(engine: Engine, wrong: string): Subject[] {
  const { name, open, guarded, headers, rows, hasCache } = engine;
  const both = (make: (mode: string, url: string, more: { headers?: Record<string, string> }) => Subject) => [
    make(`${name}, public`, open.url, {}),
    make(`${name}, token`, guarded.url, { headers }),
  ];
  const items = (called: string, url: string, more: object) =>
    scatteredRequests(called, url, { path: `${PATH}/`, first: 1, count: rows, ...more });
  return [
    ...both((mode, url, more) => items(`get-one, ${mode}`, url, more)),
    ...both((mode, url, more) =>
      scatteredRequests(`page, ${mode}`, url, {
        ...{ path: `${PATH}?`, first: 0, count: rows - 50, limits: [50, 1] },
        ...more,
      }),
    ),
    ...(hasCache ? both((mode, url, more) => sameRequest(`hot get-one, ${mode}`, `${url}${PATH}/17`, more)) : []),
    ...(hasCache ? both((mode, url, more) => sameRequest(`hot page, ${mode}`, `${url}${PATH}`, more)) : []),
    beside(items(`get-one beside wrong tokens, ${name}`, guarded.url, { headers }), guarded, wrong),
  ];
}

/** Measures while wrong tokens are sent, and returns how many of them were refused a second. */
async function besideWrong<T>({ url }: Running, file: string, seconds: number, measure: () => Promise<T>) {
  const attack = wrk({
    ...{ url, seconds: seconds + HEAD_START, connections: WRONG.connections, isRefused: true },
    script: { name: 'wrong-tokens', args: [`${PATH}/17`, file, WRONG.rate] },
  });
  // Until all connections are open.
  await Bun.sleep(1000 * HEAD_START);
  const [measured, { rate }] = await Promise.all([measure(), attack]);
  return { measured, rate };
}

const beside = ({ name, measure }: Subject, service: Running, wrong: string): Subject => ({
  name,
  measure: async (seconds) => (await besideWrong(service, wrong, seconds, () => measure(seconds))).measured,
});

async function waitsOf(engines: readonly Engine[], wrong: string, { rounds, seconds }: Options) {
  const bars: Bar[] = [];
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const { name, guarded, headers, rows } of engines) {
    const p99s: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
    const attained: number[] = [];
    const p99 = async () => {
      const next = () => `${guarded.url}${PATH}/${1 + Math.floor(Math.random() * rows)}`;
      const times = await timesOnSchedule(next, seconds, headers);
      return quantile(
        times.sort((a, b) => a - b),
        0.99,
      );
    };
    for (let round = 0; round < rounds; round++) {
      p99s.alone.push(await p99());
      const { measured, rate } = await besideWrong(guarded, wrong, seconds, p99);
      p99s.beside.push(measured);
      attained.push(rate);
    }
    logProgress(`  others beside wrong tokens, ${name}`);
    bars.push({
      ...{ name: `p99 of others beside wrong tokens, ${name}`, value: stat(p99s.beside) },
      ...{ unit: 'ms', target: MOST_WAIT, want: 'under' },
    });
    figures.push({ name: `p99 of others alone, ${name}`, value: stat(p99s.alone), unit: 'ms' });
    figures.push({ name: `wrong tokens refused beside others, ${name}`, value: stat(attained), unit: '/s' });
    if (stat(attained).median < 0.95 * WRONG.rate)
      notes.push(`The service on ${name} refused fewer wrong tokens a second than were due: it was at its limit.`);
  }
  return { bars, figures, notes };
}
