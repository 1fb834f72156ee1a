// The commands about who may do what, and who did.

import { auditActions } from '../store/audit-log.ts';
import type { Command, Option } from './options/command.ts';
import { creatableNames, resourceNames } from './options/resource-options.ts';

const scopes: Readonly<Record<string, Option>> = {
  read: {
    value: 'a,b',
    about: 'for create: read these resources, or all',
    default: 'none',
    known: ['all', ...resourceNames],
  },
  private: {
    value: '[a.b,c.d]',
    about: 'for create: see these private fields, or all without names',
    default: 'none',
    hasOptionalValue: true,
  },
  create: {
    value: 'a,b',
    about: 'for create: create these, or all',
    default: 'none',
    known: ['all', ...creatableNames],
  },
  rows: {
    value: 'FILTER',
    about: 'for create: of a resource only the records that fit, such as employees?branch=London',
    default: 'every record',
    many: true,
  },
};

const json = { json: 'for list: print them as JSON, for machines' };

export const token: Command = {
  about: 'make tokens with limits for programs, see when they were used, and revoke them',
  more: `"create" shows a token once, on the standard output alone; only a digest of it is stored. "list" shows all, with the last
use, and "revoke" returns when every process refuses it. docs/guides/access.md goes the whole way.`,
  operands: [
    { name: 'ACTION', about: 'what to do: list, create, revoke', choices: ['list', 'create', 'revoke'] },
    { name: 'NAME', about: 'which token: a name of your own, such as payroll-sync', optional: true },
  ],
  options: {
    ...scopes,
    expires: {
      value: 'WHEN',
      about: 'for create: after days such as 90d, or the last day, 2027-01-31',
      default: 'never',
    },
  },
  flags: { calendar: 'for create: a secret address of the calendar of who is out, instead of a token', ...json },
  examples: [
    [
      'workforce token create payroll-sync --read employees,leave --private --create leave --expires 90d',
      'for a program',
    ],
    ["workforce token create london --read all --rows 'employees?branch=London'", 'of employees only those in London'],
    ['workforce token create team-calendar --calendar', 'an address to subscribe to'],
    ['workforce token list', 'with the last use'],
    ['workforce token revoke payroll-sync', 'in every process'],
  ],
  run: async (args) => (await import('./commands/access.ts')).token(args),
};

export const role: Command = {
  about: 'say what people may do who sign in, by what their provider says of them',
  more: `Of a person who signs in, the first role that matches counts, in the order of "list". What a role may do holds at once for
everybody who has it; without one, nobody may do anything.`,
  operands: [
    { name: 'ACTION', about: 'what to do: list, create, remove', choices: ['list', 'create', 'remove'] },
    { name: 'NAME', about: 'which role: a name of your own, such as hr', optional: true },
  ],
  options: {
    match: {
      value: 'CLAIM=VALUE',
      about: 'for create: who has it, such as groups=hr-team; any is everybody who can sign in',
      known: ['any'],
    },
    ...scopes,
  },
  flags: json,
  examples: [
    ['workforce role create hr --match groups=hr-team --read all --private --create all', 'for a group'],
    ['workforce role create everybody --match any --read employees,departments', 'for all others'],
    ['workforce role list', 'in their order'],
    ['workforce role remove hr', 'in every process'],
  ],
  run: async (args) => (await import('./commands/access.ts')).role(args),
};

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
  run: async (args) => (await import('./commands/audit-log.ts')).auditLog(args),
};
