// A distribution with all that it leads to, and how to apply for its job.
import type { Value } from '../../catalogue/kinds.ts';
import { objectIn } from '../../contract/request/strict-json.ts';
import type { Marks } from '../../store/store.ts';
import { safeUrl } from '../addresses.ts';
import { visibilityOf } from '../visibility.ts';
import { type Distribution, type Job, type Reader, type Site, textOf } from './reader.ts';

export type Posting = Awaited<ReturnType<typeof postingOf>>;

export async function postingOf(
  { cached }: Reader,
  { site, distribution, job }: { readonly site: Site; readonly distribution: Distribution; readonly job: Job },
  marks: Marks,
  now: string,
) {
  const brand = await cached('brands', distribution.brand_id, marks);
  const organization = await cached('organizations', brand?.organization_id, marks);
  return {
    ...{ site, distribution, job, brand, organization },
    department: textOf((await cached('departments', job.dept_id, marks))?.name),
    visibility: visibilityOf({ distribution, job, site, brand, organization }, now),
    locale: String(distribution.locale),
    publishedAt: textOf(distribution.published_at),
    /** Of the job; the last part of its path where it has none. */
    title: textOf(job.title) ?? String(distribution.slug),
    code: textOf(job.code),
    place: textOf(job.location),
    policy: textOf(job.remote_policy),
    type: textOf(job.employment_type),
    pay: { min: numberOf(job.comp_min), max: numberOf(job.comp_max), currency: textOf(job.currency) },
  };
}

export type Pay = { readonly min: number | null; readonly max: number | null; readonly currency: string | null };

const numberOf = (value: Value): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const EMAIL = /^[^\s@<>"',;:()[\]\\]+@[A-Za-z0-9.-]+$/;

/** The address of an application, from the settings of the brand, else from those of its organization: a page, or mail
 * with the subject; `undefined` where there is none. */
export const applyAddress = ({ brand, organization }: Posting, subject: string): string | undefined =>
  applyIn(brand?.settings_json, subject) ?? applyIn(organization?.settings_json, subject);

function applyIn(settings: unknown, subject: string): string | undefined {
  if (typeof settings !== 'string' || !settings.includes('apply_')) return undefined;
  const { apply_url: url, apply_email: mail } = objectIn(settings) ?? {};
  const safe = safeUrl(url);
  if (safe !== undefined) return safe;
  if (typeof mail !== 'string' || !mail.isWellFormed() || !EMAIL.test(mail)) return undefined;
  return `mailto:${encodeURI(mail).replace(/[?&#]/g, encodeURIComponent)}?subject=${encodeURIComponent(subject)}`;
}
