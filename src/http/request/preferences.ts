// Parameters that mean nothing are ignored, and the answer names them. A client that sends `Prefer: handling=strict`
// (RFC 7240) gets 422 instead, so that a misspelt filter is never mistaken for one that holds.

import { memoize } from '../../cache/memoize.ts';
import { invalidParameters } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { type Ignored, named, unknownParameters } from '../../contract/request/parameters.ts';
import { startOf } from '../../contract/words.ts';

export const IGNORED = 'Workforce-Ignored';
const APPLIED = { 'Preference-Applied': 'handling=strict' };

export const isStrict = (request: Request): boolean => {
  const header = request.headers.get('prefer');
  return header !== null && asksStrict(header);
};

/** Preferences are separated by commas, and may have parameters of their own. Of `handling`, the first counts. */
const asksStrict = memoize((header: string): boolean => {
  const [handling] = header
    .split(',')
    .map((each) => each.split(';')[0]!.split('='))
    .filter(([name = '']) => name.trim().toLowerCase() === 'handling');
  return (
    handling?.[1]
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase() === 'strict'
  );
});

/** Throws when the parameters cannot be used. Otherwise returns headers to add to the answer, where there are any. */
export function checkParameters(
  request: Request,
  faults: readonly Fault[],
  ignored: Ignored,
): Readonly<Record<string, string>> | undefined {
  if (isStrict(request)) {
    const all = [...faults, ...unknownParameters(ignored)];
    if (all.length > 0) throw invalidParameters(all, APPLIED);
    return APPLIED;
  }
  if (faults.length > 0) throw invalidParameters(faults);
  return ignored.names.length > 0 ? { [IGNORED]: listed(ignored.names) } : undefined;
}

const MAX_NAMES = 20;
const MAX_LENGTH = 64;

/** A client can send long names, many of them, and with characters that no header has. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    const plain = startOf(name, MAX_LENGTH)
      .toWellFormed()
      .replace(/[^\w.[\]()-]/gu, encodeURIComponent);
    return name.length > MAX_LENGTH ? `${plain}...` : named(plain);
  });
  return [...shown, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', ');
}
