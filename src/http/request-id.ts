// The id of a request: the sender's, or one made here. It goes into the answer and the log, so that one can be found by the
// other.
const HEADER = 'X-Request-Id';
const GIVEN = /^[\w.:-]{1,128}$/;

/** Ids made here are numbers, in the order they were made. Each process begins somewhere else among the 2^53 there are. */
let made = Math.floor(Math.random() * (Number.MAX_SAFE_INTEGER - 2 ** 50));

/** Of the request that is being answered right now; whoever waits in between finds another's. None where nobody logs. */
const now = { id: '', isSent: false };

/** `token`: never becomes part of an id, whoever sends it as one, as ids are logged. */
export function beginRequest(request: Request, token: string | undefined): string {
  const given = request.headers.get(HEADER);
  now.id = given !== null && isUsable(given, token) ? given : String(made++);
  now.isSent = false;
  return now.id;
}

const isUsable = (given: string, token: string | undefined): boolean =>
  GIVEN.test(given) && (token === undefined || !given.includes(token));

/** Puts the id into headers that an answer is about to be made with: sooner done than to change an answer's headers. */
export function stamp(headers: Headers): void {
  if (now.id === '') return;
  headers.set(HEADER, now.id);
  now.isSent = true;
}

/** Puts the id into an answer that does not have it. `waited`: other requests have come in between. */
export function finishRequest(response: Response, id: string, waited: boolean): void {
  if (waited || !now.isSent) response.headers.set(HEADER, id);
}
