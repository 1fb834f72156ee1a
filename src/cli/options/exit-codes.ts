// How a command ends: all exit codes, and the errors that lead to them.
export const exitCodes = {
  fine: { code: 0, about: 'it is done' },
  failed: { code: 1, about: 'it failed, or a setting cannot be used' },
  usage: { code: 2, about: 'the command line is not one that can be run' },
  missing: { code: 3, about: 'there is no such record' },
  invalid: { code: 4, about: 'the values or parameters were refused; every fault is named' },
  unavailable: { code: 5, about: 'the service or its database did not answer, or not to the end: try again' },
  forbidden: { code: 6, about: 'the token is missing or wrong, or writing is switched off' },
  interrupted: { code: 130, about: 'a signal ended it (Ctrl-C)' },
} as const;

export type Ending = keyof typeof exitCodes;

/** Ends the command. The lines of its message are printed, without a stack trace. */
export class CommandError extends Error {
  readonly ending: Ending;
  constructor(ending: Ending, message: string) {
    super(message);
    this.ending = ending;
  }
}

export class UsageError extends CommandError {
  constructor(message: string) {
    super('usage', message);
  }
}
