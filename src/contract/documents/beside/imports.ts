// The operations that put in files and demo data, for the OpenAPI document.
import type { Catalogue } from '../../../catalogue/resource.ts';
import { formats } from '../../request/list-query.ts';
import { answer, answers, WRITE_FAILURES } from '../answers.ts';
import { query } from '../parameters.ts';
import { type Json, text } from '../schemas.ts';

const TEXT = { type: 'string' };
const file = { type: 'string', format: 'binary', description: 'A CSV, TSV, NDJSON or Excel file (.xlsx, .xlsm).' };
const mapping = text('A mapping file as JSON, as `workforce import --map` takes it.');
const form = {
  required: true,
  content: {
    'multipart/form-data': { schema: { type: 'object', properties: { file, mapping }, required: ['file'] } },
  },
};
const FAILURES = answers({ ...WRITE_FAILURES, 409: 'Conflict' });

const flag = (name: string, description: string): Json => query(name, description, { type: 'boolean', default: false });
const sheet = query('sheet', 'The sheet of a workbook, or its number; the first with something in it.', TEXT);

const operation = (operationId: string, summary: string, description: string, rest: Json): Json => ({
  operationId,
  summary,
  description,
  tags: ['import'],
  security: [{ bearer: [] }],
  ...rest,
});

const data = (description: string, schema: Json, others: Json = {}): Json =>
  answer(description, { type: 'object', properties: { data: schema }, required: ['data'] }, [], undefined, others);

const anything = { type: 'object', additionalProperties: true };

export function importPaths(catalogue: Catalogue): Json {
  const properties = { dry_run: { type: 'boolean' }, written: { type: 'integer' }, refused: { type: 'integer' } };
  const lines = { [formats.ndjson]: { schema: TEXT } };
  return {
    '/v1/import': {
      post: operation(
        'suggestImport',
        'Which resource and mapping fit a file',
        'Looks at the headings and first rows, and puts in nothing. The best fit comes first.',
        {
          parameters: [sheet],
          requestBody: form,
          responses: { 200: data('What fits.', { type: 'array', items: anything }), ...FAILURES },
        },
      ),
    },
    '/v1/import/{resource}': {
      post: operation(
        'importFile',
        'Put in a file',
        'The same as `workforce import`, by the same code: every row is checked, and all are stored or none. With `Accept: application/x-ndjson` the lines of `workforce import --json` come as they are said, with `{"progress":{"rows":…,"of":…}}` between them; the last is `summary` or `error`. It takes the right to create these records; for those that are only imported, the right to create all. One file at a time.',
        {
          parameters: [
            {
              name: 'resource',
              in: 'path',
              required: true,
              schema: { type: 'string', enum: catalogue.map(({ name }) => name) },
            },
            flag('dry_run', 'Checks only, and shows the first five records of each resource.'),
            flag('suggest', 'Only says which mapping fits.'),
            flag('skip_invalid', 'Goes on without the rows that are refused.'),
            flag('empty_unknown', 'Leaves references to records that are not there empty, where they may be.'),
            flag('add_erased', 'Also adds people who were erased.'),
            flag('keep_demo', 'Also into a database that holds demo data.'),
            query('create_missing', 'Resources whose missing records are made from their names.', TEXT),
            sheet,
          ],
          requestBody: form,
          responses: {
            200: data(
              'What was put in, or would be: counts, faults, each problem with its number of rows, warnings, rows that are left out, references that became empty, and with `dry_run` the first records.',
              { ...anything, properties },
              lines,
            ),
            ...FAILURES,
          },
        },
      ),
    },
    '/v1/demo': {
      post: operation('fillWithDemo', 'Fill an empty database with demo data', 'The same as `workforce seed`.', {
        responses: {
          200: data('How many records were written.', {
            type: 'object',
            properties: { written: { type: 'integer' } },
            required: ['written'],
          }),
          ...FAILURES,
        },
      }),
    },
  };
}
