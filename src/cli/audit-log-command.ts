// The entry of `audit-log` in the table of commands.
import { auditActions } from '../store/audit-log.ts';
import type { Command } from './options/command.ts';
import { resourceNames } from './options/resource-options.ts';

export const auditLog: Command = {
  about: 'show who created, imported, changed and erased what, and from where',
  more: `There is an audit log where WORKFORCE_AUDIT_DAYS is set. It names records by their ids and has no values of them.
The newest entry is the last line. The lines are for people and may change; --json is for machines and does not.
docs/guides/audit-log.md says what is in it.`,
  options: {
    since: { value: 'TIME', about: 'from then on: 30m, 12h, 7d or 2w ago, or a day such as 2026-03-04' },
    until: { value: 'TIME', about: 'before then' },
    actor: { value: 'NAME', about: 'only by this one, such as "write token"' },
    action: { value: 'ACTION', about: 'only this, such as create', choices: auditActions },
    resource: { value: 'RESOURCE', about: 'only about records of this resource', choices: resourceNames },
    limit: { value: 'N', about: 'only the newest so many', default: '100; all of them with --since' },
  },
  flags: {
    follow: 'go on with new entries until Ctrl-C',
    json: 'a line of JSON for each entry, for machines',
  },
  examples: [
    ['workforce audit-log', 'what happened last'],
    ['workforce audit-log --since 7d --action erase', 'what was erased in the last week'],
    ['workforce audit-log --follow --json', 'new entries, for whatever collects them'],
  ],
  run: async (args) => (await import('./audit/audit-log.ts')).auditLog(args),
};
