// A distribution with all that it leads to, and how to apply for its job.
import type { Marks } from '../../store/store.ts';
import { safeUrl } from '../addresses.ts';
import { type Visibility, visibilityOf } from '../visibility.ts';
import {
  type Brand,
  type Distribution,
  type Job,
  type Organization,
  type Reader,
  type Site,
  textOf,
} from './reader.ts';

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
  { cached }: Reader,
  { site, distribution, job }: Pick<Posting, 'site' | 'distribution' | 'job'>,
  marks: Marks,
  now: string,
): Promise<Posting> {
  const brand = await cached('brands', distribution.brand_id, marks);
  const organization = await cached('organizations', brand?.organization_id, marks);
  const department = textOf((await cached('departments', job.dept_id, marks))?.name);
  const visibility = visibilityOf({ distribution, job, site, brand, organization }, now);
  return { site, distribution, job, brand, organization, department, visibility };
}

const EMAIL = /^[^\s@<>"',;:()[\]\\]+@[A-Za-z0-9.-]+$/;

/** The address of an application, from the settings of the brand, else from those of its organization: a page, or mail
 * with the subject; `undefined` where there is none. */
export const applyAddress = ({ brand, organization }: Posting, subject: string): string | undefined =>
  applyIn(brand?.settings_json, subject) ?? applyIn(organization?.settings_json, subject);

function applyIn(settings: unknown, subject: string): string | undefined {
  if (typeof settings !== 'string' || !settings.includes('apply_')) return undefined;
  try {
    const { apply_url: url, apply_email: mail } = JSON.parse(settings) ?? {};
    const safe = safeUrl(url);
    if (safe !== undefined) return safe;
    if (typeof mail !== 'string' || !EMAIL.test(mail)) return undefined;
    return `mailto:${encodeURI(mail).replace(/[?&#]/g, encodeURIComponent)}?subject=${encodeURIComponent(subject)}`;
  } catch {
    return undefined;
  }
}
