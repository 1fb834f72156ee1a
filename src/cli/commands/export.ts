// `workforce export`: all records that fit, as the service streams them, to a file or the standard output. What does not
// come whole is no success, and leaves no file.
import { asking } from '../api/ask.ts';
import type { Ask } from '../api/endpoint.ts';
import { asArray, recordCount, whole } from '../api/export-stream.ts';
import { fileTarget, pipeTarget } from '../api/export-target.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { question, streamIn, WHICH, withQuery } from '../options/query.ts';
import { type Progress, progress } from '../terminal/output.ts';

export async function exportAll(args: Arguments): Promise<void> {
  const { values, operands } = args;
  const [resource] = operands as [string];
  const { format = 'csv', output } = values;
  const streamed = format === 'csv' ? 'csv' : 'ndjson';
  const asked = question(args, WHICH);
  asked.set('format', streamed);
  const target = output === undefined ? pipeTarget() : await fileTarget(output, values.force !== undefined);
  const signal = interruption();
  try {
    await asking(values, async (ask) => {
      const shown = await shownProgress(ask, args, signal);
      const body = streamIn(await ask(withQuery(resource, asked), { signal }), streamed);
      const count = recordCount(streamed);
      const chunks = whole(body, (chunk) => shown.step(count.add(chunk)), signal);
      for await (const chunk of format === 'json' ? asArray(chunks) : chunks) await target.write(chunk);
      await target.complete();
      shown.end(output === undefined ? '' : `Wrote ${count.total().toLocaleString('en')} records to ${output}`);
    });
  } catch (error) {
    await target.discard();
    throw signal.aborted ? signal.reason : error;
  }
}

function interruption(): AbortSignal {
  const stop = new AbortController();
  const end = () => stop.abort(new CommandError('interrupted', 'Interrupted; the export is not whole.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  return stop.signal;
}

/** How many there are is asked only where somebody looks. */
async function shownProgress(ask: Ask, args: Arguments, signal: AbortSignal): Promise<Progress> {
  const { stderr } = process;
  if (!stderr.isTTY) return progress('', 1, stderr);
  const asked = question(args, ['q']);
  asked.set('limit', '1');
  const answer = await ask(withQuery(args.operands[0]!, asked), { signal });
  const { meta } = (await answer.json()) as { meta: { total: number } };
  return progress('Exporting', Math.max(1, meta.total), stderr);
}
