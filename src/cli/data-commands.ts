// The commands that read or create records, in the local database or through a service elsewhere. Each is one request.
import { LIMIT, OFFSET } from '../contract/limits.ts';
import { ranges } from '../contract/request/conditions.ts';
import type { Command, Option } from './options/command.ts';
import { creatableNames, importedInstead, resourceNames } from './options/resource-options.ts';

export const RESOURCE = { name: 'RESOURCE', about: `one of ${resourceNames.join(', ')}`, choices: resourceNames };
const ID = { name: 'ID', about: 'the id of the record' };

export const endpoint: Readonly<Record<string, Option>> = {
  url: { value: 'URL', about: 'ask the service at this address', default: 'the local database' },
  'token-file': {
    value: 'FILE',
    about: 'a file with the token for --url; never the token itself, which others could see',
    default: 'WORKFORCE_API_TOKEN',
  },
};

const fields: Option = {
  value: 'a,b',
  names: 'fields',
  about: 'only these fields; dept_id.name is one of what a reference names',
  default: 'all',
};
const headings: Option = {
  value: 'A,B',
  about: 'what stands above the columns of csv and xlsx, one for each of --fields, in whose order they then are',
  default: 'the names of the fields',
};
const expand: Option = {
  value: 'a,b',
  names: 'expand',
  about: 'the records that these references name, too',
  default: 'none',
};

export const selection = {
  q: { value: 'TEXT', about: 'only records in which every word occurs' },
  sort: {
    value: 'a,-b',
    names: 'sort',
    about: 'in the order of these fields, with a minus from the end',
    default: 'id',
  },
} as const satisfies Readonly<Record<string, Option>>;

export const shownAs: Option = {
  value: 'FORMAT',
  about: 'how they are shown',
  default: 'table',
  choices: ['table', 'json', 'csv', 'xlsx', 'ndjson'],
};

/** For people who run the database. */
export const explained = { explain: 'instead, how the local database would find, order and answer it' };

export const LOCAL = `Without --url it is the database that WORKFORCE_DATA or DATABASE_URL names, and nothing has to be running;
who can read that database needs no token.`;
export const FILTERS = `Filters are options too: --status active, given again for any of several, null for a missing value. An
operator goes behind the name: --status.ne active for all others; ${ranges.map((each) => `.${each}`).join(', ')} to compare, as in
--days.gt 5; the same with _or_null to find missing values too; .weekday 1 for Mondays, .month_of_year 3
for March. Behind a reference go the filters of what it leads to: --employee_id.branch London. Their names
follow from the resource.`;

const list: Command = {
  about: 'show records: filtered, searched, sorted, a page at a time',
  more: `${FILTERS}
${LOCAL}
The table is for people and may change; --json and --format are for machines and do not.`,
  operands: [RESOURCE],
  perResource: 'filters',
  options: {
    ...selection,
    fields,
    headings,
    expand,
    limit: { value: 'N', about: `how many, ${LIMIT.minimum} to ${LIMIT.maximum}`, default: String(LIMIT.default) },
    offset: { value: 'N', about: 'how many to skip', default: String(OFFSET.default) },
    format: shownAs,
    ...endpoint,
  },
  flags: { json: "the service's JSON as it is: the same as --format json", ...explained },
  examples: [
    ['workforce list employees --status active --branch London', 'a table'],
    [
      'workforce list applications --stage interview --stage offer --sort -applied_on',
      'any of two stages, newest first',
    ],
    ['workforce list jobs --without applications', 'jobs without applications'],
    ['workforce list attendance --status absent --employee_id.branch London', 'by a field of the employees'],
    ['workforce list employees --termination_date.gte_or_null 2026-01-01', 'a day from then on, or none'],
    ['workforce list candidates --q "engineer berlin" --fields id,first_name,email --json', 'for a script'],
    ['workforce list leave --from_date.gte 2026-01-01 --url https://hr.example.com', 'from a service elsewhere'],
  ],
  run: async (args) => (await import('./commands/records/read.ts')).list(args),
};

const get: Command = {
  about: 'show one record',
  more: LOCAL,
  operands: [RESOURCE, ID],
  options: { fields, expand, ...endpoint },
  flags: { json: "the service's JSON as it is" },
  examples: [
    ['workforce get employees 7', 'a line for each field'],
    ['workforce get applications 12 --expand candidate_id,job_id --json', 'with candidate and job'],
  ],
  run: async (args) => (await import('./commands/records/read.ts')).get(args),
};

const create: Command = {
  about: 'create a record, from options or from JSON',
  more: `${LOCAL}
A service asks for its token: it comes from WORKFORCE_API_TOKEN or --token-file.`,
  operands: [
    {
      ...RESOURCE,
      about: `one of ${creatableNames.join(', ')}`,
      choices: creatableNames,
      instead: importedInstead,
    },
  ],
  perResource: 'fields',
  options: {
    data: { value: 'JSON', about: 'the record as JSON instead of options; @FILE reads a file, - the standard input' },
    'idempotency-key': { value: 'KEY', about: 'a text of yours: sent again with the same one, it is created once' },
    ...endpoint,
  },
  flags: { json: "the service's JSON as it is" },
  examples: [
    ['workforce create leave --employee_id 7 --leave_type annual --from_date 2026-12-21 --days 3', 'from options'],
    ['workforce create organizations --data \'{"name": "Harbour Foods", "slug": "harbour-foods"}\'', 'from JSON'],
    ['workforce create leave --data @leave.json --url https://hr.example.com --idempotency-key a1', 'may be repeated'],
  ],
  run: async (args) => (await import('./commands/records/create.ts')).create(args),
};

const exportAll: Command = {
  about: 'write all records that fit, to a file or the standard output',
  more: `${FILTERS}
The file gets its name when it is whole; until then it is FILE.part. Only its owner may read it. The ending of its name
says what is written: .csv, .xlsx, .ndjson, .jsonl or .json; --format counts more. Any number of records takes the same memory.
${LOCAL}`,
  operands: [RESOURCE],
  perResource: 'filters',
  options: {
    ...selection,
    fields,
    headings,
    expand: { ...expand, about: 'the records that these references name, too; not in csv and xlsx' },
    format: {
      value: 'FORMAT',
      about: 'how they are written',
      default: 'by the name of FILE, or csv',
      choices: ['csv', 'xlsx', 'ndjson', 'json'],
    },
    output: { short: 'o', value: 'FILE', about: 'where to; - is the standard output', default: 'the standard output' },
    ...endpoint,
  },
  flags: { force: 'put it in the place of a file that is there' },
  examples: [
    ['workforce export employees -o employees.xlsx', 'all of them, for Excel'],
    ['workforce export employees --fields id,last_name,dept_id.name -o names.csv', 'with names instead of ids'],
    [
      'workforce export employees --fields last_name,dept_id.name --headings Name,Department -o list.xlsx',
      'with headings of your own',
    ],
    ['workforce export employees -o employees.ndjson', 'a line of JSON for each'],
    ['workforce export candidates --status active --format ndjson | gzip > candidates.ndjson.gz', 'in a pipe'],
    [
      'workforce export attendance --att_date.gte 2026-01-01 -o 2026.csv --url https://hr.example.com',
      'from elsewhere',
    ],
  ],
  run: async (args) => (await import('./commands/records/export.ts')).exportAll(args),
};

export const dataCommands = { list, get, create, export: exportAll };
