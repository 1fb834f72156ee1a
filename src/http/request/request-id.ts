// The id of a request: the client's, or one made here. It is in the response and in the log, so that one leads to the
// other.
export const REQUEST_ID = 'X-Request-Id';
const GIVEN = /^[\w.:-]{1,128}$/;

/** Ids made here are numbers in ascending order. Each process begins at a random one of 2^53. */
let made = Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 2 ** 50));

/** Ids are logged, so an id that contains a token is not used. */
export function requestIdOf(request: Request, token: string | undefined): string {
  const given = request.headers.get(REQUEST_ID);
  return given !== null && isUsable(given, token) ? given : newRequestId();
}

export const newRequestId = (): string => String(made++);

const isUsable = (given: string, token: string | undefined): boolean =>
  GIVEN.test(given) && !/wf[tcs]_/.test(given) && (token === undefined || !given.includes(token));
