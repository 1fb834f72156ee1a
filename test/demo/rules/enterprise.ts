// The rules of the demo data for organizations, teams and career sites.
import { among, type Rule, repeated, rule, text } from './rule.ts';

export const enterpriseRules: readonly Rule[] = [
  rule('slugs are unique where the service asks for it', (company) => {
    const slugs = (resource: string, ...fields: string[]) =>
      repeated(
        company.of(resource).map((record) => fields.map((field) => record[field]).join(' ')),
        `the slug of ${resource}`,
      );
    return [
      ...slugs('organizations', 'slug'),
      ...slugs('career-sites', 'slug'),
      ...slugs('brands', 'organization_id', 'slug'),
      ...slugs('job-distributions', 'career_site_id', 'locale', 'slug'),
    ];
  }),
  rule('a team stands below one of the same organization that comes before it', (company) =>
    among(company, 'organization-teams', ({ id, parent_id, organization_id }) => {
      if (parent_id === null) return false;
      const above = company.find('organization-teams', parent_id);
      return Number(parent_id) >= Number(id) || above?.organization_id !== organization_id;
    }),
  ),
  rule('only live jobs are published, drafts are nowhere, and what was public has its moment', (company) =>
    among(company, 'job-distributions', ({ job_posting_id, career_site_id, status, published_at }) => {
      const shown = company.find('jobs', job_posting_id)!;
      const site = company.find('career-sites', career_site_id)!;
      const live = (shown.status === 'open' || shown.status === 'on_hold') && site.is_active === 1;
      const was = ['published', 'expired', 'removed'].includes(text(status));
      const early = was && text(published_at).slice(0, 10) < text(shown.opened_on);
      return shown.status === 'draft' || (status === 'published' && !live) || was !== (published_at !== null) || early;
    }),
  ),
];
