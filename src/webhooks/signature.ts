// Signatures as Standard Webhooks defines them, by which a receiver knows that a message is ours and unchanged.
// https://www.standardwebhooks.com
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Bytes. The standard asks for 24 to 64. */
const SECRET = { made: 24, least: 24, most: 64 };

export const newSecret = (): string => PREFIX + randomBytes(SECRET.made).toString('base64');

export function isSecret(text: string): boolean {
  const bytes = keyOf(text);
  return text === PREFIX + bytes.toString('base64') && bytes.length >= SECRET.least && bytes.length <= SECRET.most;
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

export const newMessageId = (): string => `msg_${randomBytes(16).toString('hex')}`;

/** The headers of a message. `seconds` is the time of this attempt. */
export const signed = (secret: string, id: string, seconds: number, body: string): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
});
