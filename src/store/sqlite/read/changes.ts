// Reads the changes feed.
// docs/design/changes.md has the whole picture.
import type { ChangeLog } from '../../shared/changes/page.ts';
import { codeOf } from '../../shared/changes/runs.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { feedKey, newest, runs } from '../write/changes.ts';

/** How many runs are read at a time. */
const RUNS = 200;

/** `writing`: for a database that has no key yet. */
export const changeLog = (prepare: Prepare, writing: Prepare): ChangeLog => ({
  key: () => feedKey(writing),
  runsFrom: (seq) =>
    runs(
      prepare,
      `WHERE seq >= (SELECT max(seq) FROM workforce_changes WHERE seq <= ?) ORDER BY seq LIMIT ${RUNS}`,
      seq,
    ),
  newest: () => newest(prepare)!,
  createdAfter: (resource, seq) =>
    runs(prepare, 'WHERE seq > ? AND code = ?', seq, codeOf(resource, 'created')).map(({ id, count }) => [id, count]),
  records: ({ table }, first, last) =>
    new Map(
      prepare(`SELECT id, json FROM ${quoted(table)} WHERE id BETWEEN ? AND ?`).values(first, last) as [
        number,
        string,
      ][],
    ),
  recordsAfter: ({ table }, id, limit) =>
    prepare(`SELECT id, json FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ?`).values(id, limit) as [
      number,
      string,
    ][],
});
