// The commands that make, verify and restore backups of the embedded database.
import type { Command } from './options/command.ts';

const backup: Command = {
  about: 'write the embedded database to a file, while it is being served',
  more: `Beside it, FILE.json says what it has to hold: the rows of every table and a digest of the records of every resource, read
from the live database at the same moment. Given a folder, it writes a new file with a number and the time in its name.`,
  operands: [{ name: 'FILE', about: 'where to; it must not be there yet, or be a folder' }],
  options: {
    keep: {
      value: 'N',
      about: 'in a folder: once the new one is verified, remove older backups of this command until there are N',
      default: 'all are kept',
    },
  },
  flags: { verify: 'restore it into a scratch database and compare, before it gets its name' },
  examples: [
    ['workforce backup monday.db', 'every page is checked before it gets its name'],
    ['workforce backup /var/backups/workforce --keep 14', 'every night: verified, and the newest 14 stay'],
  ],
  run: async ({ operands: [file], values }) => (await import('./commands/backup.ts')).backup(file!, values),
};

const verify: Command = {
  about: 'restore a backup into a scratch database, and compare it with what was backed up',
  more: `Compares the file, the rows of every table and the records of every resource with FILE.json, and runs doctor. The scratch
database is beside FILE, and removed at the end; no other database is read.`,
  operands: [{ name: 'FILE', about: 'a file that "workforce backup" wrote' }],
  examples: [['workforce verify monday.db', 'ends with 0 only when nothing differs']],
  run: async ({ operands: [file] }) => (await import('./commands/backup.ts')).verify(file!),
};

const restore: Command = {
  about: 'put a backup in the place of the embedded database',
  more: `A file that is not what was written is refused ("workforce verify" says what differs). PostgreSQL is brought back to any moment
by its own log: deploy/postgres-restore.sh, docs/guides/nights.md.`,
  operands: [{ name: 'FILE', about: 'a file that "workforce backup" wrote' }],
  flags: { force: 'put it in the place of a database that is there' },
  examples: [['workforce restore --force monday.db', 'the service must not be running']],
  run: async ({ operands: [file], values }) =>
    (await import('./commands/backup.ts')).restore(file!, values.force !== undefined),
};

export const backupCommands = { backup, verify, restore };
