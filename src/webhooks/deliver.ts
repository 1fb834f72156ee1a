// Sends the changes that an endpoint has not acknowledged yet, a batch at a time. Each batch is written down before it
// is sent, together with who sends it until when: so two processes never send to one endpoint at a time, and the
// process that goes on after a crash sends the same message again.
import { Refusal } from '../contract/errors.ts';
import { counted } from '../contract/words.ts';
import { log } from '../log/log.ts';
import type { Webhook, Webhooks } from '../store/webhooks.ts';
import { durationText, type Times, waitAfter } from './back-off.ts';
import { type Batch, type Feed, nextBatch } from './batch.ts';
import type { DeliveryAnswer, Post } from './send.ts';
import { newMessageId, signed } from './signature.ts';

export type Outcome = 'delivered' | 'failed';

export type Sender = Feed & {
  readonly webhooks: Webhooks;
  /** Tells this process from all others. */
  readonly holder: string;
  readonly times: Times;
  readonly post: (post: Post, signal: AbortSignal) => Promise<DeliveryAnswer>;
  /** Ends the request under way. */
  readonly stop: AbortSignal;
  /** The time of the database. */
  readonly now: () => number;
  readonly onOutcome: (name: string, outcome: Outcome) => void;
};

const NOBODY = { holder: null, leased_until: 0 } as const;

/** Returns the cursor of an endpoint that has everything; `undefined` where another attempt or process goes on. */
export async function deliver(sender: Sender, found: Webhook): Promise<string | undefined> {
  for (let webhook: Webhook | undefined = found; webhook && !sender.stop.aborted; ) {
    const batch = await batchFor(sender, webhook);
    if (!batch) return undefined;
    if (batch.changes > 0) {
      const leased: Webhook | undefined = await lease(sender, webhook, batch);
      webhook = leased && (await attempt(sender, leased, batch.body));
    } else {
      const next: Webhook | undefined = await skipped(sender, webhook, batch.until);
      if (batch.upToDate || next === webhook) return batch.upToDate ? next?.cursor : undefined;
      webhook = next;
    }
  }
  return undefined;
}

/** A migration that gives records another form begins the feed again, too. */
const GONE =
  'its place in the changes is not known: it is older than what is kept, or from before a restored backup or an upgrade';

/** An endpoint whose cursor means nothing any more is parked: the changes that it has missed are not known. */
async function batchFor(sender: Sender, webhook: Webhook): Promise<Batch | undefined> {
  try {
    return await nextBatch(sender, webhook);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'cursor_gone')) throw error;
    return park(sender, webhook, GONE, 'replay');
  }
}

/** Changes of other resources are behind it, and need not be read again: after some days they are not kept. */
async function skipped(sender: Sender, webhook: Webhook, cursor: string): Promise<Webhook | undefined> {
  if (cursor === webhook.cursor && webhook.until === null) return webhook;
  return changed(sender, webhook, { cursor, until: null, message: null });
}

/** What nobody may have changed in the meantime. */
const stateOf = ({ cursor, until, next_at, parked_at, holder, leased_until }: Webhook): Partial<Webhook> => ({
  cursor,
  until,
  next_at,
  parked_at,
  holder,
  leased_until,
});

async function changed(sender: Sender, webhook: Webhook, values: Partial<Webhook>): Promise<Webhook | undefined> {
  const { name, holder, leased_until } = webhook;
  if (await sender.webhooks.change(name, values, stateOf(webhook))) return { ...webhook, ...values };
  // A command may have changed the rest. The lease is given back all the same.
  if (holder === sender.holder) await sender.webhooks.change(name, NOBODY, { holder, leased_until });
  return undefined;
}

function lease(sender: Sender, webhook: Webhook, { until }: Batch): Promise<Webhook | undefined> {
  const message = webhook.until === until && webhook.message !== null ? webhook.message : newMessageId();
  const { holder, now, times } = sender;
  return changed(sender, webhook, { until, message, holder, leased_until: now() + times.lease });
}

/** The endpoint as it is afterwards; `undefined` where this process has to leave it alone. */
async function attempt(sender: Sender, webhook: Webhook, body: string): Promise<Webhook | undefined> {
  const { times, now, post, stop, onOutcome } = sender;
  // A process that was suspended meanwhile would send beside another.
  if (now() + times.request > webhook.leased_until) return undefined;
  const headers = signed(webhook.secret, webhook.message!, Math.floor(now() / 1000), body);
  const answer = await post({ url: webhook.url, headers, body }, stop);
  const isDelivered = 'status' in answer && answer.status >= 200 && answer.status < 300;
  if (stop.aborted && !isDelivered) return void (await changed(sender, webhook, NOBODY));
  onOutcome(webhook.name, isDelivered ? 'delivered' : 'failed');
  return isDelivered ? acknowledged(sender, webhook, answerText(answer)) : failed(sender, webhook, answer);
}

async function acknowledged(sender: Sender, webhook: Webhook, outcome: string): Promise<Webhook | undefined> {
  const { name, until, attempts } = webhook;
  const well = { attempts: 0, failing_since: null, next_at: 0, outcome };
  const next = await changed(sender, webhook, { cursor: until!, until: null, message: null, ...well, ...NOBODY });
  if (next && attempts > 0) log.info(`Webhook ${name}: delivered, after ${counted(attempts, 'failed attempt')}.`);
  return next;
}

async function failed(sender: Sender, webhook: Webhook, answer: DeliveryAnswer): Promise<undefined> {
  const { times, now } = sender;
  const attempts = webhook.attempts + 1;
  const failing_since = webhook.failing_since ?? now();
  const [outcome, failures] = [answerText(answer), { attempts, failing_since }];
  if ('status' in answer && answer.status === 410)
    return park(sender, webhook, `${outcome}: it wants no more`, 'resume', failures);
  const days = `${outcome}, and it has failed for ${durationText(times.patience)}`;
  if (now() - failing_since >= times.patience) return park(sender, webhook, days, 'resume', failures);
  const wait = waitAfter(times, attempts);
  if (await changed(sender, webhook, { ...failures, outcome, next_at: now() + wait, ...NOBODY }))
    log.warning(
      `Webhook ${webhook.name}: attempt ${attempts} failed (${outcome}); the next one is in ${durationText(wait)}.`,
    );
}

/** What helps then, and what that does. */
const HELP = {
  resume: (name: string) => `"workforce webhooks resume ${name}" goes on where it stopped`,
  replay: (name: string) => `"workforce webhooks replay ${name} --after beginning" sends everything again`,
};

async function park(
  sender: Sender,
  webhook: Webhook,
  why: string,
  help: keyof typeof HELP,
  failures: Partial<Webhook> = {},
): Promise<undefined> {
  const { name } = webhook;
  const outcome = `${why}; ${HELP[help](name)}`;
  if (await changed(sender, webhook, { ...failures, outcome, parked_at: sender.now(), ...NOBODY }))
    log.warning(`Webhook ${name} is parked: ${outcome}.`);
}

export function answerText(answer: DeliveryAnswer): string {
  if (!('status' in answer)) return answer.fault;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return `answered ${answer.status}${isRedirect ? ', and redirects are not followed' : ''}`;
}
