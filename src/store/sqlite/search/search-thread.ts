// A thread that makes the sets of the search index from the texts of many records while these are written. Started by
// search-feed.ts only.
import { addPlaces } from './grams.ts';
import { SEGMENT, segmentOf } from './position-sets.ts';
import { type SegmentSets, segmentSets } from './segment-sets.ts';

/** Records in the order of their ids; `undefined` when there are no more. */
export type Portion = { readonly ids: readonly number[]; readonly texts: readonly string[] } | undefined;

/** A segment whose records have all been there; `newest` is the last of them. */
export type MadeSegment = { readonly segment: number; readonly newest: number; readonly sets: SegmentSets };

/** What it says to each portion: the segments that are whole by now. */
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
    addPlaces(lines, id - segment * SEGMENT, portion!.texts[i]!);
  }
  if (!portion) complete();
  const buffers = made.flatMap(({ sets }) => [sets.bytes.buffer, sets.ends.buffer] as ArrayBuffer[]);
  self.postMessage(made satisfies Reply, buffers);
};
