// Why somebody could not sign in: in words for that person, and in others for the operator. Neither has a code or a
// secret.

/** The person, as far as the provider has said who it is. */
export type Person = { readonly name: string; readonly subject: string };

/**
 * `attempt`: it is not the answer to a sign-in that this browser has begun. `away`: the provider does not answer.
 * `refused`: the provider said no. `untrusted`: the provider's answer is not as it has to be. `no-role`: nothing is
 * foreseen for this person.
 */
export type SignInFault = 'attempt' | 'away' | 'refused' | 'untrusted' | 'no-role';

export class SignInError extends Error {
  readonly fault: SignInFault;
  /** The message of the provider to the person. */
  readonly said: string | undefined;
  readonly person: Person | undefined;
  /** The provider has given tokens for the code before. All that comes earlier anybody can send, as often as they like. */
  isProven = false;

  /** `reason`: for the log. */
  constructor(fault: SignInFault, reason: string, options: { said?: string; person?: Person } = {}) {
    super(readable(reason, 500));
    this.fault = fault;
    this.said = options.said === undefined ? undefined : readable(options.said, 300);
    this.person = options.person;
  }
}

/** Text of others on one line: without control characters for terminals, and not longer than that. */
export const readable = (text: string, length: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, length);
