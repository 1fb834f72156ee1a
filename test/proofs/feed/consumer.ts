// A consumer of the changes feed that may be killed at any moment, as a process of its own. It writes what it has read,
// and where to go on, as one line: after a kill it goes on behind the last whole line. Arguments: poll or stream, the
// ledger, and the services, which it asks in turns.
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import type { Entry } from '../../feed/copy.ts';
import { openEvents } from '../../feed/events.ts';
import { endWithParent } from '../../harness/run/end-with-parent.ts';

type Line = { readonly entries: readonly Entry[]; readonly cursor: string };

/** The entries of the whole lines of a ledger. */
export function entriesIn(ledger: string): Entry[] {
  if (!existsSync(ledger)) return [];
  const text = readFileSync(ledger, 'utf8');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).trimEnd();
  return lines === '' ? [] : lines.split('\n').flatMap((line) => (JSON.parse(line) as Line).entries);
}

/** More than the longest line has. */
const TAIL = 1024 * 1024;

/** Where to go on. A line that was not written to its end is cut off. */
function lastCursor(ledger: string): string | undefined {
  if (!existsSync(ledger)) return undefined;
  const file = openSync(ledger, 'r+');
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, TAIL));
  readSync(file, bytes, 0, bytes.length, size - bytes.length);
  const end = bytes.lastIndexOf(10);
  ftruncateSync(file, size - bytes.length + end + 1);
  closeSync(file);
  const last = bytes.subarray(0, Math.max(end, 0)).toString().split('\n').at(-1);
  return last ? (JSON.parse(last) as Line).cursor : undefined;
}

async function consume(how: string, ledger: string, services: readonly string[]): Promise<never> {
  let cursor = lastCursor(ledger);
  const write = (line: Line) => {
    appendFileSync(ledger, `${JSON.stringify(line)}\n`);
    cursor = line.cursor;
  };
  for (let turn = 0; ; turn++) {
    const url = `${services[turn % services.length]}/api/v1/changes`;
    try {
      if (how === 'poll') {
        const response = await fetch(`${url}?limit=300&wait=2${cursor ? `&after=${cursor}` : ''}`);
        const text = await response.text();
        if (response.status === 200) {
          const { data, meta } = JSON.parse(text);
          write({ entries: data, cursor: meta.cursor });
        } else if (response.status !== 503) fail(text);
      } else {
        const stream = await openEvents(url, cursor ? { 'Last-Event-ID': cursor } : {});
        for (;;) {
          const { id, event, data } = await stream.next();
          write({ entries: event === 'change' ? [data as Entry] : [], cursor: id });
        }
      }
    } catch (error) {
      // The service is away, or ends its streams. A refusal of the cursor is an error of the feed.
      if (/^4\d\d /.test(String((error as Error).message))) fail((error as Error).message);
      await Bun.sleep(20);
    }
  }
}

function fail(text: string): never {
  console.error(text);
  process.exit(3);
}

if (import.meta.main) {
  endWithParent();
  const [how = '', ledger = '', ...services] = process.argv.slice(2);
  await consume(how, ledger, services);
}
