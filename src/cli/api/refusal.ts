// What a service says when it refuses, as lines for people and an exit code: a line for each fault, naming its option.
import type { ErrorCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { CommandError, type Ending } from '../options/exit-codes.ts';
import { optionFor } from '../options/resource-options.ts';
import { visible } from '../terminal/visible.ts';

type Said = {
  readonly detail?: readonly Fault[];
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: { readonly errors: Fault[] };
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

export async function refusal(response: Response): Promise<CommandError> {
  const { status } = response;
  const said: Said | undefined = await response.json().catch(() => undefined);
  const faults = said?.detail ?? said?.error?.details?.errors ?? [];
  const ending = said?.error?.code === 'writes_disabled' ? 'forbidden' : (endings[status] ?? 'failed');
  const lines = faults.length > 0 ? faults.map(line) : [visible(said?.error?.message ?? strange(status))];
  return new CommandError(said?.detail || said?.error ? ending : 'failed', lines.join('\n'));
}

const strange = (status: number): string =>
  `The answer is ${status} and not from this service; does --url name it, as http://host:8080?`;

function line({ loc, msg, input }: Fault): string {
  const shown = typeof input === 'string' || typeof input === 'number' ? ` is ${JSON.stringify(input)}` : '';
  return visible(`${nameOf(loc)}${shown}: ${msg}.`);
}

/** Where a fault stood in the request, as the command line has it. */
function nameOf([place, ...path]: Fault['loc']): string {
  if (place === 'path') return 'ID';
  if (path.length === 0) return '--data';
  return `--${optionFor(path.join('.'))}`;
}
