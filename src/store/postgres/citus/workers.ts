// Which workers answer, and which one an error is about. Clients are told their names only, worker-1 and so on in the
// order in which they were added; the log has their addresses.
import { inTurns } from '../../../fairness/shared-work.ts';
import type { WorkerState } from '../../store.ts';
import type { Cluster } from '../connection/cluster.ts';
import { firstValue } from '../connection/connection.ts';
import { codeOf, isAnswered, isLost, unavailable } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';

/** A worker that takes longer over an answer counts as away. In milliseconds. */
const LONGEST = 2000;

type Node = { readonly name: string; readonly host: string; readonly port: number };

export type Workers = ReturnType<typeof workersOf>;

export function workersOf({ primary }: Pick<Cluster, 'primary'>) {
  let cached: readonly Node[] = [];
  /** Questions that are under way, by the name of the worker. One that hangs is asked once. */
  const asked = new Map<string, Promise<boolean>>();
  const ask = (server: Server, node: Node): Promise<boolean> => {
    const answer = asked.get(node.name) ?? answers(server, node).finally(() => asked.delete(node.name));
    asked.set(node.name, answer);
    return Promise.race([answer, Bun.sleep(LONGEST).then(() => false)]);
  };
  /** Asked of the coordinator now; questions of the same moment share the answer. */
  const states = inTurns(async (): Promise<WorkerState[]> => {
    const server = primary();
    cached = await nodesOf(server);
    return Promise.all(cached.map(async (node) => ({ name: node.name, up: await ask(server, node) })));
  });
  return {
    states,
    /** A refusal that names the worker, where a worker is the reason. Any other error stays as it is. */
    explain(error: unknown): unknown {
      if (!isAboutWorker(error)) return error;
      const { message } = error as Error;
      const found = cached.find(({ host, port }) => message.includes(`${host}:${port}`));
      // Until somebody has asked for their health, no worker is known.
      if (!found) states().catch(() => undefined);
      return unavailable(
        `${found?.name ?? 'A worker'} of the database cannot answer just now; nothing was written. Try again shortly.`,
        error,
      );
    },
  };
}

/** The coordinator has answered, and so says that a worker has not. */
const isAboutWorker = (error: unknown): boolean => {
  if (!isAnswered(error)) return false;
  return isLost(error) || (codeOf(error) === 'XX000' && /connection|remote node/.test((error as Error).message));
};

async function nodesOf(server: Server): Promise<Node[]> {
  const rows = await server.query(
    "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 AND noderole = 'primary' ORDER BY nodeid",
    [],
    true,
  );
  return rows.map(([host, port], at) => ({ name: `worker-${at + 1}`, host: host!.toString(), port: Number(port) }));
}

/** On the connections of streams: all others may be waiting for the very worker. */
const answers = (server: Server, { host, port }: Node): Promise<boolean> =>
  server
    .longTransaction((query) => firstValue(query, 'SELECT citus_check_connection_to_node($1, $2)', [host, port]))
    .then((answer) => answer === 't')
    .catch(() => false);
