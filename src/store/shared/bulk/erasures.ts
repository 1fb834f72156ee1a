// An erasure deletes rows in a transaction; their bytes leave the files in a step after it, which may be killed. So the
// transaction leaves a mark for each resource that it changed. Whoever finishes the step removes the mark: the erasure
// itself, the next one, the next start or doctor.
import { randomUUID } from 'node:crypto';
import type { Findings } from '../audit/findings.ts';
import type { ChangesOfSession } from '../changes/runs.ts';
import { ask, type RunSql, type SqlEngine } from '../dialect.ts';
import { addNotes, UNSCRUBBED } from './notes.ts';

/** At the end of a session. Each has a mark of its own, so that finishing one does not hide another. */
export async function markErasure(engine: SqlEngine, changes: ChangesOfSession): Promise<void> {
  const changed = changes.all();
  if (!changed.some(({ kind }) => kind === 'erased')) return;
  const name = randomUUID();
  const resources = new Set(changed.filter(({ kind }) => kind !== 'created').map(({ resource }) => resource.name));
  await addNotes(
    engine,
    [...resources].map((resource) => ({ kind: UNSCRUBBED, resource, name, id: null })),
  );
}

export type Unfinished = { readonly names: readonly string[]; readonly resources: ReadonlySet<string> };

/** The marks that exist; `undefined` where every erasure is finished. */
export async function unfinishedErasures(run: RunSql): Promise<Unfinished | undefined> {
  const rows = await run(`SELECT name, resource FROM workforce_notes WHERE kind = '${UNSCRUBBED}'`);
  if (rows.length === 0) return undefined;
  const column = (at: number) => new Set(rows.map((row) => String(row[at])));
  return { names: [...column(0)], resources: column(1) };
}

export async function forgetErasures(engine: SqlEngine, { names }: Unfinished): Promise<void> {
  await ask(
    engine,
    (bind) =>
      `DELETE FROM workforce_notes WHERE kind = '${UNSCRUBBED}' AND ${engine.dialect.oneOf('name', 'string', names, bind)}`,
  );
}

export async function erasureFindings(found: Findings, run: RunSql): Promise<void> {
  for (const name of (await unfinishedErasures(run))?.resources ?? [])
    found.add(
      'erasure',
      name,
      `Erased values of ${name} may still be in the files: the erasure was stopped before its end.`,
    );
}

export const ERASURES_FINISHED = 'The files were cleared of erased values.';
