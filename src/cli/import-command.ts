// The entry of `import` in the table of commands. It has many options, because nobody's file looks like ours.
import { catalogue } from '../catalogue/catalogue.ts';
import { canBeMade } from '../jobs/import/natural-keys.ts';
import type { Command } from './options/command.ts';
import { resourceNames } from './options/resource-options.ts';

export const importData: Command = {
  about: 'fill the database from CSV, Excel or NDJSON files, all of it or nothing',
  more: `Every row is looked at before anything is kept, and every fault named with its line. Exit code 4: rows were
refused, or the file cannot be read; 2: the options or the mapping file cannot be used. docs/guides/own-data.md goes the
whole way, docs/guides/any-file.md from the exports of other systems: encoding, delimiter, header, dates and numbers are
recognised where they leave no doubt, and what was recognised is said. A file with just our own names is read strictly.`,
  operands: [
    {
      name: 'SOURCE',
      about: 'a folder of files such as employees.csv, or a workbook of sheets, named after resources; or a resource',
      optional: true,
    },
    { name: 'FILE', about: 'the file of the resource; - is the standard input', optional: true },
  ],
  options: {
    format: { about: 'what the file is', choices: ['csv', 'xlsx', 'ndjson'], default: 'by its name' },
    sheet: {
      value: 'NAME',
      about: 'the sheet of a workbook, or its number',
      default: 'the first with something in it',
    },
    map: {
      value: 'COLUMN=FIELD',
      about:
        'the field of a column, once for each of several; FIELD.NAME finds the record of a reference, as in Abteilung=dept_id.name; or a .json file',
      default: 'columns named like fields',
      many: true,
    },
    'leave-out': {
      value: 'COLUMN=VALUE',
      about: 'leave out the rows that have this text in a column; once for each text',
      many: true,
    },
    default: { value: 'FIELD=VALUE', about: 'what a missing cell or column stands for', many: true },
    'create-missing': {
      value: 'RESOURCE',
      about: 'make the records that are named and not there; for those that need no more than a name',
      choices: catalogue.filter(canBeMade).map(({ name }) => name),
      many: true,
    },
    delimiter: {
      value: 'SIGN',
      about: 'what is between cells: one character, or comma, semicolon, tab, pipe',
      default: 'recognised',
    },
    encoding: { value: 'NAME', about: 'such as utf-8, utf-16le, windows-1252, shift_jis', default: 'recognised' },
    'date-format': {
      value: 'FORMAT',
      about:
        'such as dd.mm.yyyy or mm/dd/yyyy; mmm is the name of a month, excel the number of a spreadsheet; once for each form',
      default: 'recognised',
      many: true,
    },
    decimal: { about: 'what is before decimals', choices: ['comma', 'point'], default: 'recognised' },
    header: { value: 'NAMES', about: 'the names of the columns, as in code,first_name, where the file has no header' },
    'skip-lines': { value: 'N', about: 'how many lines are before the header', default: 'recognised' },
    source: {
      value: 'NAME',
      about:
        'the system whose ids the file has, in a column mapped to source_id or to a reference such as candidate_id.source_id',
    },
    suggest: {
      value: 'MAPPING',
      about: 'write a mapping file (.json) for the file, to be edited and given to --map, and import nothing',
    },
    key: { value: 'FIELD', about: 'with --update: the field that says which record a row is about', default: 'id' },
    template: { value: 'RESOURCE', about: 'print an empty CSV to fill in, and import nothing', choices: resourceNames },
  },
  flags: {
    'ignore-unknown': 'leave out columns that are not mapped',
    'empty-unknown': 'leave references to records that are not there empty, where they may be',
    'dry-run': 'check only, and show the first rows as they would be stored; with --update, what would change',
    update: 'change records that are there, and add those that are not; the rest stays',
    'skip-invalid': 'go on without the rows that are refused',
    'add-erased': 'also add people who were erased',
    'keep-demo': 'import into a database that holds demo data, beside it',
    json: 'print faults and the summary as JSON, for machines',
  },
  examples: [
    ['workforce import exported --dry-run', 'checks all files of a folder'],
    ['workforce import exported', 'imports them together, so that they may refer to each other'],
    ['workforce import candidates people.csv --skip-invalid', 'one file, without its bad rows'],
    ['workforce import employees staff.xlsx --sheet Staff --dry-run', 'a sheet of a workbook'],
    ['workforce import employees staff.csv --map mapping.json --dry-run', 'the export of another system'],
    ['workforce import employees staff.csv --suggest mapping.json', 'writes that mapping, to be edited'],
    ['workforce import departments teams.csv --map "Abteilung=name" --ignore-unknown', 'a simple one'],
    ['workforce import employees next.csv --update --key code --dry-run', "what next month's file would change"],
    ['workforce import --template employees > employees.csv', 'an empty file to fill in'],
  ],
  run: async (args) => (await import('./commands/import.ts')).importFiles(args),
};
