// `workforce export`: all records that match, as the service streams them, to a file or the standard output. An
// incomplete export is an error and leaves no file.

import { existsSync } from 'node:fs';
import { open, rename, stat, unlink } from 'node:fs/promises';
import { counted } from '../../../contract/words.ts';
import type { Send } from '../../../mcp/tool.ts';
import { jsonArray, recordCounter, recordStream, type StreamFormat } from '../../api/record-stream.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments } from '../../options/command.ts';
import { CommandError, UsageError } from '../../options/exit-codes.ts';
import { fileFormat } from '../../options/file-format.ts';
import { queryParameters, SELECTION, withQuery } from '../../options/resource-options.ts';
import { progress, refuseTerminal, writeError, writeStdout } from '../../terminal/output.ts';
import { interruptSignal } from '../../terminal/terminal.ts';

export async function exportAll(args: Arguments): Promise<void> {
  const { values, operands } = args;
  const [resource] = operands as [string];
  const output = values.output === '-' ? undefined : values.output;
  const format = values.format ?? formatFor(output);
  const streamFormat = format === 'json' ? 'ndjson' : (format as StreamFormat);
  if (streamFormat === 'xlsx' && output === undefined) refuseTerminal();
  const query = queryParameters(args, [...SELECTION, 'expand']);
  query.set('format', streamFormat);
  const target = output === undefined ? undefined : await fileTarget(output, values.force !== undefined);
  const signal = interruptSignal(new CommandError('interrupted', 'Interrupted; the export is not whole.'));
  try {
    await withEndpoint(values, async (send) => {
      // The records of a workbook are compressed, so only its bytes can be counted.
      const isPacked = streamFormat === 'xlsx';
      const expected = isPacked ? undefined : await expectedRecords(send, args, signal);
      const exporting = progress('Exporting', expected, { stream: process.stderr });
      let total = 0;
      const count = isPacked ? (chunk: Uint8Array) => total + chunk.length : recordCounter(streamFormat);
      const response = await send(withQuery(resource, query), { signal });
      const onChunk = (chunk: Uint8Array) => {
        total = count(chunk);
        exporting.step(total);
      };
      const chunks = recordStream(response, streamFormat, { onChunk, signal });
      for await (const chunk of format === 'json' ? jsonArray(chunks) : chunks)
        await (target ? target.write(chunk) : writeStdout(chunk));
      await target?.complete();
      const what = isPacked ? '' : `${counted(total, 'record')} to `;
      exporting.end(output === undefined ? '' : `Wrote ${what}${output}`);
    });
  } catch (error) {
    await target?.discard();
    throw signal.aborted ? signal.reason : error;
  }
}

/** By the name of the file. With a guess, the content of a file could differ from its name. */
function formatFor(output: string | undefined): string {
  const format = output === undefined ? 'csv' : fileFormat(output);
  if (format) return format;
  throw new UsageError(
    `What to write to ${output} cannot be told from its name; add --format csv, --format xlsx, --format ndjson or --format json.`,
  );
}

/** The number of records costs a request, so it is asked for only where progress is shown. */
async function expectedRecords(send: Send, args: Arguments, signal: AbortSignal): Promise<number> {
  if (!process.stderr.isTTY) return 1;
  const query = queryParameters(args, ['q']);
  query.set('limit', '1');
  const response = await send(withQuery(args.operands[0]!, query), { signal });
  const { meta } = (await response.json()) as { meta: { total: number } };
  return Math.max(1, meta.total);
}

/** The content of an export is for its owner alone, as the database is. */
const OWNER_ONLY = 0o600;

async function fileTarget(file: string, force: boolean) {
  if (!force && existsSync(file))
    throw new CommandError('failed', `${file} is there already; --force puts the export in its place.`);
  const part = `${file}.part`;
  const fail = (error: NodeJS.ErrnoException): never => {
    throw writeError(part, error);
  };
  // An interrupted export may have left it, with other rights; or it is someone's link to another file.
  await unlink(part).catch((error) => (error.code === 'ENOENT' ? undefined : fail(error)));
  const handle = await open(part, 'wx', OWNER_ONLY).catch(fail);
  const isOurs = async () => (await stat(part).catch(fail)).ino === (await handle.stat()).ino;
  return {
    async write(bytes: Uint8Array): Promise<void> {
      for (let offset = 0; offset < bytes.length; )
        offset += (await handle.write(bytes, offset).catch(fail)).bytesWritten;
    },
    async complete(): Promise<void> {
      await handle.sync().catch(fail);
      if (!(await isOurs())) throw new CommandError('failed', `Another export writes to ${part}; wait for it.`);
      await handle.close();
      await rename(part, file).catch(fail);
    },
    async discard(): Promise<void> {
      const isLeft = await isOurs().catch(() => false);
      await handle.close().catch(() => undefined);
      if (isLeft) await unlink(part);
    },
  };
}
