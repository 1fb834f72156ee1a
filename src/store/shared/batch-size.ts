// How many records of a stream are read at a time: enough for a batch of about 256 KiB, which is cheap to send and
// short to make.

const TARGET_BYTES = 256 * 1024;
const MAX_RECORDS = 4096;
/** Where each record brings others along. Their size is not known before, and they may be many times as long. */
const MAX_FOLLOWING = 512;

/** `follow`: the references whose records come along, if any. */
export function batchSize(follow?: readonly unknown[]) {
  const most = follow ? MAX_FOLLOWING : MAX_RECORDS;
  let count = 64;
  return {
    count: () => count,
    /** Takes the size of the last batch. Counts are powers of two, so that there are few different statements. */
    adapt(bytes: number) {
      const fitting = (count * TARGET_BYTES) / Math.max(1, bytes);
      count = Math.min(most, Math.max(1, 2 ** Math.round(Math.log2(fitting))));
    },
  };
}
