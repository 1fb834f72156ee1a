// Names of settings that are not ours. One that is nearly ours is a slip of the hand and stops the start: with a
// misspelled WORKFORCE_PRIVATE_FIELDS, private fields would be public. Any other is only worth a warning.
import { editDistance } from '../contract/words.ts';
import type { Environment } from './parse.ts';

const PREFIX = 'WORKFORCE_';
/** Set by the program itself, for the processes it starts. */
const INTERNAL = 'WORKFORCE_INTERNAL_';

/** The variables that Kubernetes adds for a service whose name begins with ours: its host, its ports, and an address
 * for each port. */
const KUBERNETES = /^WORKFORCE_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?)$/;
const isOfKubernetes = (name: string, value: string): boolean =>
  KUBERNETES.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value));

/** The names that have a value, are not known, and are not set by the program or by Kubernetes. */
const foreign = (environment: Environment, known: readonly string[]): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => value?.trim() && !known.includes(name) && !name.startsWith(INTERNAL))
    .filter(([name, value]) => !isOfKubernetes(name, value!))
    .map(([name]) => name);

/** The fault of the first name that is nearly one of ours; `undefined` when there is none. */
export function misspelledName(environment: Environment, known: readonly string[]): string | undefined {
  const ours = known.filter((name) => name.startsWith(PREFIX));
  for (const name of foreign(environment, known)) {
    const meant = ours.find((each) => isSlip(name, each));
    if (meant) return `${name} is not a setting; did you mean ${meant}? Rename it, or unset it.`;
  }
  return undefined;
}

/** One letter of a short name may be wrong, two of a longer one; upper and lower case do not count. */
function isSlip(name: string, meant: string): boolean {
  if (Math.abs(name.length - meant.length) > 2) return false;
  const most = meant.length - PREFIX.length > 4 ? 2 : 1;
  return editDistance(name.toUpperCase(), meant) <= most;
}

export const unknownNames = (environment: Environment, known: readonly string[]): string[] =>
  foreign(environment, known).filter((name) => name.startsWith(PREFIX));
