// The values of jobs that have words of their own in every language. Any other text is shown as it is.
export const policies = ['on_site', 'hybrid', 'remote'] as const;
export type Policy = (typeof policies)[number];

export const types = ['full_time', 'part_time', 'contract', 'temporary', 'intern'] as const;
export type Type = (typeof types)[number];
