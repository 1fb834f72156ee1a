// Candidates: people who might be hired.
import { field, resource } from '../resource.ts';

export const candidates = resource('candidates', {
  schema: 'Candidate',
  one: 'candidate',
  many: 'candidates',
  about:
    'People who applied, were referred or were found: who they are, what they do now, and how they came to us. What they applied for is in applications.',
  label: ['first_name', 'last_name'],
  shown: {
    group: 'Hiring',
    columns: ['headline', 'location', 'current_employer', 'years_experience', 'source', 'status', 'created'],
    icon: 'M6.5 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM2 13.5c.3-2.6 2.2-4 4.5-4 1.2 0 2.2.4 3 1M12 9.5v4M10 11.5h4',
  },
  fields: {
    id: field('id', 'Identifies the candidate.'),
    first_name: field('name', 'Given name.'),
    last_name: field('name', 'Family name.'),
    email: field('key', 'Private e-mail address.'),
    phone: field('name', 'Telephone number in international form.', { sort: false }),
    location: field('word', 'Where they live, named by its city.'),
    headline: field('name', 'One line about them, in their words.', { sort: false }),
    current_title: field('name', 'What they are now.', { sort: false }),
    current_employer: field('name', 'Where they work now.', { sort: false }),
    years_experience: field('number', 'Years of relevant work.'),
    linkedin_url: field('url', 'Their public profile.'),
    source: field('word', 'How they came.', {
      words: ['career_site', 'job_board', 'referral', 'sourced', 'social', 'agency', 'event'],
    }),
    referred_by: field('reference', 'The employee who recommended them; set when `source` is referral.', {
      to: 'employees',
    }),
    consent_at: field('date', 'When they agreed to their data being kept.'),
    status: field('word', 'Where they stand overall.', {
      words: ['new', 'active', 'hired', 'rejected', 'withdrawn', 'archived'],
      required: true,
    }),
    notes: field('prose', 'What recruiters noted.'),
    created: field('date', 'When the record was made.'),
  },
});
