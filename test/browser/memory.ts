// What a tab holds after a collection of garbage.
import type { CDPSession } from 'puppeteer-core';

export type Memory = {
  /** Bytes of the JavaScript heap. */
  readonly heap: number;
  /** Nodes, of the document and detached ones. */
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
};

export async function memoryOf(protocol: CDPSession): Promise<Memory> {
  // What the first collection sets free may hold more, such as elements with their listeners.
  for (let time = 0; time < 3; time++) await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners, documents } = await protocol.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners, documents };
}
