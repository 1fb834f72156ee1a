// The facts of a job: for its page and its picture, for search engines (JobPosting of schema.org), and for feeds.
import type { Pay, Posting } from '../records/posting.ts';
import { textOf } from '../records/reader.ts';
import { type Type, wordIn } from '../words/words.ts';
import { type Html, html, raw } from './html.ts';
import { lookOf } from './look.ts';
import { lowered, prose } from './prose.ts';
import { textsFor } from './texts.ts';

/** How others name a type of employment. */
type TypeNames = { readonly schema: string; readonly indeed: string; readonly linkedin: string };

const TYPES: Readonly<Record<Type, TypeNames>> = {
  full_time: { schema: 'FULL_TIME', indeed: 'fulltime', linkedin: 'FULL_TIME' },
  part_time: { schema: 'PART_TIME', indeed: 'parttime', linkedin: 'PART_TIME' },
  contract: { schema: 'CONTRACTOR', indeed: 'contract', linkedin: 'CONTRACT' },
  temporary: { schema: 'TEMPORARY', indeed: 'temporary', linkedin: 'TEMPORARY' },
  intern: { schema: 'INTERN', indeed: 'internship', linkedin: 'INTERNSHIP' },
};

export type Facts = ReturnType<typeof factsOf>;

export function factsOf(posting: Posting) {
  const texts = textsFor(posting.locale);
  const look = lookOf(posting.site, posting.brand);
  const { distribution, job, visibility, policy, type, pay } = posting;
  return {
    ...posting,
    texts,
    look,
    id: distribution.id as number,
    reference: posting.code ?? String(job.id),
    company: look.name,
    country: visibility.country,
    typeAt: wordIn(TYPES, type),
    /** The same in words. */
    workplace: policy && texts.policy(policy),
    contract: type && texts.type(type),
    payText: texts.pay(pay),
  };
}

/** The text of a job. Headings in the description are of the second level, those in the requirements of the third. */
export function proseOf({ job, texts: { words } }: Facts): Html {
  const [description, requirements] = [textOf(job.description), textOf(job.requirements)];
  const parts = description === null ? [] : [prose(description).text];
  if (requirements !== null) parts.push(html`<h2>${words.requirements}</h2>`.text, prose(requirements, 3).text);
  return raw(parts.join('\n'));
}

/** The facts beside a title in one line. */
export const shortFacts = ({ place, workplace, contract }: Facts): string[] =>
  [place, workplace, contract].filter((each) => each !== null);

/** As Google's rules for job postings have it. A job without a country is not marked up. */
export function jobPosting(job: Facts, text: Html, url: string, logo: string | undefined): object {
  const address = {
    '@type': 'PostalAddress',
    ...(job.place && { addressLocality: job.place }),
    addressCountry: job.country,
  };
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: lowered(text),
    ...(job.publishedAt && { datePosted: job.publishedAt }),
    hiringOrganization: { '@type': 'Organization', name: job.company, ...(logo && { logo }) },
    identifier: { '@type': 'PropertyValue', name: job.company, value: job.reference },
    ...(job.policy === 'remote'
      ? {
          jobLocationType: 'TELECOMMUTE',
          applicantLocationRequirements: { '@type': 'Country', name: job.country },
        }
      : { jobLocation: { '@type': 'Place', address } }),
    ...salaryOf(job.pay),
    ...(job.type && { employmentType: job.typeAt?.schema ?? 'OTHER' }),
    directApply: false,
    url,
  };
}

const CURRENCY = /^[A-Z]{3}$/;

function salaryOf({ min, max, currency }: Pay): object {
  if (currency === null || !CURRENCY.test(currency) || (min === null && max === null)) return {};
  const value = min !== null && max !== null && min < max ? { minValue: min, maxValue: max } : { value: (min ?? max)! };
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency,
      value: { '@type': 'QuantitativeValue', ...value, unitText: 'YEAR' },
    },
  };
}
