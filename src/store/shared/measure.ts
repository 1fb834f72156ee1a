// Numbers that a part of the service reports about itself, for the metrics.
export type Measure = {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
};

/** Both engines write creates that arrive together in one commit. */
export const commitMeasures = (commits: number, writes: number): Measure[] => [
  measure('counter', 'workforce_commits_total', 'Commits of creates; several creates may share one.', commits),
  measure('counter', 'workforce_creates_total', 'Creates in those commits.', writes),
];

export const measure = (
  type: Measure['type'],
  name: string,
  help: string,
  value: number | Measure['samples'],
): Measure => ({ type, name, help, samples: typeof value === 'number' ? [{ value }] : value });
