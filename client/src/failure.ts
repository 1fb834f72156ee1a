// Turns a response with an error status into the error that the call throws.
import { errorClasses } from './error-classes.ts';
import { type Fault, WorkforceError } from './workforce-error.ts';

type Envelope = { code: string; message: string; details?: { errors?: Fault[] } };

export function failure(response: Response, text: string): WorkforceError {
  const { status, headers } = response;
  const context = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: parseRetryAfter(headers.get('Retry-After')),
  };
  const { code, message, details, errors } = parseEnvelope(text) ?? unexpectedAnswer(status);
  const Class = Object.hasOwn(errorClasses, code) ? errorClasses[code as keyof typeof errorClasses] : WorkforceError;
  return new Class(message, { ...context, code, details, errors });
}

function parseEnvelope(text: string): (Envelope & { errors?: Fault[] | undefined }) | undefined {
  try {
    const { error, detail } = JSON.parse(text) as { error?: Envelope; detail?: Fault[] };
    if (detail) return { code: 'invalid_parameters', message: faultsText(detail), errors: detail };
    if (typeof error?.code === 'string') return { ...error, errors: error.details?.errors };
  } catch {
    // The body is not JSON, so a proxy or another server sent it.
  }
}

const unexpectedAnswer = (status: number) => ({
  code: 'unexpected_answer',
  message: `The answer is ${status} without a word from the service; look at what stands between you and it.`,
  details: undefined,
  errors: undefined,
});

const faultsText = (faults: Fault[]): string => `${faults.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')}.`;

/** `Retry-After` is a number of seconds or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
