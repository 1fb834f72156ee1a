// How to apply: from the settings of the brand, else from those of its organization.
import { safeUrl } from '../addresses.ts';
import type { Brand, Organization } from './reader.ts';

const EMAIL = /^[^\s@<>"',;:()[\]\\]+@[A-Za-z0-9.-]+$/;

/** The address of an application: a page, or mail with the subject; `undefined` where there is none. */
export function applyAddress(
  { brand, organization }: { readonly brand?: Brand | undefined; readonly organization?: Organization | undefined },
  subject: string,
): string | undefined {
  return applyIn(brand?.settings_json, subject) ?? applyIn(organization?.settings_json, subject);
}

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
