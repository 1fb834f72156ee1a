// The audit log: who did what, when and from where. An entry names records by their ids; it never has a value of one.
// Entries are added and, when they are old, removed; none is ever changed.
// docs/design/audit-log.md has the whole picture.
import type { Resource } from '../catalogue/resource.ts';
import { log } from '../log/log.ts';
import type { Repaired } from './shared/audit/findings.ts';
import type { ChangesOfSession, IdRange } from './shared/changes/runs.ts';
import type { Actor, ChangeKind } from './store.ts';

export const auditActions = [
  'create',
  'import',
  'update',
  'erase',
  'seed',
  'copy',
  'restore',
  'repair',
  'webhook.create',
  'webhook.replay',
  'webhook.resume',
  'webhook.remove',
  'token.create',
  'token.revoke',
  'role.create',
  'role.remove',
  'sign-in',
  'sign-in.refused',
  'sign-out',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Before it has its number and its time. */
export type NewEntry = {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The name of a resource. */
  readonly resource?: string | undefined;
  /** The smallest id, and how many records there are. */
  readonly first_id?: number | undefined;
  readonly record_count?: number | undefined;
  /** Such as the name of a token; never a value of a record. */
  readonly detail?: string | undefined;
};

/** `days`: for how long entries are kept; 0 where there shall be no audit log, and `undefined` where the database says
 * whether there is one. `onWritten`: told of entries when they are on disk. */
export type AuditSettings = {
  readonly days?: number | undefined;
  readonly onWritten: (entries: readonly NewEntry[]) => void;
};

export const NO_AUDIT_LOG: AuditSettings = { onWritten: () => undefined };

/** `log`: `off` where nothing is logged. */
export const auditSettings = ({
  auditDays,
  log: which,
}: {
  readonly auditDays?: number | undefined;
  readonly log?: string;
}): AuditSettings => ({ days: auditDays, onWritten: which === 'off' ? () => undefined : logEntries });

function logEntries(entries: readonly NewEntry[]): void {
  for (const entry of entries) {
    const { actor, action, resource, first_id, record_count, detail } = entry;
    log.info(`Audit: ${entryText(entry)}`, {
      request_id: actor.requestId || undefined,
      fields: {
        action,
        actor: actor.name,
        client: actor.client || undefined,
        resource,
        first_id,
        record_count,
        detail,
      },
    });
  }
}

/** Of an import or an erasure: who does it. `as`: one entry for all of it; without it there is one for each resource.
 * */
export type ImportAudit = { readonly actor: Actor; readonly as?: AuditAction; readonly detail?: string | undefined };

export const createEntry = (actor: Actor, { name }: Resource, id: number): NewEntry => ({
  actor,
  action: 'create',
  resource: name,
  first_id: id,
  record_count: 1,
});

const ACTIONS = { created: 'import', updated: 'update', erased: 'erase' } as const;

/** The entries of a session. */
export function sessionEntries(changes: ChangesOfSession, { actor, as, detail }: ImportAudit): NewEntry[] {
  const entries = changes.all().map(({ resource, kind, ranges }) => ({
    actor,
    action: ACTIONS[kind],
    resource: resource.name,
    first_id: ranges[0]![0],
    record_count: ranges.reduce((sum, [, count]) => sum + count, 0),
    detail: detailOf(kind, ranges, detail),
  }));
  if (as === undefined || entries.length === 0) return entries;
  return [{ actor, action: as, record_count: entries.reduce((sum, each) => sum + each.record_count, 0), detail }];
}

/** One id is the first. The entry of an erasure is about the records that stay. */
function detailOf(kind: ChangeKind, ranges: readonly IdRange[], detail: string | undefined): string | undefined {
  if (kind === 'created') return detail;
  const isOne = ranges.length === 1 && ranges[0]![1] === 1;
  const texts = [isOne ? undefined : idsText(ranges, kind === 'erased'), kind === 'erased' ? undefined : detail];
  return texts.filter(Boolean).join('; ') || undefined;
}

/** Of changed records so many runs of ids are named; of erased ones all, because nothing else is left of them. */
const NAMED_RUNS = 100;

function idsText(ranges: readonly IdRange[], all: boolean): string {
  const shown = all ? ranges : ranges.slice(0, NAMED_RUNS);
  const texts = shown.map(([first, count]) => (count === 1 ? `${first}` : `${first}-${first + count - 1}`));
  return `ids ${texts.join(', ')}${shown.length < ranges.length ? ', …' : ''}`;
}

/** Runs repairs, which write their entries. */
export async function repairing(
  { onWritten }: AuditSettings,
  actor: Actor | undefined,
  run: (entryOf: ((what: string) => NewEntry) | undefined) => Promise<Repaired[]>,
): Promise<Repaired[]> {
  const entryOf = actor && ((detail: string): NewEntry => ({ actor, action: 'repair', detail }));
  const done = await run(entryOf);
  if (entryOf) onWritten(done.filter(({ failed }) => failed === undefined).map(({ what }) => entryOf(what)));
  return done;
}

const VERBS: Readonly<Partial<Record<AuditAction, string>>> = {
  create: 'created',
  import: 'imported',
  update: 'updated',
  erase: 'erased',
  seed: 'filled in',
  copy: 'copied',
  restore: 'restored',
  repair: 'repaired',
};

/** An entry as a sentence: `token payroll-sync created leave 812`. */
function entryText({ actor, action, resource, first_id, record_count = 1, detail }: NewEntry): string {
  const many = record_count > 1 ? `${record_count} ` : '';
  const what =
    resource === undefined ? undefined : `${many}${resource}${many || first_id === undefined ? '' : ` ${first_id}`}`;
  const count = resource === undefined && record_count > 1 ? `${record_count} records` : undefined;
  const more = detail === undefined ? '' : ` (${detail.length > 100 ? `${detail.slice(0, 100)}…` : detail})`;
  const text = [actor.name, VERBS[action] ?? action, what, count].filter(Boolean).join(' ') + more;
  // Nothing that moves the cursor of a terminal.
  return text.replace(/\p{Cc}+/gu, ' ');
}
