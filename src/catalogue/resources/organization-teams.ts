// Organization teams: how an organization is divided.
import { field, resource } from '../resource.ts';

export const organizationTeams = resource('organization-teams', {
  schema: 'OrganizationTeam',
  one: 'organization team',
  many: 'organization teams',
  about: 'How an organization is divided: a tree of teams, each perhaps tied to a country or a department.',
  label: ['name'],
  shown: {
    group: 'Enterprise',
    short: 'teams',
    icon: 'M5.5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11 7.5a1.5 1.5 0 1 0 0-3M2 13c.2-2.3 1.6-3.5 3.5-3.5S8.8 10.7 9 13M11 9.5c1.6 0 2.8 1 3 3',
  },
  fields: {
    id: field('id', 'Identifies the team.'),
    organization_id: field('reference', 'The organization it belongs to.', {
      to: 'organizations',
      required: true,
      create: 'required',
    }),
    parent_id: field('reference', 'The team above it, of the same organization; null at the top.', {
      to: 'organization-teams',
      within: 'organization_id',
      create: 'optional',
    }),
    name: field('name', 'What it is called.', { required: true, create: 'required' }),
    country: field('word', 'Where it works, in the demo data as an ISO 3166 code such as `DE`.', {
      create: 'optional',
    }),
    department_id: field('reference', 'The department it is part of.', { to: 'departments', create: 'optional' }),
    settings_json: field('json', 'Settings of its own, a JSON document carried as a string.', { create: 'optional' }),
  },
});
