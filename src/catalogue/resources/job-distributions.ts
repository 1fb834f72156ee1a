// Job distributions: an opening shown on a career site.
import { field, resource } from '../resource.ts';

export const jobDistributions = resource('job-distributions', {
  schema: 'JobDistribution',
  one: 'job distribution',
  many: 'job distributions',
  about: 'An opening shown on a career site, in one language, under one address, perhaps with a brand of its own.',
  label: ['slug'],
  unique: [['career_site_id', 'locale', 'slug']],
  shown: {
    group: 'Enterprise',
    short: 'distributions',
    columns: ['job_posting_id', 'career_site_id', 'brand_id', 'locale', 'status', 'published_at'],
    icon: 'M3.5 8a1.5 1.5 0 1 0 0-.01M12 5a1.5 1.5 0 1 0 0-.01M12 12.5a1.5 1.5 0 1 0 0-.01M5 7.5l5.5-2.5M5 8.5l5.5 3',
  },
  fields: {
    id: field('id', 'Identifies the distribution.'),
    job_posting_id: field('reference', 'The opening that is shown.', {
      to: 'jobs',
      required: true,
      create: 'required',
    }),
    career_site_id: field('reference', 'The site it is shown on.', {
      to: 'career-sites',
      required: true,
      create: 'required',
    }),
    brand_id: field('reference', 'The brand it is shown under.', { to: 'brands', create: 'optional' }),
    locale: field('locale', 'The language it is shown in; `en` when omitted.', {
      required: true,
      create: 'optional',
      default: 'en',
    }),
    slug: field('slug', 'Its name in addresses; once per site and locale.', { required: true, create: 'required' }),
    status: field('word', 'Whether it can be seen: any text, `draft` when omitted.', {
      words: ['draft', 'pending', 'published', 'expired', 'removed', 'failed'],
      required: true,
      create: 'optional',
      default: 'draft',
    }),
    published_at: field('date', 'When it became visible; now when omitted and `status` is published.', {
      create: 'optional',
      default: (record, now) => (record.status === 'published' ? now : null),
    }),
  },
});
