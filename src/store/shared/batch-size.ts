// How many records of a stream are read at a time: enough for a batch of about 256 KiB, which is cheap to send and short to
// make.

const TARGET_BYTES = 256 * 1024;
const MAX_RECORDS = 4096;

export function batchSize() {
  let count = 64;
  return {
    count: () => count,
    /** Takes the size of the last batch. Counts are powers of two, so that there are few different statements. */
    adapt(bytes: number) {
      const fitting = (count * TARGET_BYTES) / Math.max(1, bytes);
      count = Math.min(MAX_RECORDS, Math.max(1, 2 ** Math.round(Math.log2(fitting))));
    },
  };
}
