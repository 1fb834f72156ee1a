// Makes the bytes written to a file, or the names in a folder, durable.
import { closeSync, fsyncSync, openSync } from 'node:fs';

export function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
