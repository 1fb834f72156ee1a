// Removes a folder together with all processes that run in it or have it for their temporary files, paused ones too.

/**
 * Servers of PostgreSQL run in it. They end their own processes, and leave shared memory if they were killed before.
 * Others are killed. To be run by `sh` with the folder.
 */
const SWEEP = `
  running() { find /proc -maxdepth 2 -path '*/cwd' -lname "$1/*" 2>/dev/null | cut -d/ -f3; }
  others() { grep -lzsx "TMPDIR=$1" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }
  kill -s KILL $(others "$1")
  kill -s QUIT $(running "$1"); kill -s CONT $(running "$1")
  while [ -n "$(running "$1")$(others "$1")" ]; do kill -s KILL $(others "$1"); sleep 0.02; done
  find "$1" -maxdepth 4 -name postmaster.pid | while read -r left; do ipcrm -m $(sed -n '7s/.* //p' "$left"); done
  until rm -rf "$1"; do sleep 0.1; done`;

export async function sweep(folder: string): Promise<void> {
  await Bun.spawn(['sh', '-c', SWEEP, 'sweep', folder], { stdio: ['ignore', 'ignore', 'ignore'] }).exited;
}

/** The command that does it when its standard input ends. */
export const sweepLater = (folder: string): string[] => ['sh', '-c', `cat >/dev/null\n${SWEEP}`, 'sweep', folder];
