// Career sites: web sites on which openings are shown to the public.
import { field, resource } from '../resource.ts';

export const careerSites = resource('career-sites', {
  schema: 'CareerSite',
  one: 'career site',
  many: 'career sites',
  about: 'The places where openings are shown to the public, with their looks and introductory texts.',
  label: ['name'],
  unique: [['slug']],
  shown: {
    group: 'Enterprise',
    few: true,
    columns: ['slug', 'headline', 'brand_color', 'custom_domain', 'is_active', 'updated'],
    icon: 'M2.5 3.5h11v9h-11zM2.5 6h11M4.5 4.8h.01M6 4.8h.01',
  },
  fields: {
    id: field('id', 'Identifies the site.'),
    name: field('name', 'What it is called.', { required: true, create: 'required' }),
    slug: field('slug', 'Its name in addresses; no other site has the same.', { required: true, create: 'required' }),
    headline: field('name', 'The line visitors see first.', { create: 'optional', sort: false }),
    introduction: field('prose', 'What visitors read about working here.', { create: 'optional' }),
    brand_color: field('colour', 'Main colour; `#1d4ed8` when omitted.', {
      required: true,
      create: 'optional',
      default: '#1d4ed8',
    }),
    accent_color: field('colour', 'Second colour; `#f59e0b` when omitted.', {
      required: true,
      create: 'optional',
      default: '#f59e0b',
    }),
    logo_url: field('url', 'Where its logo is.', { create: 'optional' }),
    privacy_policy_url: field('url', 'Where it says what happens to personal data.', { create: 'optional' }),
    custom_domain: field('host', 'Host name it is served under; set by the operator, not by a create.'),
    is_active: field('flag', '1 while visitors can see it, otherwise 0; 1 when omitted.', {
      required: true,
      create: 'optional',
      default: 1,
    }),
    created: field('date', 'When the record was made.', { required: true, default: (_, now) => now }),
    updated: field('date', 'When the record was last changed.', { required: true, default: (_, now) => now }),
  },
});
