// How far the records of some resources have come. They come in in the order of their ids.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Marks } from '../../store.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { dataState } from './incremental-counts.ts';

export function marksOf(prepare: Prepare, memoize: Snapshot['memoize'], resources: readonly Resource[]): Marks {
  const states = resources.map((resource) => dataState(prepare, memoize, resource));
  const sealed = states.map(({ newest }) => newest);
  const generation = states[0]?.generation ?? '';
  return { generation, sealed, state: [generation, ...sealed].join(' ') };
}
