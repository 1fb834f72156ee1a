// The commands that pass changes on: to clients that keep a copy and read the changes feed of the local database or of
// a service elsewhere, and to endpoints of others.
import { endpoint, LOCAL } from './data-commands.ts';
import { mirrorFormats } from './mirror/line-format.ts';
import type { Command } from './options/command.ts';
import { resourceNames } from './options/resource-options.ts';

const RESOURCES = {
  name: 'RESOURCE',
  about: 'only these; without any, all of them',
  choices: resourceNames,
  optional: true,
  many: true,
} as const;

const follow: Command = {
  about: 'show what is created, updated and erased, as it happens',
  more: `It goes on until Ctrl-C, and over breaks of the connection. A record is shown as it is now, not as it was at the time.
${LOCAL}
The lines are for people and may change; --json is for machines and does not.`,
  operands: [RESOURCES],
  options: {
    after: {
      value: 'CURSOR',
      about:
        'go on behind this place, or from a time on: 2026-03-04, today-7d; now is the end, beginning starts with all records',
      default: 'now',
      known: ['now', 'beginning', 'today'],
    },
    ...endpoint,
  },
  flags: {
    once: 'end where there is nothing more',
    json: 'a line of JSON for each change, with the cursor behind it',
  },
  examples: [
    ['workforce follow', 'everything from now on'],
    ['workforce follow candidates applications --url https://hr.example.com', 'of a service elsewhere'],
    ['workforce follow --after today --once', 'what has happened today, then it ends'],
    ['workforce follow --after beginning --once --json', 'all records and changes, then it ends'],
  ],
  run: async (args) => (await import('./commands/follow.ts')).follow(args),
};

const mirror: Command = {
  about: 'keep a file of all records for each resource in step with the service',
  more: `The first run writes all records into FOLDER, in the order of their ids, as an export does; later runs go on from where the last one
stopped, however it ended. Files are replaced as a whole, so readers never see half of one. Where the service does not know
the place any more, as after a backup was restored, the mirror begins again by itself. Ctrl-C ends it.
${LOCAL}`,
  operands: [{ name: 'FOLDER', about: 'where to; it is made where there is none' }, RESOURCES],
  options: {
    format: {
      value: 'FORMAT',
      about: 'how records are written',
      default: 'ndjson, or what the folder has',
      choices: mirrorFormats,
    },
    ...endpoint,
  },
  flags: { once: 'end when the files are up to date' },
  examples: [
    ['workforce mirror copy --url https://hr.example.com', 'goes on until Ctrl-C'],
    ['workforce mirror sheets employees departments --format csv --once', 'two files, up to date as of now'],
  ],
  run: async (args) => (await import('./commands/mirror.ts')).mirror(args),
};

export const changesCommands = { follow, mirror };

export const webhooks: Command = {
  about: 'send what changes in the data to endpoints of others, and see how that goes',
  more: `"add" begins to send to an endpoint and shows its secret once; "list" shows all endpoints and how they are;
"test" sends one a message now; "replay" sends again what is after a cursor of the feed; "resume" goes on where an
endpoint that failed for days, and was parked, has stopped; "remove" ends it. A running service notices within seconds.
docs/guides/webhooks.md goes the whole way, with a receiver.`,
  operands: [
    {
      name: 'ACTION',
      about: 'what to do: list, add, test, replay, resume, remove',
      choices: ['list', 'add', 'test', 'replay', 'resume', 'remove'],
    },
    { name: 'NAME', about: 'which endpoint: a name of your own, such as crm', optional: true },
    { name: 'URL', about: 'for add: where to, http(s)://…', optional: true },
  ],
  options: {
    resources: {
      value: 'a,b',
      about: 'for add: only changes of these',
      default: 'all',
      items: () => resourceNames,
    },
    from: {
      about: 'for add: now, or the beginning, which sends every record first',
      default: 'now',
      choices: ['now', 'beginning'],
    },
    'secret-file': {
      value: 'FILE',
      about: 'for add: a file with the secret, whsec_…; never the secret itself, which others could see',
      default: 'a new one, which is shown',
    },
    after: {
      value: 'CURSOR',
      about: 'for replay: a cursor of the feed, beginning or now',
      known: ['beginning', 'now'],
    },
  },
  flags: {
    private: 'for add: send private fields as they are',
    json: 'for list: print them as JSON, for machines',
  },
  examples: [
    ['workforce webhooks add crm https://crm.example.com/hook --resources employees,leave', 'from now on'],
    ['workforce webhooks list', 'how they are'],
    ['workforce webhooks test crm', 'what does it answer?'],
    ['workforce webhooks replay crm --after beginning', 'every record again'],
    ['workforce webhooks resume crm', 'a parked one goes on'],
  ],
  run: async (args) => (await import('./commands/webhooks.ts')).webhooks(args),
};
