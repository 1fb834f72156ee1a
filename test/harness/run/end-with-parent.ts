// For processes that end when those end that started them: a test run that is killed cannot end them, so they notice it
// themselves.
import { readFileSync } from 'node:fs';

/** In milliseconds. */
const LOOK_EVERY = 500;

const endUnless = (isThere: () => boolean): void => {
  setInterval(() => {
    if (!isThere()) process.exit(1);
  }, LOOK_EVERY).unref();
};

export function endWithParent(): void {
  const first = process.ppid;
  endUnless(() => process.ppid === first);
}

/** npm starts a script through a shell, which goes on without it. */
export function endWithNpm(): void {
  const name = (pid: number) => read(`/proc/${pid}/cmdline`);
  const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
  const npm = [process.ppid, parentOf(process.ppid)].find((pid) => name(pid).startsWith('npm '));
  if (npm !== undefined) endUnless(() => name(npm).startsWith('npm '));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
