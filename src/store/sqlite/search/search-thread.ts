// A thread that makes the sets of the search index from the texts of records. Only search-feed.ts starts it.
import { addLines } from './grams.ts';
import { positionOf, segmentOf } from './position-sets.ts';
import { type SegmentSets, segmentSets } from './segment-sets.ts';

/** Records in the order of their ids; `undefined` when there are no more. */
export type Portion = { readonly ids: readonly number[]; readonly texts: readonly string[] } | undefined;

/** `newest`: the last id of the segment. */
export type MadeSegment = { readonly segment: number; readonly newest: number; readonly sets: SegmentSets };

/** For each portion: the segments that it completed. */
export type Reply = readonly MadeSegment[];

declare const self: Worker;

let lines = new Map<string, number[]>();
let [segment, newest] = [Number.NaN, Number.NaN];

self.onmessage = ({ data: portion }: MessageEvent<Portion>) => {
  const made: MadeSegment[] = [];
  const complete = () => {
    if (lines.size > 0) made.push({ segment, newest, sets: segmentSets(lines) });
    lines = new Map();
  };
  for (let i = 0; i < (portion?.ids.length ?? 0); i++) {
    const id = portion!.ids[i]!;
    if (segmentOf(id) !== segment) complete();
    segment = segmentOf(id);
    newest = id;
    addLines(lines, positionOf(id), portion!.texts[i]!);
  }
  if (!portion) complete();
  const buffers = made.flatMap(({ sets }) => [sets.bytes.buffer, sets.ends.buffer] as ArrayBuffer[]);
  self.postMessage(made satisfies Reply, buffers);
  // The texts of 65,536 records are garbage now. Those of the next segment would come on top.
  if (made.length > 0) Bun.gc(true);
};
