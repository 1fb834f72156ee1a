// Recruitment brands: names and looks under which an organization recruits.
import { field, resource } from '../resource.ts';

export const brands = resource('brands', {
  schema: 'RecruitmentBrand',
  one: 'recruitment brand',
  many: 'recruitment brands',
  about: 'The faces an organization shows to candidates: a name, a logo, colours and perhaps a domain of its own.',
  label: ['name'],
  unique: [['organization_id', 'slug']],
  shown: {
    group: 'Enterprise',
    short: 'brands',
    few: true,
    columns: ['organization_id', 'slug', 'primary_color', 'accent_color', 'custom_domain', 'updated'],
    icon: 'M3 3h5l5.5 5.5-5 5L3 8zM5.8 5.8h.01',
  },
  fields: {
    id: field('id', 'Identifies the brand.'),
    organization_id: field('reference', 'The organization it belongs to.', {
      to: 'organizations',
      required: true,
      create: 'required',
    }),
    name: field('name', 'What it is called.', { required: true, create: 'required' }),
    slug: field('slug', 'Its name in addresses; no other brand of the organization has the same.', {
      required: true,
      create: 'required',
    }),
    logo_url: field('url', 'Where its logo is.', { create: 'optional' }),
    favicon_url: field('url', 'Where its icon for browser tabs is.', { create: 'optional' }),
    primary_color: field('colour', 'Main colour.', { create: 'optional' }),
    accent_color: field('colour', 'Second colour, for buttons and links.', { create: 'optional' }),
    custom_domain: field('host', 'Host name its pages are served under.', { create: 'optional' }),
    settings_json: field('json', 'Settings of its own, a JSON document carried as a string.', { create: 'optional' }),
    created: field('date', 'When the record was made.', { required: true, default: (_, now) => now }),
    updated: field('date', 'When the record was last changed.', { required: true, default: (_, now) => now }),
  },
});
