// The values of jobs that have words of their own in every language. Any other text is shown as it is.
export const policies = ['on_site', 'hybrid', 'remote'] as const;
export type Policy = (typeof policies)[number];

export const types = ['full_time', 'part_time', 'contract', 'temporary', 'intern'] as const;
export type Type = (typeof types)[number];

/** The word for a value in a table; `undefined` for a value that has none. */
export const wordIn = (table: Readonly<Record<string, string>>, value: string | null): string | undefined =>
  value !== null && Object.hasOwn(table, value) ? table[value] : undefined;
