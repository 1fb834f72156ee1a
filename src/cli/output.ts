// What the commands say to people: lines on standard output, progress that overwrites itself on a terminal.
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Shows how far long work has come: in place on a terminal, and only its end elsewhere. */
export function progress(what: string, total: number): { step(done: number): void; end(text: string): void } {
  const terminal = process.stdout.isTTY === true;
  const number = (value: number) => value.toLocaleString('en');
  return {
    step(done) {
      if (terminal) process.stdout.write(`\r${what} ${number(Math.min(done, total))} of ${number(total)}`);
    },
    end: (text) => say(terminal ? `\r\x1b[K${text}` : text),
  };
}
