// What commands print for people: lines on the standard output, and progress that overwrites its own line on a terminal.
import { formatNumber } from './format-number.ts';

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** `total` is given where a better estimate than the expected number is known by now. */
export type Progress = { step(done: number, total?: number): void; end(text: string): void };

const BAR_WIDTH = 24;
/** Milliseconds between two updates of the line. */
const UPDATE_EVERY = 100;

/** Shows how much of a long task is done, its rate and the time left. It is shown on a terminal only. */
export function progress(
  task: string,
  expected: number,
  { stream = process.stdout, tell = say }: { stream?: NodeJS.WriteStream; tell?: (text: string) => void } = {},
): Progress {
  const isTerminal = stream.isTTY === true;
  const started = performance.now();
  let updated = 0;
  return {
    step(done, total = expected) {
      const now = performance.now();
      if (!isTerminal || (now - updated < UPDATE_EVERY && done < total)) return;
      updated = now;
      const share = Math.min(1, done / total);
      const rate = done / ((now - started) / 1000);
      const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
      const left = share < 1 ? `${formatNumber((total - done) / rate)} s left` : 'finishing: indexes and checks';
      // The first records take longer because of the preparation. A rate computed from them would be far too low.
      const pace = share < 0.01 ? 'getting ready' : `${formatNumber(rate)} a second, ${left}`;
      stream.write(`\r\x1b[K${task} ${bar} ${formatNumber(share * 100)} %, ${pace}`);
    },
    end(text) {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (isTerminal) stream.write('\r\x1b[K');
      if (text !== '') tell(`${text} in ${seconds} s.`);
    },
  };
}
