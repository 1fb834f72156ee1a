// What a database remembers of the settings of its service, so that a command keeps to them whatever its environment
// says: whether there is an audit log, and for how long changes are kept. `serve` and `migrate` store it.
import { CHANGES_DAYS } from '../../contract/limits.ts';
import { type AuditSettings, NO_AUDIT_LOG } from '../audit-log.ts';
import type { AllowedChange } from './migration.ts';

export const REMEMBERED = { audit: 'audit', changes: 'changes' } as const;

type Given = {
  readonly change: AllowedChange;
  readonly audit: AuditSettings | undefined;
  readonly changesDays: number | undefined;
};

/** The values of the meta table; `hasEntries`: of the audit log. */
type Stored = {
  readonly audit: string | undefined;
  readonly changes: string | undefined;
  readonly hasEntries: boolean;
};

/** `store`: the values of the meta table that have changed. */
export function remembered({ change, audit, changesDays }: Given, stored: Stored) {
  const isSet = change === 'all';
  const days = audit?.days;
  const own = { audit: days === undefined ? undefined : days > 0 ? 'on' : 'off', changes: changesDays?.toString() };
  const store = isSet
    ? (['audit', 'changes'] as const).flatMap((name) =>
        own[name] === undefined || own[name] === stored[name] ? [] : [[REMEMBERED[name], own[name]] as const],
      )
    : [];
  const known = (isSet ? own.audit : undefined) ?? stored.audit;
  const isKept = (days ?? 0) > 0 || (known === undefined ? stored.hasEntries : known === 'on');
  return {
    store,
    audit: { ...(audit ?? NO_AUDIT_LOG), isKept },
    changesDays: (isSet ? changesDays : undefined) ?? (Number(stored.changes) || (changesDays ?? CHANGES_DAYS)),
  };
}
