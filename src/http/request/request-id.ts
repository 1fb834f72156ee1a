// The id of a request: the sender's, or one made here. It goes into the answer and the log, so that one can be found by the
// other.
export const REQUEST_ID = 'X-Request-Id';
const GIVEN = /^[\w.:-]{1,128}$/;

/** Ids made here are numbers, in the order they were made. Each process begins somewhere else among the 2^53 there are. */
let made = Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 2 ** 50));

/** `token`: never becomes part of an id, whoever sends it as one, as ids are logged. */
export function requestIdOf(request: Request, token: string | undefined): string {
  const given = request.headers.get(REQUEST_ID);
  return given !== null && isUsable(given, token) ? given : String(made++);
}

const isUsable = (given: string, token: string | undefined): boolean =>
  GIVEN.test(given) && (token === undefined || !given.includes(token));
