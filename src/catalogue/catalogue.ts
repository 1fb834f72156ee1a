// The catalogue of this service: its resources, in the order in which the documents list them.
import { catalogueOf } from './catalogue-of.ts';
import type { Catalogue } from './resource.ts';
import { applications } from './resources/applications.ts';
import { attendance } from './resources/attendance.ts';
import { brands } from './resources/brands.ts';
import { candidates } from './resources/candidates.ts';
import { careerSites } from './resources/career-sites.ts';
import { departments } from './resources/departments.ts';
import { employees } from './resources/employees.ts';
import { jobDistributions } from './resources/job-distributions.ts';
import { jobs } from './resources/jobs.ts';
import { leave } from './resources/leave.ts';
import { organizationTeams } from './resources/organization-teams.ts';
import { organizations } from './resources/organizations.ts';

export const catalogue: Catalogue = catalogueOf([
  employees,
  departments,
  leave,
  attendance,
  jobs,
  candidates,
  applications,
  organizations,
  brands,
  careerSites,
  organizationTeams,
  jobDistributions,
]);
