// Distributed tables are cut by blocks of ids that follow one another: a page of records that were created together is
// in one shard, or two, and so is a batch of creates. Cut by single ids, every page would be in all shards.

/** The column by which tables are distributed. */
export const BLOCK = 'block';
const BITS = 11;
/** Of so many blocks, shards are named; of more, all are asked. */
const MOST = 3;

export const blockSql = (id: string): string => `${id} >> ${BITS}`;

export const blockOf = (id: number): number => Math.floor(id / 2 ** BITS);

/** The blocks between two ids; `undefined` where they are too many. */
export function blocksBetween(first: number, last: number): number[] | undefined {
  const [from, to] = [blockOf(first), blockOf(last)];
  return to - from < MOST ? Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => from + at) : undefined;
}
