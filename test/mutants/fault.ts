// A fault that tests have to notice.

export type Fault = {
  /** From the root of the repository. */
  readonly file: string;
  /** It occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** The files of tests that have to fail with it. */
  readonly tests: readonly string[];
};

export type Change = readonly [from: string, to: string];

/** Faults of a file of the console. */
export const consoleFault = (file: string, test: string, ...changes: readonly Change[]): Fault[] =>
  changes.map(([from, to]) => ({ file: `console/src/${file}`, from, to, tests: [`test/console/${test}`] }));
