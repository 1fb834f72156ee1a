// The table of commands. A command is an entry here and a file in commands/ that does its work. Parsing, help and
// completion are derived from the table.
import { VERSION } from '../contract/product.ts';
import { auditLog, role, token } from './access-commands.ts';
import { changesCommands, webhooks } from './changes-commands.ts';
import { dataCommands } from './data-commands.ts';
import { aggregate, careers, insight } from './figure-commands.ts';
import { importData } from './import-command.ts';
import type { Command, Commands } from './options/command.ts';
import { metricNames } from './options/metric-options.ts';
import { resourceNames } from './options/resource-options.ts';
import { say } from './terminal/output.ts';

const serve: Command = {
  about: 'answer requests (what npm start runs)',
  more: `An empty database is filled with demo data first, unless WORKFORCE_DEMO is 0. Ctrl-C finishes what is being
answered, then ends.`,
  examples: [
    ['workforce serve', 'on http://127.0.0.1:8080'],
    ['PORT=9000 WORKFORCE_API_TOKEN=choose-a-token workforce serve', 'on another port, with creates'],
  ],
  run: async () => (await import('./commands/serve.ts')).serve(),
};

const seed: Command = {
  about: 'fill an empty database with demo data',
  examples: [['WORKFORCE_DATA=./trial workforce seed', 'a database in another folder']],
  run: async () => (await import('./commands/seed.ts')).seed(),
};

const generate: Command = {
  about: 'fill an empty database with a demo company of any size',
  options: {
    employees: { about: 'how many people work or have worked there', default: '240' },
    candidates: { about: 'how many candidates there are', default: '2.5 for each employee' },
    'attendance-days': { about: 'how many days of attendance up to the date', default: '90' },
    seed: { about: 'another number gives another company', default: '1' },
    date: { about: 'the day the data is as of, such as 2026-03-04', default: 'today' },
  },
  examples: [
    ['workforce generate --employees 100000', 'a large company'],
    ['workforce generate --employees 50 --seed 7 --date 2026-03-04', 'the same small one every time'],
  ],
  run: async ({ values }) => (await import('./commands/seed.ts')).generate(values),
};

const migrate: Command = {
  about: 'bring the database to this version, and end',
  more: `With --distribute, the tables of a PostgreSQL that has the Citus extension are spread over its workers, filled or
empty. Nobody may serve the database meanwhile; either all tables are distributed afterwards or none.`,
  flags: {
    distribute: 'spread the tables over the workers of Citus; docs/distributed-engines.md says how to get there',
  },
  options: { shards: { about: 'with --distribute: into how many parts each large table is cut', default: '32' } },
  examples: [
    ['DATABASE_URL=postgres://owner@db/workforce workforce migrate', 'before others serve it'],
    ['DATABASE_URL=postgres://owner@coordinator/workforce workforce migrate --distribute', 'over many machines'],
  ],
  run: async ({ values }) => (await import('./commands/migrate.ts')).migrate(values),
};

const copy: Command = {
  about: 'move the data between the embedded database and PostgreSQL',
  more: 'Both sides are read again at the end and must be equal. After an interruption, run it again: it goes on.',
  options: {
    to: { about: 'the PostgreSQL database to copy the embedded one into, postgres://…', default: 'or --from' },
    from: { about: 'the PostgreSQL database to copy into the embedded one, postgres://…', default: 'or --to' },
    'password-file': {
      value: 'FILE',
      about: 'a file with the password of the database; never in the address, which others could see',
      default: 'PGPASSWORD',
    },
  },
  examples: [
    ['workforce copy --to postgres://owner@db/workforce', 'from the file to PostgreSQL'],
    ['workforce copy --from postgres://owner@db/workforce', 'and back, into an empty WORKFORCE_DATA'],
    ['workforce copy --to postgres://owner@db/workforce --password-file secret', 'with the password in a file'],
  ],
  run: async ({ values }) => (await import('./commands/copy.ts')).copy(values),
};

