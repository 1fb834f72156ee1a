// What the commands say to people: lines on standard output, progress that overwrites itself on a terminal.
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** `total`: as far as it is known by then. */
export type Progress = { step(done: number, total?: number): void; end(text: string): void };

const WIDTH = 24;
const number = (value: number): string => Math.round(value).toLocaleString('en');

/** Shows how far long work has come, how fast it goes and how long it will take: on a terminal only. */
export function progress(what: string, expected: number, shownOn: NodeJS.WriteStream = process.stdout): Progress {
  const terminal = shownOn.isTTY === true;
  const started = performance.now();
  let shown = 0;
  return {
    step(done, total = expected) {
      const now = performance.now();
      if (!terminal || (now - shown < 100 && done < total)) return;
      shown = now;
      const share = Math.min(1, done / total);
      const rate = done / ((now - started) / 1000);
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      const left = share < 1 ? `${number((total - done) / rate)} s left` : 'finishing: indexes and checks';
      // The first records take getting ready; a rate that is told from them would be far off.
      const pace = share < 0.01 ? 'getting ready' : `${number(rate)} a second, ${left}`;
      shownOn.write(`\r\x1b[K${what} ${bar} ${number(share * 100)} %, ${pace}`);
    },
    end(text) {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (terminal) shownOn.write('\r\x1b[K');
      if (text !== '') say(`${text} in ${seconds} s.`);
    },
  };
}
