// Runs `workforce mirror` for tests, and compares its files with the lists of the service.
import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { readable, spawnCommand } from '../harness/command.ts';
import { waitUntil } from '../harness/wait-until.ts';

export const allNames = catalogue.map(({ name }) => name);

/** A command that runs on, and what it has said so far. */
export function started(args: string[], environment: Record<string, string> = {}) {
  const child = spawnCommand(args, environment);
  const said = { output: '', errors: '' };
  const read = async (stream: ReadableStream<Uint8Array>, name: keyof typeof said) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) said[name] += decoder.decode(chunk, { stream: true });
  };
  const reading = Promise.all([read(child.stdout, 'output'), read(child.stderr, 'errors')]);
  return {
    child,
    output: () => said.output,
    errors: () => readable(said.errors),
    says: (text: string) =>
      waitUntil(`"${text}" in ${args.join(' ')}`, () => {
        if (child.exitCode !== null) expect(said.output + said.errors).toContain(text);
        return (said.output + said.errors).includes(text);
      }),
    /** Changes that come one after the other may be fetched together or apart. */
    fetches: (changes: number) =>
      waitUntil(`${changes} changes in ${args.join(' ')}`, () => {
        const counts = [...said.output.matchAll(/up to date: ([\d,]+) changes?\./g)].map(([, count]) => Number(count));
        return counts.reduce((sum, count) => sum + count, 0) >= changes;
      }),
    /** How it ends after a signal, or by itself. */
    async end(signal?: NodeJS.Signals) {
      if (signal) child.kill(signal);
      const code = await child.exited;
      await reading;
      return { code, output: said.output, errors: readable(said.errors) };
    },
  };
}

/** Every file has the bytes of the export of its list. */
export async function expectEqualFiles(
  service: { url: string },
  folder: string,
  format: 'ndjson' | 'csv',
  names: readonly string[] = allNames,
): Promise<void> {
  for (const name of names) {
    const list = await (await fetch(`${service.url}/api/v1/${name}?format=${format}`)).text();
    const file = readFileSync(join(folder, `${name}.${format}`), 'utf8');
    if (file !== list) expect([name, file.split('\n')]).toEqual([name, list.split('\n')]);
  }
}
