// An endpoint on this machine: what comes is checked as Standard Webhooks says, by code of its own, and collected.
import { temporaryFolder } from '../harness/temporary-folder.ts';

export type Entry = {
  readonly cursor: string;
  readonly resource: string;
  readonly id: number;
  readonly kind: string;
  readonly at: string;
  readonly record: Readonly<Record<string, unknown>> | null;
};
export type Message = {
  readonly id: string;
  readonly body: string;
  readonly type: string;
  readonly data: readonly Entry[];
};

export const SECRET = `whsec_${Buffer.from('a secret of 24 bytes, so').toString('base64')}`;

export type Receiver = {
  readonly url: string;
  /** All messages so far. */
  readonly messages: Message[];
  /** The most requests at one time. */
  readonly most: number;
  /** What is answered: a status, or a promise of one. */
  answer: (message: Message) => number | Promise<number>;
  /** Resolves when there are so many messages. */
  received(count: number): Promise<readonly Message[]>;
  stop(): Promise<void>;
};

export function startReceiver(secret = SECRET): Receiver {
  const waiting: { count: number; resolve: () => void }[] = [];
  let now = 0;
  const receiver = {
    url: '',
    messages: [] as Message[],
    most: 0,
    answer: (_: Message): number | Promise<number> => 204,
    async received(count: number) {
      await new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        tell();
      });
      return receiver.messages;
    },
    stop: () => server.stop(true),
  };
  const tell = () => {
    for (const { count, resolve } of waiting) if (receiver.messages.length >= count) resolve();
  };
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      now += 1;
      receiver.most = Math.max(receiver.most, now);
      const message = await verified(request, secret);
      receiver.messages.push(message);
      tell();
      const status = await receiver.answer(message);
      now -= 1;
      return new Response(null, { status, ...(status === 302 && { headers: { Location: `${server.url}elsewhere` } }) });
    },
  });
  receiver.url = `${server.url}hook`;
  return receiver;
}

/** Throws where the signature is not right, or the time is not about now. */
async function verified(request: Request, secret: string): Promise<Message> {
  const body = await request.text();
  const header = (name: string) => request.headers.get(name) ?? '';
  const [id, time] = [header('webhook-id'), header('webhook-timestamp')];
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.fromBase64(secret.replace('whsec_', '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const [version, signature = ''] = header('webhook-signature').split(',');
  const text = new TextEncoder().encode(`${id}.${time}.${body}`);
  const isRight = await crypto.subtle.verify('HMAC', key, Uint8Array.fromBase64(signature), text);
  if (version !== 'v1' || !isRight || Math.abs(Number(time) - Date.now() / 1000) > 60) throw new Error('not signed');
  if (request.method !== 'POST' || header('content-type') !== 'application/json') throw new Error('not a message');
  return { id, body, ...JSON.parse(body) };
}

/** A file with a secret, for the command. */
export async function secretFile(): Promise<string> {
  const file = `${temporaryFolder()}/secret`;
  await Bun.write(file, `${SECRET}\n`);
  return file;
}
