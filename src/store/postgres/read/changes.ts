// Reads the changes feed: what has a number, from a server that has the place where the reader stands.
// docs/design/changes.md has the whole picture.
import { Refusal } from '../../../contract/errors.ts';
import { type ChangeLog, changesReader, FEED_KEY, parseCursor } from '../../shared/changes/page.ts';
import { codeOf, endOf, type Run } from '../../shared/changes/runs.ts';
import { quoted } from '../../shared/schema.ts';
import type { Changes, ChangesQuery } from '../../store.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import type { Cluster } from '../connection/cluster.ts';
import { firstValue, type Query, type Row } from '../connection/connection.ts';
import { isLocked, isLost } from '../connection/errors.ts';
import { readMeta } from '../connection/meta.ts';
import { blockOf, newestBlock, numberPending } from '../write/changes.ts';
import { POSITION } from './marks.ts';

/** How many rows of runs are read at a time. */
const BLOCKS = 8;

export function changeReads(cluster: Cluster, { catalogue, distributed }: PostgresModel, retention: number) {
  const readPage = changesReader(catalogue);

  let known: string | undefined;
  const readKey = (wanted?: 'newest') => cluster.read(wanted, (query) => readMeta(query, FEED_KEY));
  /** It stays the same. A replica may be behind the migration that made it. */
  async function key(): Promise<string> {
    known ??= (await readKey()) ?? (await readKey('newest'))!;
    return known;
  }

  /** One after the other: while another process holds the lock, those that wait for it take one connection. A caller
   * shares what begins after its call only, so that it finds its own changes. */
  const number = inTurn(() => numberPending(cluster.primary(), retention, distributed));

  /** The number of the last entry, when everything has one. `undefined` without a server that takes writes, and while
   * another process gives numbers for long: what has a number can still be read. */
  async function newest(): Promise<number | undefined> {
    try {
      return await number();
    } catch (error) {
      if (isLost(error) || isLocked(error) || error instanceof Refusal) return undefined;
      throw error;
    }
  }

  async function pageOn(query: Query, wanted: ChangesQuery): Promise<Changes> {
    const page = await readPage(changeLog(query, key), wanted);
    return { ...page, position: (await firstValue(query, `SELECT ${POSITION}`, [], true))! };
  }

  return {
    newestChange: async () => String(await newest()),
    async changes(wanted: ChangesQuery): Promise<Changes> {
      const end = await newest();
      if (end === undefined)
        return { ...(await cluster.read(undefined, (query) => pageOn(query, wanted))), upToDate: false };
      const onPrimary = () => cluster.read('newest', (query) => pageOn(query, wanted));
      if (wanted.after === undefined || wanted.after === 'now') return onPrimary();
      // A replica may not have got to a place that is known already, and takes for the end what has more behind it.
      const page = await cluster.read(undefined, (query) => pageOn(query, wanted)).catch(whenUnknown);
      return page && !(page.upToDate && parseCursor(page.cursor, catalogue)!.seq < end) ? page : onPrimary();
    },
  };
}

/** Runs once at a time; all who call meanwhile share the next run. */
function inTurn<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const result = Promise.try(run);
    const ended = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (running === ended) running = undefined;
      });
    running = ended;
    return result;
  };
  return () => {
    if (!running) return begin();
    next ??= running.then(begin);
    return next;
  };
}

function whenUnknown(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'cursor_gone')) throw error;
}

const changeLog = (query: Query, key: () => Promise<string>): ChangeLog => ({
  key,
  async runsFrom(seq) {
    const rows = await query(
      `SELECT seq, at, runs FROM workforce_changes
       WHERE seq >= (SELECT max(seq) FROM workforce_changes WHERE seq <= $1) ORDER BY seq LIMIT ${BLOCKS}`,
      [seq],
      true,
    );
    return runsIn(rows).filter((run) => endOf(run) >= seq);
  },
  newest: async () => (await newestBlock(query))!.runs.at(-1)!,
  async createdAfter(resource, seq) {
    const code = codeOf(resource, 'created');
    // Pending ones are looked at first: by the time of the second look they may have a number.
    const pending = await query('SELECT id, count FROM workforce_pending WHERE code = $1', [code], true);
    const rows = await query(
      `SELECT seq, at, runs FROM workforce_changes
       WHERE seq >= (SELECT max(seq) FROM workforce_changes WHERE seq <= $1)`,
      [seq],
      true,
    );
    const numbered = runsIn(rows).filter((run) => run.code === code && run.seq > seq);
    return [
      ...pending.map(([id, count]) => [Number(id), Number(count)] as const),
      ...numbered.map(({ id, count }) => [id, count] as const),
    ];
  },
  async records({ table }, first, last) {
    const sql = `SELECT id, json FROM ${quoted(table)} WHERE id BETWEEN $1 AND $2`;
    return new Map((await query(sql, [first, last], true)).map(textsIn));
  },
  async recordsAfter({ table }, id, limit) {
    const sql = `SELECT id, json FROM ${quoted(table)} WHERE id > $1 ORDER BY id LIMIT $2`;
    return (await query(sql, [id, limit], true)).map(textsIn);
  },
});

const runsIn = (rows: readonly Row[]): Run[] => rows.flatMap((row) => blockOf(row).runs);

const textsIn = ([id, json]: Row): [number, string] => [Number(id), json!.toString()];
