// The words of career sites in one language. Each language has its file; the texts of records are never translated.

/** The values of jobs that have words of their own in every language. Any other text is shown as it is. */
export type Policy = 'on_site' | 'hybrid' | 'remote';
export type Type = 'full_time' | 'part_time' | 'contract' | 'temporary' | 'intern';

/** Texts that change with a number: the forms of the language, by the categories of Intl.PluralRules. # stands for the
 * number. */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** In these texts {…} stands for what is put in its place. */
export type Words = {
  readonly skip: string;
  readonly openings: string;
  /** The title of a site in tabs and search results. {name}: of the site. */
  readonly careersAt: string;
  readonly search: string;
  readonly searchHint: string;
  readonly place: string;
  readonly anywhere: string;
  readonly department: string;
  readonly workplace: string;
  readonly contract: string;
  /** In a menu: no choice. */
  readonly all: string;
  /** The button of the search. */
  readonly show: string;
  readonly clear: string;
  readonly count: Counted;
  readonly otherDepartment: string;
  /** No job fits the search. */
  readonly nothingFits: string;
  readonly nothingFitsHint: string;
  /** There is no job at all. */
  readonly noOpenings: string;
  readonly noOpeningsHint: string;
  readonly pages: string;
  /** {page} and {pages}. */
  readonly pageOf: string;
  readonly previous: string;
  readonly next: string;
  /** The languages that the jobs of a site are in. */
  readonly languages: string;
  readonly allLanguages: string;
  readonly policies: Readonly<Record<Policy, string>>;
  readonly types: Readonly<Record<Type, string>>;
  readonly pay: string;
  /** {amount}. */
  readonly aYear: string;
  /** {amount}: only the lower end is known. */
  readonly from: string;
  /** {amount}: only the upper end is known. */
  readonly upTo: string;
  readonly posted: string;
  readonly reference: string;
  readonly brand: string;
  /** The facts of a job, beside its text. */
  readonly facts: string;
  readonly requirements: string;
  readonly apply: string;
  /** {name}: the person to ask, because there is no address for applications. */
  readonly applyElsewhere: string;
  readonly onHold: string;
  readonly onHoldHint: string;
  readonly gone: string;
  readonly goneHint: string;
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly similar: string;
  readonly allOpenings: string;
  readonly privacy: string;
  readonly feed: string;
  /** {name}: of a site. The description of its feed. */
  readonly feedOf: string;
};

/** Puts values in the place of their names. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The word for a value in a table; `undefined` for a value that has none. */
export const wordIn = <T>(table: Readonly<Record<string, T>>, value: string | null): T | undefined =>
  value !== null && Object.hasOwn(table, value) ? table[value] : undefined;
