// A distribution with all that it leads to.
import type { Marks } from '../../store/store.ts';
import { type Visibility, visibilityOf } from '../visibility.ts';
import type { CachedRecords } from './cached-records.ts';
import type { Brand, Distribution, Job, Organization, Site } from './reader.ts';
import { textOf } from './roster.ts';

export type Posting = {
  readonly site: Site;
  readonly distribution: Distribution;
  readonly job: Job;
  readonly brand: Brand | undefined;
  readonly organization: Organization | undefined;
  readonly department: string | null;
  readonly visibility: Visibility;
};

export async function postingOf(
  recordOf: CachedRecords,
  { site, distribution, job }: Pick<Posting, 'site' | 'distribution' | 'job'>,
  marks: Marks,
  now: string,
): Promise<Posting> {
  const brand = await recordOf('brands', distribution.brand_id, marks);
  const organization = await recordOf('organizations', brand?.organization_id, marks);
  const department = textOf((await recordOf('departments', job.dept_id, marks))?.name);
  const visibility = visibilityOf({ distribution, job, site, brand, organization }, now);
  return { site, distribution, job, brand, organization, department, visibility };
}