const doctor: Command = {
  about: 'check the database, and say what repairs what is wrong',
  more: 'Looks at file, references, counts, search index, texts and keys: everything against every record.',
  flags: {
    fix: 'repair what follows from the records, then check again',
    json: 'print what was found as JSON, for machines',
  },
  examples: [
    ['workforce doctor', 'ends with 0 only when nothing is wrong'],
    ['workforce doctor --fix', 'repairs what can be repaired'],
  ],
  run: async ({ values }) => (await import('./commands/doctor.ts')).doctor(values),
};

const erase: Command = {
  about: 'remove records for good, with all that is kept about them',
  more: `What is a part of a record, such as the applications of a candidate, is erased with it (--cascade). Other records that refer
to it lose that reference. All of it is listed first. Backups that were made before still have it.`,
  operands: [
    { name: 'RESOURCE', about: 'what they are', choices: resourceNames },
    { name: 'ID', about: 'their ids', many: true },
  ],
  flags: {
    cascade: 'erase what is a part of them too',
    yes: 'do not ask first',
  },
  examples: [
    ['workforce erase candidates 17', 'lists what refers to it, and asks'],
    ['workforce erase employees 7 --cascade --yes', 'with leave and attendance, without asking'],
  ],
  run: async ({ operands: [resource, ...ids], values }) =>
    (await import('./commands/erase.ts')).erase(resource!, ids, values),
};

const mcp: Command = {
  about: 'give an assistant tools for the data, over standard input and output',
  more: `The assistant starts it and speaks the Model Context Protocol with it; docs/assistants.md says how to set that up. Fields
that are private stay so, whoever asks.`,
  options: { url: { value: 'URL', about: 'ask the service at this address', default: 'the local database' } },
  flags: { 'allow-writes': 'also offer a tool that creates records; needs WORKFORCE_API_TOKEN' },
  examples: [
    ['workforce mcp', 'tools that read the local database'],
    ['WORKFORCE_API_TOKEN=choose-a-token workforce mcp --url https://hr.example.com --allow-writes', 'of a service'],
  ],
  run: async ({ values }) => (await import('./commands/mcp.ts')).mcp(values),
};

const completion: Command = {
  about: 'print a script with which a shell completes commands, options and values',
  more: 'The script asks "workforce completion words …" for what fits, so it stays right when workforce changes.',
  operands: [
    { name: 'SHELL', about: 'which shell it is for', choices: ['bash', 'zsh', 'fish', 'words'] },
    {
      name: 'WORD',
      about: 'for words: the command line so far; the last one is completed',
      optional: true,
      many: true,
    },
  ],
  examples: [
    ['workforce completion bash >> ~/.bashrc', 'for bash'],
    ['workforce completion zsh > ~/.zfunc/_workforce', 'for zsh, in a folder of its fpath'],
    ['workforce completion fish > ~/.config/fish/completions/workforce.fish', 'for fish'],
  ],
  run: async ({ operands: [shell, ...words] }) =>
    (await import('./commands/completion.ts')).completion(commands, shell!, words),
};

const help: Command = {
  about: 'show the commands and settings, or all about one command',
  operands: [
    { name: 'COMMAND', about: 'which one', optional: true },
    {
      name: 'RESOURCE',
      about: 'its filters or fields in full; for insight, a metric',
      optional: true,
      choices: [...resourceNames, ...metricNames],
    },
  ],
  examples: [
    ['workforce help', 'the commands, the settings and the exit codes'],
    ['workforce help export employees', 'what export takes, with examples, and the filters of employees'],
  ],
  run: async ({ operands }) => (await import('./commands/help.ts')).help(commands, ...operands),
};

const version: Command = {
  about: 'show the version',
  examples: [['workforce version', 'such as 1.0.0']],
  run: async () => say(VERSION),
};

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

export const commands: Commands = {
  serve,
  ...dataCommands,
  aggregate,
  insight,
  careers,
  ...changesCommands,
  seed,
  generate,
  migrate,
  copy,
  doctor,
  backup,
  verify,
  restore,
  import: importData,
  erase,
  webhooks,
  token,
  role,
  'audit-log': auditLog,
  mcp,
  completion,
  help,
  version,
};
