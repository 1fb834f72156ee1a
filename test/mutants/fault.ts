// A fault that tests have to notice: one that somebody could make.
export type Fault = {
  /** From the root of the repository. */
  readonly file: string;
  /** As it is, exactly once in the file; a part of a line, or several. */
  readonly line: string;
  readonly changed: string;
  /** The test files that have to notice it, in the order in which they are run. */
  readonly tests: readonly string[];
  /** What is then wrong, for people; without it the change says it. */
  readonly what?: string;
  /** Why no test can notice it. */
  readonly explained?: string;
};

/** Whether the text is in the file exactly once. */
export const fits = (file: string, line: string): boolean => file.split(line).length === 2;

export const partOf = ({ file }: Pick<Fault, 'file'>): 'server' | 'console' =>
  file.startsWith('console/') ? 'console' : 'server';

/** Faults of a file of the console. */
export const consoleFault = (
  file: string,
  test: string,
  ...changes: readonly (readonly [line: string, changed: string])[]
): Fault[] =>
  changes.map(([line, changed]) => ({ file: `console/src/${file}`, line, changed, tests: [`test/console/${test}`] }));
