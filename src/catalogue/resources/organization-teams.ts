// Organization teams: how an organization is divided.
import { field, resource } from '../resource.ts';

export const organizationTeams = resource('organization-teams', {
  schema: 'OrganizationTeam',
  one: 'organization team',
  many: 'organization teams',
  about: 'How an organization is divided: a tree of teams, each perhaps tied to a country or a department.',
  label: ['name'],
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
