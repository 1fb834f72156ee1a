// Candidates: people who might be hired.
import { field, resource } from '../resource.ts';

export const candidates = resource('candidates', {
  schema: 'Candidate',
  one: 'candidate',
  many: 'candidates',
  about:
    'People who applied, were referred or were found: who they are, what they do now, and how they came to us. What they applied for is in applications.',
  label: ['first_name', 'last_name'],
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
