// The operations that are made of many records at once, for the OpenAPI document: how many there are of each resource.
import { ALWAYS, answer, answers } from './answers.ts';
import { type Json, reference } from './schemas.ts';

const HEADERS = ['ETag', 'Cache-Control', 'Workforce-Ignored', 'Preference-Applied'];

const READ_HEADERS: Json[] = ['if_none_match', 'prefer', 'position'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

export const overviewPaths = (): Json => ({
  '/v1/totals': {
    get: {
      operationId: 'getTotals',
      summary: 'How many records there are',
      description: 'The totals of the lists of all resources that you may read, by their names.',
      tags: ['overview'],
      security: [],
      parameters: READ_HEADERS,
      responses: {
        200: answer('The totals.', reference('Totals'), { data: { employees: 240, departments: 12 } }, ...HEADERS),
        ...answers({ 304: 'NotModified', 422: 'InvalidParameters', ...ALWAYS }),
      },
    },
  },
});

export const overviewSchemas: Json = {
  Totals: {
    type: 'object',
    description: 'How many records there are.',
    properties: {
      data: { type: 'object', description: 'By names of resources.', additionalProperties: { type: 'integer' } },
    },
    required: ['data'],
  },
};
