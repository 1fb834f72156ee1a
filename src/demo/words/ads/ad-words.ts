// What the texts of job advertisements are made of, in one language.

export type DepartmentWords = {
  /** Why the work matters: the first sentences of the advertisement. */
  readonly mission: readonly string[];
  readonly duties: readonly string[];
  readonly needs: readonly string[];
};

/** The lists are as long as those of the other languages and say the same in the same order: some jobs are advertised
 * in two. */
export type AdWords = {
  readonly headings: Readonly<Record<'duties' | 'offers' | 'steps' | 'needs', string>>;
  /** By the name of the department. */
  readonly departments: Readonly<Record<string, DepartmentWords>>;
  /** What is asked of juniors, and of all others. {one} and {two}: skills. */
  readonly interest: string;
  readonly mastery: string;
  /** By the English names, as they stand in those sentences. What is missing here is called the same. */
  readonly skills: Readonly<Record<string, string>>;
  /** By level, from intern to lead. */
  readonly scope: readonly string[];
  readonly experience: readonly string[];
  /** By the policy for remote work. {city}. */
  readonly policies: Readonly<Record<string, string>>;
  /** By the form of contract. None for the usual one. */
  readonly contracts: Readonly<Record<string, string>>;
  /** How people work together. */
  readonly ways: readonly string[];
  readonly offers: readonly string[];
  /** What happens at a stage of the selection. */
  readonly steps: Readonly<Record<string, string>>;
  readonly closing: readonly string[];
  /** Says, below the text of another language, that the one in this language is next. */
  readonly follows: string;
};
