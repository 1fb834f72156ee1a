// JobPosting of schema.org, as Google's rules for job postings have it. A job without a country is not marked up.
import type { Pay } from '../records/roster.ts';
import { type Type, wordIn } from '../words/vocabulary.ts';
import type { Facts } from './facts.ts';
import type { Html } from './html.ts';
import { lowered } from './prose.ts';

const TYPES: Readonly<Record<Type, string>> = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  intern: 'INTERN',
};

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
    ...(job.published && { datePosted: job.published }),
    hiringOrganization: { '@type': 'Organization', name: job.company, ...(logo && { logo }) },
    identifier: { '@type': 'PropertyValue', name: job.company, value: job.reference },
    ...(job.policy === 'remote'
      ? {
          jobLocationType: 'TELECOMMUTE',
          applicantLocationRequirements: { '@type': 'Country', name: job.country },
        }
      : { jobLocation: { '@type': 'Place', address } }),
    ...salaryOf(job.pay),
    ...(job.type && { employmentType: wordIn(TYPES, job.type) ?? 'OTHER' }),
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
