// A secret that is nearly another one, as somebody would send who guesses it from left to right.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Only the last of the random characters is another one, and the checksum is right. */
export function almost(secret: string): string {
  const last = DIGITS[(DIGITS.indexOf(secret[35]!) + 1) % DIGITS.length];
  const text = secret.slice(0, 35) + last;
  let [rest, checksum] = [Bun.hash.crc32(text), ''];
  for (; checksum.length < 6; rest = Math.floor(rest / 62)) checksum = DIGITS[rest % 62] + checksum;
  return text + checksum;
}
