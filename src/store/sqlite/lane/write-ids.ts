// Writes the ids of a list to a file, for streams: in a reader process, or here where nobody waits for this one.
import type { Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import { adviceOn } from '../../shared/lane/advice.ts';
import type { Model } from '../../shared/model.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { UNLIMITED } from '../read/budget.ts';
import type { LongWay } from '../read/context.ts';
import { findIds, stateIn, stateOf } from '../read/find-ids.ts';
import { incrementalCounts } from '../read/incremental-counts.ts';
import type { WriteIds } from '../read/stream.ts';
import { removeFile, writeIds } from './id-file.ts';
import { toWire } from './wire.ts';

type Connection = { readonly prepare: Prepare; readonly snapshot: Snapshot };

export function idWriter({ prepare, snapshot }: Connection, { privateFields }: Model, long?: LongWay): WriteIds {
  const { memoize } = snapshot;
  const context = { prepare, memoize, counts: incrementalCounts(prepare, memoize), budget: UNLIMITED };
  const find = findIds(privateFields);

  function writeHere(file: string, resource: Resource, query: ListQuery, searchPrivate: boolean): string {
    snapshot.refresh();
    writeIds(file, find.all(context, resource, query, searchPrivate));
    return stateIn(stateOf(context, resource, query)).generation;
  }

  if (!long) return writeHere;
  const { lane, readers } = long;
  return async (file, resource, query, searchPrivate, asker) => {
    const question = { query: toWire(resource, query, searchPrivate), idsInto: file };
    const run = (signal: AbortSignal) => readers.ask(question, signal);
    try {
      const { state } = await lane.ask({
        key: file,
        state: '',
        isKept: () => false,
        asker,
        advice: adviceOn(query),
        run,
      });
      return stateIn(state).generation;
    } catch (error) {
      // The reader may have been killed while it was writing.
      removeFile(file);
      throw error;
    }
  };
}
