// Compares the service with other servers: the same two requests for the same records.
import { type Databases, sizes } from '../data/databases.ts';
import { peerData } from '../data/peer-data.ts';
import { request } from '../load/request.ts';
import { CONNECTIONS, measureInterleaved, type Subject, sameRequest } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { availablePeers, fastApiCaveat, peerVersions } from '../subjects/peers.ts';
import { startService } from '../subjects/service.ts';

const TARGETS: Record<string, { item: number; page: number }> = {
  FastAPI: { item: 10, page: 15 },
  Fastify: { item: 2, page: 8 },
  'json-server': { item: 15, page: 15 },
};
const OURS = 'this service';

export async function peers(databases: Databases, options: Options): Promise<Section> {
  const folder = await databases.filled(sizes.tenThousand);
  const { found, missing } = await availablePeers(await peerData(folder, databases.temporaryFolder()));
  const service = await startService(folder);
  const running = [service];
  const subjects = subjectsOf(OURS, `${service.url}/api/v1/employees/17`, `${service.url}/api/v1/employees`);
  const expected = (await (await request(`${service.url}/api/v1/employees/17`)).json()) as object;
  for (const peer of found) {
    const { url, ...rest } = await peer.start();
    running.push({ url, ...rest });
    await requireSame(expected, `${url}${peer.item}`);
    subjects.push(...subjectsOf(peer.name, `${url}${peer.item}`, `${url}${peer.page}`));
  }
  const rates = await measureInterleaved(subjects, options);
  await Promise.all(running.map(({ stop }) => stop()));

  const bar = (peer: string, kind: 'item' | 'page'): Bar => ({
    name: `${kind === 'item' ? 'get-one' : 'page of 50'}, against ${peer}`,
    value: ratio(rates(label(OURS, kind)), rates(label(peer, kind))),
    unit: '×',
    target: TARGETS[peer]?.[kind] ?? 1,
    want: 'at least',
  });
  return {
    title: 'Against peers',
    how: `${CONNECTIONS} connections, one process each, the same ${sizes.tenThousand.employees} employees, the same request each time, as a client would send it: one employee, and the first page of 50 with its total. ${peerVersions()}. Fastify: prepared statements, rows written by its schema serializer, total by count(*). FastAPI: Pydantic response models, sqlite3, uvicorn. json-server: its own router, data in memory.`,
    bars: found.flatMap(({ name }) => [bar(name, 'item'), bar(name, 'page')]),
    figures: subjects.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [...missing, ...fastApiCaveat()],
  };
}

const label = (server: string, kind: 'item' | 'page') => `${server}, ${kind === 'item' ? 'get-one' : 'page'}`;

const subjectsOf = (server: string, item: string, page: string): Subject[] => [
  sameRequest(label(server, 'item'), item),
  sameRequest(label(server, 'page'), page),
];

/** A peer that returns something else does other work and cannot be compared. */
async function requireSame(expected: object, url: string): Promise<void> {
  const answer = (await (await request(url)).json()) as object;
  if (!Bun.deepEquals(answer, expected)) throw new Error(`${url} does not return the record that this service returns`);
}
