// Applications: a candidate in the pipeline of an opening.
import { field, resource } from '../resource.ts';

export const applications = resource('applications', {
  schema: 'Application',
  one: 'application',
  many: 'applications',
  about:
    'A candidate in the pipeline of a job opening: how far they have come (`stage`), and whether it goes on (`status`). A rejection is a status with a reason; the stage stays where it happened.',
  shown: {
    group: 'Hiring',
    key: 'a',
    columns: ['candidate_id', 'job_id', 'stage', 'status', 'rating', 'applied_on', 'stage_entered_on'],
    icon: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3M6 8.5h4M6 11h4',
  },
  fields: {
    id: field('id', 'Identifies the application.'),
    candidate_id: field('reference', 'Who applies.', { to: 'candidates', required: true, create: 'required' }),
    job_id: field('reference', 'The opening they apply for.', { to: 'jobs', required: true, create: 'required' }),
    stage: field('word', 'How far they have come: any text, `applied` when omitted.', {
      words: ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'],
      required: true,
      create: 'optional',
      default: 'applied',
    }),
    status: field('word', 'Whether it goes on: any text, `active` when omitted.', {
      words: ['active', 'rejected', 'hired', 'withdrawn'],
      required: true,
      create: 'optional',
      default: 'active',
    }),
    applied_on: field('date', 'When they applied; today (UTC) when omitted.', {
      create: 'optional',
      default: (_, now) => now.slice(0, 10),
      defaultFor: 'create',
    }),
    stage_entered_on: field(
      'date',
      'When the present stage was reached; when omitted, `applied_on` of an active application at the stage `applied`, otherwise not known.',
      {
        create: 'optional',
        default: ({ stage, status, applied_on }) =>
          stage === 'applied' && status === 'active' ? (applied_on ?? null) : null,
        defaultFor: 'create',
      },
    ),
    rating: field('number', 'How the interviewers rate them; the demo data goes from 1 to 5.', { create: 'optional' }),
    rejection_reason: field('prose', 'Why it ended.', {
      words: ['not_qualified', 'position_filled', 'compensation', 'accepted_other_offer', 'no_show'],
      create: 'optional',
      filter: 'value',
    }),
    created: field('date', 'When the record was made.', { default: (_, now) => now }),
  },
});
