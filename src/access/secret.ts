// The texts of secrets: a prefix by which scanners know a leaked one, random characters, and a checksum, by which most
// texts that are none are refused without a look-up.
import { randomBytes } from 'node:crypto';

export type SecretKind = 'token' | 'calendar' | 'session';

const PREFIXES: Readonly<Record<SecretKind, string>> = { token: 'wft_', calendar: 'wfc_', session: 'wfs_' };

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 32;
const CHECKSUM = 6;
const FORM = new RegExp(`^wf[tcs]_[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

export function newSecret(kind: SecretKind): string {
  const text = PREFIXES[kind] + randomDigits(RANDOM);
  return text + checksumOf(text);
}

/** Every digit is as likely as any other: bytes beyond the last multiple of 62 are left out. */
function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length)
    for (const byte of randomBytes(length)) if (byte < 4 * DIGITS.length) digits += DIGITS[byte % DIGITS.length];
  return digits.slice(0, length);
}

/** CRC-32 in base 62. */
function checksumOf(text: string): string {
  let [rest, digits] = [Bun.hash.crc32(text), ''];
  for (let i = 0; i < CHECKSUM; i++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

const LENGTH = PREFIXES.token.length + RANDOM + CHECKSUM;

/** Whether it may be one, as far as can be seen at a glance. */
export const hasForm = (secret: string, kind: SecretKind): boolean =>
  secret.length === LENGTH && secret.startsWith(PREFIXES[kind]);

export const isWellFormed = (secret: string, kind: SecretKind): boolean =>
  hasForm(secret, kind) && FORM.test(secret) && secret.endsWith(checksumOf(secret.slice(0, secret.length - CHECKSUM)));

/** The digest that is stored of a secret, and by which it is found: comparing digests says nothing about how much of a
 * secret was right. */
export const digestOf = (secret: string): string => Bun.SHA256.hash(secret, 'hex');
