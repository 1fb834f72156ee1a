// The same two questions on the same records, asked of this service and of what others would write.

import { type Databases, sizes } from '../data/databases.ts';
import { peerData } from '../data/peer-data.ts';
import { ask } from '../load/ask.ts';
import { CONNECTIONS, type Contestant, interleaved, same } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { fastApiCaveat, peers as knownPeers, peerVersions, startService } from '../subjects/subjects.ts';

const TARGETS: Record<string, { item: number; page: number }> = {
  FastAPI: { item: 10, page: 15 },
  Fastify: { item: 2, page: 8 },
  'json-server': { item: 15, page: 15 },
};
const OURS = 'this service';

export async function peers(databases: Databases, options: Options): Promise<Section> {
  const folder = await databases.of(sizes.tenThousand);
  const { found, missing } = await knownPeers(await peerData(folder, databases.scratch()));
  const service = await startService(folder);
  const running = [service];
  const contestants = questions(OURS, `${service.url}/api/v1/employees/17`, `${service.url}/api/v1/employees`);
  const expected = (await (await ask(`${service.url}/api/v1/employees/17`)).json()) as object;
  for (const peer of found) {
    const { url, ...rest } = await peer.start();
    running.push({ url, ...rest });
    await requireSame(expected, `${url}${peer.item}`);
    contestants.push(...questions(peer.name, `${url}${peer.item}`, `${url}${peer.page}`));
  }
  const rates = await interleaved(contestants, options);
  await Promise.all(running.map(({ stop }) => stop()));

  const bar = (peer: string, question: 'item' | 'page'): Bar => ({
    name: `${question === 'item' ? 'get-one' : 'page of 50'}, against ${peer}`,
    value: ratio(rates(label(OURS, question)), rates(label(peer, question))),
    unit: '×',
    target: TARGETS[peer]?.[question] ?? 1,
    want: 'at least',
  });
  return {
    title: 'Against peers',
    how: `${CONNECTIONS} connections, one process each, the same ${sizes.tenThousand.employees} employees, the same question each time as a client would ask it: one employee, and the first page of 50 with its total. ${peerVersions()}. Fastify: prepared statements, rows written by its schema serializer, total by count(*). FastAPI: Pydantic response models, sqlite3, uvicorn. json-server: its own router, data in memory.`,
    bars: found.flatMap(({ name }) => [bar(name, 'item'), bar(name, 'page')]),
    figures: contestants.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [...missing, ...fastApiCaveat()],
  };
}

const label = (who: string, question: 'item' | 'page') => `${who}, ${question === 'item' ? 'get-one' : 'page'}`;

const questions = (who: string, item: string, page: string): Contestant[] => [
  same(label(who, 'item'), item),
  same(label(who, 'page'), page),
];

/** The same work is only done by who gives the same answer. */
async function requireSame(expected: object, url: string): Promise<void> {
  const answer = (await (await ask(url)).json()) as object;
  if (!Bun.deepEquals(answer, expected)) throw new Error(`${url} does not give the record that this service gives`);
}
