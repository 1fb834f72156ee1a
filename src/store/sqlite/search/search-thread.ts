// A thread that makes the sets of the search index from the texts of records. Only search-feed.ts starts it.
import { positionOf, segmentOf } from './position-sets.ts';
import { SEPARATOR, type SegmentSets, segmentSets, TextSets } from './text-sets.ts';

/** Records in the order of their ids, with SEPARATOR between their texts: one long text is sent faster than many.
 * `undefined` when there are no more. */
export type Portion = { readonly ids: readonly number[]; readonly texts: string } | undefined;

/** `newest`: the last id of the segment. */
export type MadeSegment = { readonly segment: number; readonly newest: number; readonly sets: SegmentSets };

/** For each portion: the segments that it completed. */
export type Reply = readonly MadeSegment[];

declare const self: Worker;

let sets: TextSets | undefined;
let [segment, newest] = [Number.NaN, Number.NaN];

self.onmessage = ({ data: portion }: MessageEvent<Portion>) => {
  const made: MadeSegment[] = [];
  const complete = () => {
    if (sets) made.push({ segment, newest, sets: segmentSets(sets) });
    sets = undefined;
  };
  const texts = portion?.texts.split(SEPARATOR) ?? [];
  for (let i = 0; i < texts.length; i++) {
    const id = portion!.ids[i]!;
    if (segmentOf(id) !== segment) complete();
    segment = segmentOf(id);
    newest = id;
    sets ??= new TextSets();
    sets.add(positionOf(id), texts[i]!);
  }
  if (!portion) complete();
  const buffers = made.flatMap(({ sets }) => [sets.bytes.buffer, sets.ends.buffer] as ArrayBuffer[]);
  self.postMessage(made satisfies Reply, buffers);
  // What a segment was made with is garbage now. That of the next one would come on top.
  if (made.length > 0) Bun.gc(true);
};
