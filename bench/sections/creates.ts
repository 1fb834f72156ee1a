// Measures what a shared durable commit gains: creates over one connection against creates over 64.
import { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Databases, sizes } from '../data/databases.ts';
import { totalOf } from '../load/request.ts';
import { measureInterleaved, type Subject } from '../load/rounds.ts';
import { wrk } from '../load/wrk.ts';
import { BenchError, type Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { slowDisk, startService, TOKEN } from '../subjects/service.ts';

const PATH = '/api/v1/leave';

const names = {
  one: 'creates, 1 connection',
  many: 'creates, 64 connections',
  bare: 'bare commits of SQLite, one by one',
};
const SLOW = ', a disk 1 ms slower to sync';

export async function creates(databases: Databases, options: Options): Promise<Section> {
  const usual = await creator(databases, '', []);
  const wrapper = slowDisk();
  const slow = wrapper && (await creator(databases, SLOW, wrapper));
  const bare = bareCommits(databases.temporaryFolder());
  const subjects = [...usual.subjects, bare, ...(slow?.subjects ?? [])];
  const rates = await measureInterleaved(subjects, options);
  const answered = (await usual.finish()) + ((await slow?.finish()) ?? 0);
  const bar = (disk: string): Bar => ({
    name: `64 connections / 1 connection${disk}`,
    value: ratio(rates(names.many + disk), rates(names.one + disk)),
    unit: '×',
    target: 8,
    want: 'at least',
  });
  return {
    title: 'Creates',
    how: 'Leave requests over HTTP, each answered after its durable commit (synchronous=FULL), each with its reference checked. The bare commit is SQLite alone on the same disk: one small row a transaction, the same settings. What a shared commit gains depends on what a commit costs, so the same is measured with every sync delayed by a millisecond.',
    bars: [bar(''), ...(slow ? [bar(SLOW)] : [])],
    figures: subjects.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [
      `All ${answered.toLocaleString('en')} creates that were answered are in the lists afterwards.`,
      ...(slow ? [] : ['Without strace, a slower disk could not be tried.']),
    ],
  };
}

/** Starts a service to create records in. `finish` checks that every create that was answered is in the list. */
async function creator(databases: Databases, disk: string, wrapper: readonly string[]) {
  const folder = databases.temporaryFolder();
  cpSync(await databases.filled(sizes.tenThousand), folder, { recursive: true });
  const service = await startService(folder, wrapper);
  const before = await totalOf(`${service.url}${PATH}`);
  const script = { name: 'post', args: [PATH, TOKEN, sizes.tenThousand.employees] } as const;
  let answered = 0;
  const at = (name: string, connections: number): Subject => ({
    name: name + disk,
    measure: async (seconds) => {
      const measured = await wrk({ url: service.url, connections, seconds, script });
      answered += measured.requests;
      return measured;
    },
  });
  return {
    subjects: [at(names.one, 1), at(names.many, 64)],
    async finish(): Promise<number> {
      const written = (await totalOf(`${service.url}${PATH}`)) - before;
      await service.stop();
      if (written < answered) throw new BenchError(`${answered} creates were answered, but only ${written} are there`);
      return answered;
    },
  };
}

function bareCommits(folder: string): Subject {
  const db = new Database(join(folder, 'bare.db'), { create: true });
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) db.run(`PRAGMA ${pragma}`);
  db.run('CREATE TABLE commits (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = db.query('INSERT INTO commits (text) VALUES (?)');
  return {
    name: names.bare,
    measure: async (seconds) => {
      const startedAt = performance.now();
      let requests = 0;
      for (; performance.now() - startedAt < seconds * 1000; requests++)
        insert.run('one row of about fifty bytes, as small as it gets');
      return { requests, rate: requests / ((performance.now() - startedAt) / 1000) };
    },
  };
}
