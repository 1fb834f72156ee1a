// The common part of an import and an update: both open the database, give rows their ids, and end with the same
// notices.
import type { Resource } from '../../catalogue/resource.ts';
import { readSettings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import { withoutErased } from '../../jobs/erased-people.ts';
import type { NamedFile } from '../../jobs/import/named-file.ts';
import { withIds } from '../../jobs/import/natural-keys.ts';
import { type Known, sourceIds } from '../../jobs/import/source-ids.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { openImportTarget } from '../../store/open.ts';
import { commandAudit } from '../audit/command-actor.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { interruptSignal } from '../terminal/interrupt-signal.ts';
import { filledIn } from './filled.ts';
import type { preview } from './preview.ts';
import { refuseDemo } from './refuse-demo.ts';
import { report } from './report.ts';
import type { Sources } from './sources.ts';

/** `undone`: such as "nothing was imported". Has to be closed. */
export async function openRun(
  { values }: Arguments,
  { open, made, files, onProgress, close }: Sources,
  undone: string,
) {
  const dryRun = values['dry-run'] !== undefined;
  const output = report(values.json !== undefined, dryRun, open);
  for (const each of open) output.recognised(each);
  const filled = filledIn(open);
  const signal = interruptSignal(new CommandError('interrupted', `Interrupted; ${undone}.`));
  const settings = readSettings(process.env);
  const target = await openImportTarget(settings);
  /** The lines about people who were erased, which are left out. */
  const erased = new Map<Resource, Set<number>>();
  let ids: ReturnType<typeof sourceIds> | undefined;

  function withoutErasedRows(session: ImportSession, file: NamedFile): NamedFile {
    const lines = new Set<number>();
    erased.set(file.resource, lines);
    return { ...file, rows: () => withoutErased(session, file, (line) => lines.add(line)) };
  }

  return {
    target,
    output,
    filled,
    /** The rows of the files with ids in place of names. `keyed`: finds the records of a file by another field. */
    async rowsOf(session: ImportSession, known: Known, keyed = (file: NamedFile) => file) {
      await refuseDemo(session, values, settings);
      ids = sourceIds(session, known);
      const wanted = values['add-erased'] === undefined ? files.map((file) => withoutErasedRows(session, file)) : files;
      return withIds(session, wanted.map(keyed).map(ids.numbered), made, signal);
    },
    options: {
      dryRun,
      onFault: output.fault,
      finish: async () => ids?.note(),
      onProgress,
      signal,
      audit: commandAudit(settings, { detail: counted(open.length, 'file') }),
    },
    /** Prints the notices, when all rows are read. */
    tell(shown?: ReturnType<typeof preview>): void {
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
      if (shown) output.preview(shown);
      for (const [resource, lines] of erased) if (lines.size > 0) output.erased(resource, [...lines]);
      output.filled(filled.found());
      for (const each of open) output.words(each);
    },
    async close(): Promise<void> {
      close();
      await target.close();
    },
  };
}
