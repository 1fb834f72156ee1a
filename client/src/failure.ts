// An answer that is no success, as the error that says so.
import { errorClasses } from './error-classes.ts';
import { type Fault, WorkforceError } from './workforce-error.ts';

type Envelope = { code: string; message: string; details?: { errors?: Fault[] } };

export function failure(response: Response, text: string): WorkforceError {
  const { status, headers } = response;
  const about = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsOf(headers.get('Retry-After')),
  };
  const { code, message, details, errors } = envelopeIn(text) ?? unknownAnswer(status);
  const Class = Object.hasOwn(errorClasses, code) ? errorClasses[code as keyof typeof errorClasses] : WorkforceError;
  return new Class(message, { ...about, code, details, errors });
}

function envelopeIn(text: string): (Envelope & { errors?: Fault[] | undefined }) | undefined {
  try {
    const { error, detail } = JSON.parse(text) as { error?: Envelope; detail?: Fault[] };
    if (detail) return { code: 'invalid_parameters', message: inWords(detail), errors: detail };
    if (typeof error?.code === 'string') return { ...error, errors: error.details?.errors };
  } catch {
    // Not from the service, but from something in front of it.
  }
}

const unknownAnswer = (status: number) => ({
  code: 'unexpected_answer',
  message: `The answer is ${status} without a word from the service; look at what stands between you and it.`,
  details: undefined,
  errors: undefined,
});

const inWords = (faults: Fault[]): string => `${faults.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')}.`;

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(sent: string | null): number | undefined {
  if (sent === null) return undefined;
  const seconds = /^\d+$/.test(sent) ? Number(sent) : (Date.parse(sent) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
