// Turns an error that a service answered into lines for people and an exit code. Every fault gets a line, which names
// its option.

import { boundedText } from '../../contract/bounded-text.ts';
import type { Fault } from '../../contract/faults.ts';
import { counted } from '../../contract/words.ts';
import { type ErrorBody, faultsOf } from '../../mcp/tool.ts';
import { CommandError, type Ending } from '../options/exit-codes.ts';
import { optionFor } from '../options/resource-options.ts';
import { escapeControls } from '../terminal/terminal.ts';

const endings: Readonly<Record<number, Ending>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'missing',
  408: 'unavailable',
  409: 'failed',
  413: 'invalid',
  414: 'invalid',
  422: 'invalid',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The place in the changes is not known any more. */
export class CursorGone extends CommandError {}

const CURSOR_GONE =
  'This place in the changes is not known: it is older than what is kept, or of another state of the data, such as the one before a backup was restored. Begin again with --after beginning, or go on with --after now.';

/** Bytes of an error; a longer one is none of this service. */
const MOST = 1024 * 1024;

export async function responseError(response: Response): Promise<CommandError> {
  const { status } = response;
  const body: ErrorBody | undefined = await boundedText(response, MOST)
    .then(JSON.parse)
    .catch(() => undefined);
  const { faults, more } = faultsOf(body ?? {});
  const message = body?.error?.message;
  if (faults.length === 0 && message === undefined)
    return new CommandError(
      // With such a status a proxy says that the service behind it does not answer.
      status > 500 ? (endings[status] ?? 'failed') : 'failed',
      `The answer is ${status} and not from this service; does --url name it, as http://host:8080?`,
    );
  if (body?.error?.code === 'cursor_gone') return new CursorGone('failed', CURSOR_GONE);
  const ending = body?.error?.code === 'writes_disabled' ? 'forbidden' : (endings[status] ?? 'failed');
  const lines = faults.length > 0 ? faults.map(faultLine) : [escapeControls(message!)];
  if (more > 0) lines.push(`and ${counted(more, 'more fault')}`);
  return new CommandError(ending, lines.join('\n'));
}

/** As if a service had answered with them. */
export const faultsError = (faults: readonly Fault[]): CommandError =>
  new CommandError('invalid', faults.map(faultLine).join('\n'));

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
