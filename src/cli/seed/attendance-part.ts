// A thread that makes the attendance part of a new database, until it is done or told to stop. Started by build-demo.ts
// only.
import { catalogue } from '../../catalogue/catalogue.ts';
import { type DemoOptions, demo } from '../../demo/demo.ts';
import { buildPart } from '../../store/sqlite/bulk/new-database.ts';
import type { PrivateFields } from '../../store/store.ts';

export type PartOrder =
  | { readonly file: string; readonly company: DemoOptions; readonly privateFields: PrivateFields }
  | 'stop';

/** How far it is; the last one says that it has ended, and perhaps why it could not do its work. */
export type PartMessage = { readonly written: number; readonly ended?: true; readonly fault?: string };

declare const self: Worker;

const stopping = new AbortController();

self.onmessage = async ({ data: order }: MessageEvent<PartOrder>) => {
  if (order === 'stop') return stopping.abort(new Error('stopped'));
  const { file, company, privateFields } = order;
  const tell = (message: PartMessage) => self.postMessage(message);
  try {
    const onProgress = (written: number) => tell({ written });
    const batches = demo(company, 'attendance');
    const written = await buildPart(file, catalogue, privateFields, batches, { onProgress, signal: stopping.signal });
    tell({ written, ended: true });
  } catch (error) {
    tell({ written: 0, ended: true, fault: error instanceof Error ? error.message : String(error) });
  }
};
