// The rules of the demo data for what career sites show: languages, logos, addresses for applications and countries.
import { countryOf } from '../../../src/careers/country.ts';
import { logos } from '../../../src/careers/logos.ts';
import { among, type Company, type Rule, rule, text } from './rule.ts';

/** By language, what every text in it has. */
const HEADINGS: Readonly<Record<string, string>> = {
  en: 'What you will do:\n- ',
  de: 'Ihre Aufgaben:\n- ',
  fr: 'Vos missions\u00a0:\n- ',
};

/** The languages that the text of a job is in, in their order. */
export function languagesOf(description: unknown): string[] {
  const found = Object.entries(HEADINGS).map(([language, heading]) => [text(description).indexOf(heading), language]);
  return found
    .filter(([at]) => Number(at) >= 0)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, language]) => text(language));
}

const COUNTRY: Record<string, string> = {
  ...{ London: 'GB', Berlin: 'DE', Paris: 'FR', Dublin: 'IE', 'New York': 'US', Austin: 'US', Toronto: 'CA' },
  Sydney: 'AU',
};

/** The brand and the organization, as the career sites ask them. */
const settingsOf = (company: Company, brandId: unknown) => {
  const brand = company.find('brands', brandId)!;
  const organization = company.find('organizations', brand.organization_id)!;
  return [brand, organization].map((record) => ({ settings_json: record.settings_json! }));
};

const isLogo = (path: unknown): boolean =>
  text(path).startsWith('/careers/logos/') && Object.hasOwn(logos, text(path).slice('/careers/logos/'.length));

export const careersRules: readonly Rule[] = [
  rule('an advertisement is in a language that its text is in', (company) =>
    among(company, 'job-distributions', ({ job_posting_id, locale }) => {
      const { description } = company.find('jobs', job_posting_id)!;
      return !languagesOf(description).includes(text(locale).split('-')[0]!);
    }),
  ),
  rule('logos are among those that the service has', (company) => [
    ...among(company, 'brands', ({ logo_url, favicon_url }) => !isLogo(logo_url) || !isLogo(favicon_url)),
    ...among(company, 'career-sites', ({ logo_url }) => !isLogo(logo_url)),
  ]),
  rule('every brand has an address for applications', (company) =>
    among(company, 'brands', ({ settings_json }) => {
      const { apply_url, apply_email } = JSON.parse(text(settings_json));
      const isUrl = /^https:\/\/([a-z]+\.)+example\/[a-z/]+$/.test(apply_url);
      return isUrl === /^[a-z]+@[a-z]+\.example$/.test(apply_email);
    }),
  ),
  rule('the country of an advertised job is known, and the same by its organization', (company) => [
    ...among(company, 'job-distributions', ({ job_posting_id, brand_id }) => {
      const { location } = company.find('jobs', job_posting_id)!;
      const [brand, organization] = settingsOf(company, brand_id);
      const country = countryOf(location!, { brand, organization });
      return country === undefined || country !== COUNTRY[text(location)];
    }),
    ...among(company, 'organizations', ({ settings_json }) => {
      const places = Object.entries(JSON.parse(text(settings_json)).places);
      return places.length === 0 || places.some(([city, country]) => country !== COUNTRY[city]);
    }),
  ]),
];
