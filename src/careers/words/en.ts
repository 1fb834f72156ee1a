// English, which also says what the words of every language are for.

export const en = {
  skip: 'Skip to the content',
  openings: 'Openings',
  /** The title of a site in tabs and search results. */
  careersAt: 'Jobs at {name}',
  search: 'Search',
  searchHint: 'Title or place',
  place: 'Place',
  anywhere: 'Anywhere',
  department: 'Department',
  workplace: 'Workplace',
  contract: 'Contract',
  /** In a menu: no choice. */
  all: 'All',
  /** The button of the search. */
  show: 'Show openings',
  clear: 'Clear the filters',
  count: { one: '# opening', other: '# openings' },
  otherDepartment: 'Other',
  /** No job fits the search. */
  nothingFits: 'Nothing fits this search',
  nothingFitsHint: 'Try fewer words, or another place.',
  /** There is no job at all. */
  noOpenings: 'There are no openings at the moment',
  noOpeningsHint: 'Please come back later, or follow the feed: it has every new job on the day it appears.',
  pages: 'Pages',
  pageOf: 'Page {page} of {pages}',
  previous: 'Previous',
  next: 'Next',
  /** The languages that the jobs of a site are in. */
  languages: 'Languages',
  allLanguages: 'All languages',
  policies: { on_site: 'On site', hybrid: 'Hybrid', remote: 'Remote' },
  types: {
    full_time: 'Full time',
    part_time: 'Part time',
    contract: 'Contract',
    temporary: 'Temporary',
    intern: 'Internship',
  },
  pay: 'Pay',
  aYear: '{amount} a year',
  /** Only the lower end is known. */
  from: 'from {amount}',
  /** Only the upper end is known. */
  upTo: 'up to {amount}',
  posted: 'Posted',
  reference: 'Reference',
  brand: 'Company',
  /** The facts of a job, beside its text. */
  facts: 'At a glance',
  requirements: 'What you bring',
  apply: 'Apply',
  /** {name}: the person to ask, because there is no address for applications. */
  applyElsewhere: 'To apply, please contact {name} and name the reference.',
  onHold: 'This job is on hold',
  onHoldHint: 'No applications are taken at the moment. The page stays, so come back to see whether that has changed.',
  gone: 'This job is no longer open',
  goneHint: 'It was filled or taken down. Perhaps one of these suits you.',
  notFound: 'There is no such page',
  notFoundHint: 'The address may have a typing mistake, or the page was never there.',
  similar: 'Similar openings',
  allOpenings: 'All openings',
  privacy: 'Privacy',
  feed: 'RSS feed',
  /** The description of the feed of a site. */
  feedOf: 'Openings of {name}',
};
