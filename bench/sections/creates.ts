// What sharing a durable commit gains: creates over one connection against creates over 64.
import { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { total } from '../ask.ts';
import { startService, TOKEN } from '../contestants.ts';
import { type Databases, sizes } from '../databases.ts';
import { BenchError, type Options } from '../options.ts';
import type { Section } from '../result.ts';
import { type Contestant, interleaved } from '../rounds.ts';
import { ratio, stat } from '../stats.ts';
import { wrk } from '../wrk.ts';

const PATH = '/api/v1/leave';

export async function creates(databases: Databases, options: Options): Promise<Section> {
  const folder = databases.scratch();
  cpSync(await databases.of(sizes.tenThousand), folder, { recursive: true });
  const service = await startService(folder);
  const before = await total(`${service.url}${PATH}`);
  const script = { name: 'post', words: [PATH, TOKEN, sizes.tenThousand.employees] } as const;
  let answered = 0;
  const at = (connections: number): Contestant => ({
    name: `creates, ${connections} connection${connections === 1 ? '' : 's'}`,
    measure: async (seconds) => {
      const measured = await wrk({ url: service.url, connections, seconds, script });
      answered += measured.requests;
      return measured;
    },
  });
  const [one, many, bare] = [at(1), at(64), bareCommits(folder)];
  const rates = await interleaved([one, many, bare], options);
  const written = (await total(`${service.url}${PATH}`)) - before;
  await service.stop();
  if (written < answered) throw new BenchError(`${answered} creates were answered, but only ${written} are there`);

  return {
    title: 'Creates',
    how: 'Leave requests over HTTP, each answered after its durable commit (synchronous=FULL), each with its reference checked. The bare commit is SQLite alone on the same disk: one small row a transaction, the same settings.',
    bars: [
      {
        name: '64 connections / 1 connection',
        value: ratio(rates(many.name), rates(one.name)),
        unit: '×',
        target: 8,
        want: 'at least',
      },
    ],
    figures: [one, many, bare].map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [`All ${answered.toLocaleString('en')} creates that were answered are in the list afterwards.`],
  };
}

function bareCommits(folder: string): Contestant {
  const db = new Database(join(folder, 'bare.db'), { create: true });
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) db.run(`PRAGMA ${pragma}`);
  db.run('CREATE TABLE commits (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = db.query('INSERT INTO commits (text) VALUES (?)');
  return {
    name: 'bare commits of SQLite, one by one',
    measure: async (seconds) => {
      const began = performance.now();
      let requests = 0;
      for (; performance.now() - began < seconds * 1000; requests++)
        insert.run('one row of about fifty bytes, as small as it gets');
      return { requests, rate: requests / ((performance.now() - began) / 1000) };
    },
  };
}
