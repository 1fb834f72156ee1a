// Organizations: the legal or commercial units that hire.
import { field, resource } from '../resource.ts';

export const organizations = resource('organizations', {
  schema: 'Organization',
  one: 'organization',
  many: 'organizations',
  about: 'The units that hire under their own name. Brands and teams belong to one.',
  label: ['name'],
  unique: [['slug']],
  shown: {
    group: 'Enterprise',
    few: true,
    columns: ['slug', 'default_locale', 'timezone', 'created'],
    icon: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM2.5 8h11M8 2.5c2 2 2 9 0 11M8 2.5c-2 2-2 9 0 11',
  },
  fields: {
    id: field('id', 'Identifies the organization.'),
    name: field('name', 'What it is called.', { required: true, create: 'required' }),
    slug: field('slug', 'Its name in addresses; no other organization has the same.', {
      required: true,
      create: 'required',
    }),
    default_locale: field('locale', 'Language its texts are in unless stated otherwise; `en` when omitted.', {
      required: true,
      create: 'optional',
      default: 'en',
      index: false,
    }),
    timezone: field('timezone', 'The IANA time zone it works in, such as `Europe/Berlin`; `UTC` when omitted.', {
      required: true,
      create: 'optional',
      default: 'UTC',
    }),
    settings_json: field('json', 'Settings of its own, a JSON document carried as a string.', { create: 'optional' }),
    created: field('date', 'When the record was made.', { required: true, default: (_, now) => now }),
  },
});
