// The operations that are made of many records at once, for the OpenAPI document: how many there are of each
// resource, and who reports to whom.
import { countText, LIMIT, OFFSET, ORG_CHART } from '../../limits.ts';
import { ALWAYS, answer, answers } from '../answers.ts';
import { type Json, reference } from '../schemas.ts';

const HEADERS = ['ETag', 'Cache-Control', 'Workforce-Ignored', 'Preference-Applied'];

const READ_HEADERS: Json[] = ['if_none_match', 'prefer', 'position'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

const query = (name: string, description: string, bounds: Json): Json => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', ...bounds },
});

const ORG_PARAMETERS: Json[] = [
  query('root', 'The id of a person: what is below them; not together with `to`. Without it, from the top.', {
    minimum: 1,
  }),
  query('to', 'The id of a person: the way from the top to them, with those beside it, and what is below them.', {
    minimum: 1,
  }),
  query('depth', `Levels below. An answer has about ${countText(ORG_CHART.people)} people at most.`, ORG_CHART.depth),
  query('limit', 'Of those who report to the same person.', LIMIT),
  query('offset', 'Of those on the first level.', OFFSET),
];

export const overviewPaths = (): Json => ({
  '/v1/org-chart': {
    get: {
      operationId: 'getOrgChart',
      summary: 'Who reports to whom',
      description:
        'A part of the tree of the people who are employed today, with the exact sizes of all branches. Takes `q` and all filters of employees too: then the tree is that of the people found. Whoever has a manager who is not among them, or who is in a circle of managers, is at the top.',
      tags: ['overview'],
      parameters: [...ORG_PARAMETERS, ...READ_HEADERS],
      responses: {
        200: answer('The part of the tree.', reference('OrgChart'), undefined, ...HEADERS),
        ...answers({ 304: 'NotModified', 401: 'Unauthorized', 404: 'NotFound', 422: 'InvalidParameters', ...ALWAYS }),
      },
    },
  },
  '/v1/totals': {
    get: {
      operationId: 'getTotals',
      summary: 'How many records there are',
      description: 'The totals of the lists of all resources that you may read, by their names.',
      tags: ['overview'],
      parameters: READ_HEADERS,
      responses: {
        200: answer('The totals.', reference('Totals'), { data: { employees: 240, departments: 12 } }, ...HEADERS),
        ...answers({ 304: 'NotModified', 422: 'InvalidParameters', ...ALWAYS }),
      },
    },
  },
});

const whole = (description: string): Json => ({ type: 'integer', description });
const text: Json = { type: ['string', 'null'] };
const object = (description: string, properties: Json): Json => ({
  ...{ type: 'object', description, properties, required: Object.keys(properties) },
});

const orgPerson = object('A person in the tree.', {
  ...{ id: { type: 'integer' }, first_name: text, last_name: text, designation: text },
  reports_to: { type: ['integer', 'null'], description: 'The id of a person; null at the top.' },
  place: whole('Among those who report to the same person, from 1.'),
  level: whole('1 at the top.'),
  direct_reports: whole('How many report to them.'),
  all_reports: whole('How many are below them, on all levels.'),
  open_roles: { type: ['integer', 'null'], description: 'Jobs that they hire for; null where you may not know.' },
  in_circle: { type: 'boolean', description: 'One of people who are managers of one another.' },
});

export const overviewSchemas: Json = {
  OrgChart: object('A part of who reports to whom.', {
    data: {
      type: 'array',
      description: 'Level by level: the largest branches first, then by name.',
      items: orgPerson,
    },
    summary: object('Of all of these people.', {
      people: whole('How many there are.'),
      managers: whole('To whom somebody reports.'),
      levels: whole('From the top to the bottom.'),
      least_reports: whole('The fewest direct reports of a manager.'),
      most_reports: whole('The most direct reports of a manager.'),
      in_circles: whole('People who are managers of one another.'),
      without_their_manager: whole('At the top with a manager who is not among the people.'),
    }),
    meta: reference('PaginationMeta'),
  }),
  Totals: {
    type: 'object',
    description: 'How many records there are.',
    properties: {
      data: { type: 'object', description: 'By names of resources.', additionalProperties: { type: 'integer' } },
    },
    required: ['data'],
  },
};
