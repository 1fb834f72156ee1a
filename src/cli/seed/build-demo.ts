// Makes a new database with the demo company in it, in two parts at the same time: attendance, which is most of the
// records, in a thread of its own.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Settings } from '../../config.ts';
import { type DemoOptions, demo } from '../../demo/demo.ts';
import { assemble, buildPart, partFile, removeParts } from '../../store/sqlite/bulk/new-database.ts';
import type { LoadOptions } from '../../store/store.ts';
import type { PartMessage, PartOrder } from './attendance-part.ts';

export async function buildDemo(
  settings: Settings,
  company: DemoOptions,
  { onProgress, signal }: LoadOptions,
): Promise<number> {
  const { dataFolder: folder, privateFields } = settings;
  const [file, attendanceFile] = [partFile(folder, 'others'), partFile(folder, 'attendance')];
  const done = { others: 0, attendance: 0 };
  const report = (part: keyof typeof done) => (written: number) => {
    done[part] = written;
    onProgress?.(done.others + done.attendance);
  };
  const thread = attendanceThread({ file: attendanceFile, company, privateFields }, report('attendance'));
  try {
    const how = { onProgress: report('others'), ...(signal && { signal }) };
    const others = await buildPart(file, catalogue, privateFields, demo(company, 'others'), how);
    const attendance = await Promise.race([thread.written, interruption(signal)]);
    // Many small tables are sooner taken over than the one large.
    assemble(folder, [attendanceFile, file], catalogue);
    return others + attendance;
  } finally {
    await thread.end();
    removeParts([file, attendanceFile]);
  }
}

/** Rejects when the signal comes. */
function interruption(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function attendanceThread(order: PartOrder, onProgress: (written: number) => void) {
  const thread = new Worker(new URL('attendance-part.ts', import.meta.url).href);
  const ended = new Promise<PartMessage>((resolve) => {
    thread.onmessage = ({ data }: MessageEvent<PartMessage>) => (data.ended ? resolve(data) : onProgress(data.written));
    thread.onerror = ({ message }) => resolve({ written: 0, ended: true, fault: message });
  });
  const written = ended.then((last) => {
    if (last.fault !== undefined) throw new Error(last.fault);
    return last.written;
  });
  // Nobody may be waiting for it any more when it fails.
  written.catch(() => undefined);
  thread.postMessage(order);
  return {
    written,
    /** Lets it put its file away before it goes. */
    async end() {
      thread.postMessage('stop' satisfies PartOrder);
      await ended;
      thread.terminate();
    },
  };
}
