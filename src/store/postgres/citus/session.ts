// Settings of every session. Plain PostgreSQL does not know them, and does not mind.

/** Statements that change several shards use one connection to each worker: there is less to prepare and to commit, and
 * a table can be changed after it was read in the same transaction. */
export const SESSION = { 'citus.multi_shard_modify_mode': 'sequential' };
