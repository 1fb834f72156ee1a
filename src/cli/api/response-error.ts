// Turns an error that a service answered into lines for people and an exit code. Every fault gets a line, which names its
// option.

import type { ErrorCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { counted } from '../../contract/words.ts';
import { CommandError, type Ending } from '../options/exit-codes.ts';
import { optionFor } from '../options/resource-options.ts';
import { escapeControls } from '../terminal/escape-controls.ts';

type ErrorBody = {
  readonly detail?: readonly Fault[];
  readonly more?: number;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: { readonly errors: Fault[]; readonly more?: number };
  };
};

const endings: Readonly<Record<number, Ending>> = {
  401: 'forbidden',
  404: 'missing',
  408: 'unavailable',
  413: 'invalid',
  414: 'invalid',
  422: 'invalid',
  429: 'unavailable',
  503: 'unavailable',
};

export async function responseError(response: Response): Promise<CommandError> {
  const { status } = response;
  const body: ErrorBody | undefined = await response.json().catch(() => undefined);
  const faults = body?.detail ?? body?.error?.details?.errors ?? [];
  const message = body?.error?.message;
  if (faults.length === 0 && message === undefined)
    return new CommandError(
      'failed',
      `The answer is ${status} and not from this service; does --url name it, as http://host:8080?`,
    );
  const ending = body?.error?.code === 'writes_disabled' ? 'forbidden' : (endings[status] ?? 'failed');
  const more = body?.more ?? body?.error?.details?.more ?? 0;
  const lines = faults.length > 0 ? faults.map(faultLine) : [escapeControls(message!)];
  if (more > 0) lines.push(`and ${counted(more, 'more fault')}`);
  return new CommandError(ending, lines.join('\n'));
}

function faultLine({ loc, msg, input }: Fault): string {
  const value = typeof input === 'string' || typeof input === 'number' ? ` is ${JSON.stringify(input)}` : '';
  return escapeControls(`${argumentName(loc)}${value}: ${msg}.`);
}

/** The argument of the command line that the part of the request with the fault came from. */
function argumentName([part, ...path]: Fault['loc']): string {
  if (part === 'path') return 'ID';
  if (path.length === 0) return '--data';
  return `--${optionFor(path.join('.'))}`;
}
