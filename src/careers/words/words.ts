// The words of career sites in one language. Each language has its file, and English says which words there are; the
// texts of records are never translated.
import type { en } from './en.ts';

/** The values of jobs that have words of their own in every language. Any other text is shown as it is. */
export type Policy = keyof typeof en.policies;
export type Type = keyof typeof en.types;

/** Texts that change with a number: the forms of the language, by the categories of Intl.PluralRules. # stands for the
 * number. */
type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** In these texts {…} stands for what is put in its place. */
export type Words = Readonly<Omit<typeof en, 'count'>> & { readonly count: Counted };

/** Puts values in the place of their names. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The word for a value in a table; `undefined` for a value that has none. */
export const wordIn = <T>(table: Readonly<Record<string, T>>, value: string | null): T | undefined =>
  value !== null && Object.hasOwn(table, value) ? table[value] : undefined;
