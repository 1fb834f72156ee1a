// The operations that are made of many records at once, for the OpenAPI document: how many there are of each
// resource, and who reports to whom.
import { countText, LIMIT, OFFSET, ORG_CHART } from '../../limits.ts';
import { answer, answers, READ_FAILURES, READ_HEADERS } from '../answers.ts';
import { query, readHeaders } from '../parameters.ts';
import { byName, flag, type Json, list, object, orNull, reference, whole } from '../schemas.ts';

const ORG_PARAMETERS: Json[] = [
  query('root', 'The id of a person: what is below them; not together with `to`. Without it, from the top.', {
    type: 'integer',
    minimum: 1,
  }),
  query('to', 'The id of a person: the way from the top to them, with those beside it, and what is below them.', {
    type: 'integer',
    minimum: 1,
  }),
  query('depth', `Levels below. An answer has about ${countText(ORG_CHART.people)} people at most.`, {
    type: 'integer',
    ...ORG_CHART.depth,
  }),
  query('limit', 'Of those who report to the same person.', { type: 'integer', ...LIMIT }),
  query('offset', 'Of those on the first level.', { type: 'integer', ...OFFSET }),
];

export const overviewPaths = (): Json => ({
  '/v1/org-chart': {
    get: {
      operationId: 'getOrgChart',
      summary: 'Who reports to whom',
      description:
        'A part of the tree of the people who are employed today, with the exact sizes of all branches. Takes `q` and all filters of employees too: then the tree is that of the people found. Whoever has a manager who is not among them, or who is in a circle of managers, is at the top.',
      tags: ['overview'],
      parameters: [...ORG_PARAMETERS, ...readHeaders],
      responses: {
        200: answer('The part of the tree.', reference('OrgChart'), READ_HEADERS),
        ...answers({ ...READ_FAILURES, 401: 'Unauthorized', 404: 'NotFound' }),
      },
    },
  },
  '/v1/totals': {
    get: {
      operationId: 'getTotals',
      summary: 'How many records there are',
      description: 'The totals of the lists of all resources that you may read, by their names.',
      tags: ['overview'],
      parameters: readHeaders,
      responses: {
        200: answer('The totals.', reference('Totals'), READ_HEADERS, { data: { employees: 240, departments: 12 } }),
        ...answers(READ_FAILURES),
      },
    },
  },
});

const name: Json = { type: ['string', 'null'] };

const orgPerson = object('A person in the tree.', {
  ...{ id: { type: 'integer' }, first_name: name, last_name: name, designation: name },
  reports_to: orNull('integer', 'The id of a person; null at the top.'),
  place: whole('Among those who report to the same person, from 1.'),
  level: whole('1 at the top.'),
  direct_reports: whole('How many report to them.'),
  all_reports: whole('How many are below them, on all levels.'),
  open_roles: orNull('integer', 'Jobs that they hire for; null where you may not know.'),
  in_circle: flag('One of people who are managers of one another.'),
});

export const overviewSchemas: Json = {
  OrgChart: object('A part of who reports to whom.', {
    data: list(orgPerson, 'Level by level: the largest branches first, then by name.'),
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
  Totals: object('How many records there are.', {
    data: byName('By names of resources.', { type: 'integer' }),
  }),
};
