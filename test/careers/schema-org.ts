// The part of schema.org's vocabulary that markup of jobs may use, in the form in which it is published: classes, and
// the properties of each. Written down here, because tests ask no other host.

/** Each class with those that it is a special case of, and its own properties. */
const CLASSES: Readonly<Record<string, readonly [parents: string, properties: string]>> = {
  Thing: [
    '',
    'additionalType alternateName description disambiguatingDescription identifier image mainEntityOfPage name potentialAction sameAs subjectOf url',
  ],
  Intangible: ['Thing', ''],
  StructuredValue: ['Intangible', ''],
  JobPosting: [
    'Intangible',
    'applicantLocationRequirements applicationContact baseSalary datePosted directApply educationRequirements eligibilityToWorkRequirement employerOverview employmentType employmentUnit estimatedSalary experienceInPlaceOfEducation experienceRequirements hiringOrganization incentiveCompensation industry jobBenefits jobImmediateStart jobLocation jobLocationType jobStartDate occupationalCategory physicalRequirement qualifications relevantOccupation responsibilities salaryCurrency securityClearanceRequirement sensoryRequirement skills specialCommitments title totalJobOpenings validThrough workHours',
  ],
  Organization: [
    'Thing',
    'address brand contactPoint department description email foundingDate legalName location logo parentOrganization subOrganization telephone',
  ],
  Place: ['Thing', 'address containedInPlace containsPlace geo latitude longitude telephone'],
  AdministrativeArea: ['Place', ''],
  Country: ['AdministrativeArea', ''],
  PostalAddress: [
    'StructuredValue',
    'addressCountry addressLocality addressRegion postOfficeBoxNumber postalCode streetAddress',
  ],
  PropertyValue: [
    'StructuredValue',
    'maxValue measurementTechnique minValue propertyID unitCode unitText value valueReference',
  ],
  MonetaryAmount: ['StructuredValue', 'currency maxValue minValue validFrom validThrough value'],
  QuantitativeValue: ['StructuredValue', 'additionalProperty maxValue minValue unitCode unitText value valueReference'],
};

const named = (name: string) => ({ '@id': `schema:${name}` });
const wordsIn = (text: string): string[] => text.split(' ').filter(Boolean);

export const schemaOrg: object = {
  '@graph': Object.entries(CLASSES).flatMap(([name, [parents, properties]]) => [
    { ...named(name), '@type': 'rdfs:Class', 'rdfs:subClassOf': wordsIn(parents).map(named) },
    ...wordsIn(properties).map((property) => ({
      ...{ ...named(property), '@type': 'rdf:Property', 'schema:domainIncludes': named(name) },
    })),
  ]),
};
