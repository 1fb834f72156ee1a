// The faults of a request, one for each mistake. The types and messages are those that clients of this interface
// expect.
export type Fault = {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
};

/** A fault of a value, without the location of the value in the request. */
export type ValueFault = Pick<Fault, 'type' | 'msg' | 'ctx'>;

export const tooSmall = (ge: number): ValueFault => ({
  type: 'greater_than_equal',
  msg: `Input should be greater than or equal to ${ge}`,
  ctx: { ge },
});

export const tooLarge = (le: number): ValueFault => ({
  type: 'less_than_equal',
  msg: `Input should be less than or equal to ${le}`,
  ctx: { le },
});

export const tooLong = (max_length: number): ValueFault => ({
  type: 'string_too_long',
  msg: `String should have at most ${max_length} characters`,
  ctx: { max_length },
});

/** A value that was read from a request, or its fault. */
export type Parsed<T> = { readonly value: T } | { readonly fault: ValueFault };

/** A field that the caller may not use. `unread`: the resource whose records it may not read at all, where that is why. */
export type HiddenField = { readonly name: string; readonly unread?: string | undefined };

/** The caller may not use this field. `purpose`: the use, such as `sort by it`. */
export const isPrivate = ({ name, unread }: HiddenField, purpose: string): ValueFault => ({
  type: 'private_field',
  msg:
    unread === undefined
      ? `The field ${name} is private here: send a bearer token that may see it to ${purpose}`
      : `The field ${name} needs read:${unread}: send a bearer token with this scope to ${purpose}`,
});

export const faultAt = (loc: Fault['loc'], { type, msg, ctx }: ValueFault, input: unknown): Fault => ({
  type,
  loc,
  msg,
  input,
  ...(ctx && { ctx }),
});

/** Counts characters as JSON Schema does: code points, not UTF-16 units. */
export function longerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}
