// `workforce follow`: a line for each change, as it happens.
import { catalogue } from '../../catalogue/catalogue.ts';
import { changePages, type Entry } from '../api/change-pages.ts';
import { withEndpoint } from '../api/with-endpoint.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { writeStdout } from '../terminal/output.ts';
import { type Item, shortened, textOf } from '../terminal/table.ts';
import { escapeControls, interruptSignal, type Terminal, terminal } from '../terminal/terminal.ts';

export async function follow({ values, operands: resources }: Arguments): Promise<void> {
  const [isJson, once] = [values.json !== undefined, values.once !== undefined];
  const interrupted = new CommandError('interrupted', 'Interrupted before the end.');
  const signal = interruptSignal(interrupted);
  const shown = terminal();
  const after = values.after ?? 'now';
  let cursor: string | undefined;
  await withEndpoint(values, async (send) => {
    const reading = { after: after === 'beginning' ? undefined : after, resources, once, signal };
    for await (const { data, meta } of changePages(send, reading)) {
      const lines = data.map((entry) => `${isJson ? JSON.stringify(entry) : lineOf(entry, shown)}\n`);
      await writeStdout(lines.join(''));
      if (cursor === undefined && meta.up_to_date && process.stdout.isTTY && !once && !isJson)
        console.error(shown.dim('Changes from here on are shown as they happen; Ctrl-C ends it.'));
      cursor = meta.cursor;
    }
  });
  if (signal.aborted && once) throw interrupted;
  if (!isJson && cursor !== undefined) console.error(shown.dim(`To go on from here: --after ${cursor}`));
}

const KIND_WIDTH = 'updated'.length;
const RESOURCE_WIDTH = Math.max(...catalogue.map(({ name }) => name.length));

function lineOf({ at, kind, resource, id, record }: Entry, { width, bold, dim }: Terminal): string {
  const time = at.replace('T', ' ').replace(/\..*/, '');
  const what = `${resource} ${id}`;
  const room = width - time.length - KIND_WIDTH - Math.max(what.length, RESOURCE_WIDTH) - 6;
  const name = record ? shortened(escapeControls(nameOf(resource, record)), room) : '';
  return `${dim(time)}  ${bold(kind.padEnd(KIND_WIDTH))}  ${what.padEnd(RESOURCE_WIDTH)}  ${name}`.trimEnd();
}

/** The name of a record, or its first values where it has no name. */
function nameOf(resource: string, record: Item): string {
  const { label = [] } = catalogue.find(({ name }) => name === resource) ?? {};
  if (label.length > 0) return label.map((name) => textOf(record[name])).join(' ');
  const values = Object.entries(record).filter(([name, value]) => name !== 'id' && value !== null && value !== '');
  return values
    .slice(0, 3)
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(', ');
}
