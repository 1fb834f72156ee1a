// How many records of a stream are read at a time: as many as make a portion that is sent well and keeps nobody waiting.

const BYTES = 256 * 1024;
const MOST = 4096;

export function portionSize() {
  let count = 64;
  return {
    count: () => count,
    /** What the last portion came to. There are few different counts, so that there are few different statements. */
    note(bytes: number) {
      const fitting = (count * BYTES) / Math.max(1, bytes);
      count = Math.min(MOST, Math.max(1, 2 ** Math.round(Math.log2(fitting))));
    },
  };
}
