// The commands for clients that keep a copy: they read the changes feed of the local database or of a service
// elsewhere.
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
      about: 'go on behind this place; now is the end, beginning starts with all records',
      default: 'now',
      known: ['now', 'beginning'],
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
