// Job openings: positions to be filled.
import { field, resource } from '../resource.ts';

export const jobs = resource('jobs', {
  schema: 'JobOpening',
  one: 'job opening',
  many: 'job openings',
  about:
    'Positions to be filled: what the work is, where, for how much, how many people are wanted and how many were hired. Candidates reach an opening through applications, readers through job distributions.',
  label: ['title'],
  shown: {
    group: 'Hiring',
    key: 'j',
    columns: ['code', 'dept_id', 'location', 'headcount', 'filled', 'opened_on', 'target_date', 'status'],
    icon: 'M2.5 5.5h11v8h-11zM6 5.5v-2h4v2',
  },
  fields: {
    id: field('id', 'Identifies the opening.'),
    code: field('key', 'The requisition number people use, such as `JOB-2026-017`.'),
    title: field('name', 'Title of the position.', { required: true }),
    dept_id: field('reference', 'The department that hires.', { to: 'departments' }),
    hiring_manager_id: field('reference', 'The employee who decides.', { to: 'employees' }),
    headcount: field('count', 'How many people are wanted.', { required: true, default: 1 }),
    filled: field('count', 'How many have been hired; never more than `headcount`.', {
      required: true,
      default: 0,
    }),
    comp_min: field('number', 'Lower end of the yearly pay band, in `currency`.', { currency: 'currency' }),
    comp_max: field('number', 'Upper end of the yearly pay band, in `currency`.', { currency: 'currency' }),
    currency: field('word', 'ISO 4217 code of the pay band, such as `EUR`.'),
    location: field('word', 'Where the work is, named by its city.'),
    remote_policy: field('word', 'How much of it can be done elsewhere.', { words: ['on_site', 'hybrid', 'remote'] }),
    employment_type: field('word', 'The form of contract, as with employees.', { wordsOf: 'employees' }),
    status: field('word', 'Hiring state.', {
      words: ['draft', 'open', 'on_hold', 'filled', 'closed', 'cancelled'],
      required: true,
    }),
    description: field('prose', 'What the job is about, for candidates to read.'),
    requirements: field('prose', 'What candidates should bring.'),
    stages_json: field('json', 'The pipeline as a JSON array of stage names in order, carried as a string.', {
      // Jobs with the same stages are compared with one another.
      filter: 'value',
    }),
    opened_on: field('date', 'When hiring began.'),
    target_date: field('date', 'When the position should be filled.'),
    created: field('date', 'When the record was made.'),
  },
});
