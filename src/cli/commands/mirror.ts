// `workforce mirror`: keeps files of all records in step with a service, one for each resource.
// docs/guides/keeping-a-copy.md says what it costs.
import { existsSync } from 'node:fs';
import { counted } from '../../contract/words.ts';
import type { Send } from '../../mcp/tool.ts';
import { changePages, pause } from '../api/change-pages.ts';
import { CursorGone } from '../api/response-error.ts';
import { withEndpoint } from '../api/with-endpoint.ts';
import type { MirrorFormat } from '../mirror/line-format.ts';
import {
  lockFolder,
  type MirrorState,
  openState,
  recordFile,
  removeUnfinished,
  writeState,
} from '../mirror/mirror-state.ts';
import { mirroredRecords } from '../mirror/mirrored-records.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { say, writeError } from '../terminal/output.ts';
import { interruptSignal } from '../terminal/terminal.ts';

/** After its files were written, a mirror rests: for a second at least, and nine times as long as writing took. So
 * large files that change all the time take a tenth of its time. */
const [SHORTEST_REST, REST_FACTOR] = [1000, 9];

type Mirror = { readonly folder: string; readonly once: boolean; readonly signal: AbortSignal };

export async function mirror({ values, operands }: Arguments): Promise<void> {
  const [folder, ...resources] = operands as [string, ...string[]];
  const once = values.once !== undefined;
  const interrupted = new CommandError('interrupted', `Interrupted; ${folder} is not up to date.`);
  const signal = interruptSignal(interrupted);
  try {
    const unlock = await lockFolder(folder);
    const state = openState(folder, values.format as MirrorFormat | undefined, resources);
    removeUnfinished(folder, state);
    const isComplete = await withEndpoint(values, (send) =>
      keep(send, withFiles(folder, state), { folder, once, signal }),
    );
    unlock();
    if (signal.aborted && (once || !isComplete)) throw interrupted;
  } catch (error) {
    // The error of the system about a file. An error of a request is a CommandError already.
    throw error instanceof Error && 'syscall' in error ? writeError(folder, error as NodeJS.ErrnoException) : error;
  }
}

/** Without one of its files it has to begin again. */
function withFiles(folder: string, state: MirrorState): MirrorState {
  const missing = state.resources.map((name) => recordFile(folder, name, state)).find((file) => !existsSync(file));
  if (state.cursor === null || missing === undefined) return state;
  return beginAgain(folder, state, `${missing} is missing`);
}

/** It is stored first: files of two times are never taken for the files of one. */
function beginAgain(folder: string, state: MirrorState, why: string): MirrorState {
  say(`${why}: the mirror begins again.`);
  const begun = { ...state, cursor: null };
  writeState(folder, begun);
  return begun;
}

const GONE = 'The service does not know any more where this mirror stopped, as after a backup was restored';

/** Whether the files were complete once. */
async function keep(send: Send, state: MirrorState, how: Mirror): Promise<boolean> {
  try {
    return await followInto(send, state, how);
  } catch (error) {
    if (!(error instanceof CursorGone)) throw error;
    return keep(send, beginAgain(how.folder, state, GONE), how);
  }
}

async function followInto(send: Send, state: MirrorState, { folder, once, signal }: Mirror): Promise<boolean> {
  const records = mirroredRecords(folder, state);
  const what = state.cursor === null ? 'record' : 'change';
  let [cursor, taken, isFirst] = [state.cursor, 0, true];
  const reading = { after: cursor ?? undefined, resources: state.resources, once, signal };
  for await (const { data, meta } of changePages(send, reading)) {
    for (const entry of data) records.take(entry);
    taken += data.length;
    records.relieve();
    if (!meta.up_to_date) continue;
    const began = performance.now();
    if (meta.cursor !== cursor) records.complete(meta.cursor);
    if (taken > 0 || isFirst) say(`${folder} is up to date: ${counted(taken, isFirst ? what : 'change')}.`);
    const rest = Math.max(SHORTEST_REST, REST_FACTOR * (performance.now() - began));
    if (!once && meta.cursor !== cursor) await pause(rest, signal);
    [cursor, taken, isFirst] = [meta.cursor, 0, false];
  }
  return !isFirst;
}
