// Sends the changes that an endpoint has not acknowledged yet, a batch at a time. Each batch is written down before it
// is sent, together with who sends it until when: so two processes never send to one endpoint at a time, and the
// process that goes on after a crash sends the same message again.
import type { Catalogue } from '../catalogue/resource.ts';
import { Refusal } from '../contract/errors.ts';
import { counted } from '../contract/words.ts';
import { changeTexts } from '../http/response/projection.ts';
import { log } from '../log/log.ts';
import type { PrivateFields, Store } from '../store/store.ts';
import type { Webhook, Webhooks } from '../store/webhooks.ts';
import { durationText, type Times, waitAfter } from './back-off.ts';
import type { DeliveryAnswer, Post } from './send.ts';
import { newMessageId, signed } from './signature.ts';

type Feed = {
  readonly store: Pick<Store, 'changes' | 'newestChange'>;
  readonly catalogue: Catalogue;
  readonly privateFields: PrivateFields;
};

type Batch = {
  readonly changes: number;
  readonly body: string;
  /** The cursor behind the last of them. Without changes: how far there are none. */
  readonly until: string;
  /** There was nothing more at that moment. */
  readonly upToDate: boolean;
};

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

/** Entries of a message, and their bytes. A single entry may have more. */
const MOST = { entries: 100, bytes: 256 * 1024 };

/** The next changes for an endpoint, as the body of one message. The same again for a batch that is under way. Where
 * there is no room for its end, because records have grown since, it is another batch. */
export async function nextBatch({ store, catalogue, privateFields }: Feed, webhook: Webhook): Promise<Batch> {
  const { cursor, until, resources, private: isPrivate } = webhook;
  const names = resources.split(',');
  const page = await store.changes({
    after: cursor,
    resources: resources === '' ? catalogue : catalogue.filter(({ name }) => names.includes(name)),
    limit: MOST.entries,
  });
  const textOf = changeTexts(catalogue, isPrivate ? {} : privateFields);
  const entries: string[] = [];
  let [bytes, last] = [0, page.changes[0]];
  for (const change of page.changes) {
    const text = textOf(change);
    bytes += Buffer.byteLength(text);
    if (entries.length > 0 && bytes > MOST.bytes) break;
    entries.push(text);
    last = change;
    if (change.cursor === until) break;
  }
  const body = `{"type":"changes","timestamp":${JSON.stringify(last?.at ?? null)},"data":[${entries.join(',')}]}`;
  return { changes: entries.length, body, until: last?.cursor ?? page.cursor, upToDate: page.upToDate };
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
    return park(sender, webhook, GONE);
  }
}

/** Changes of other resources are behind it, and need not be read again: after some days they are not kept. */
async function skipped(sender: Sender, webhook: Webhook, cursor: string): Promise<Webhook | undefined> {
  if (cursor === webhook.cursor && webhook.until === null) return webhook;
  return changed(sender, webhook, { cursor, until: null, message: null });
}

/** What nobody may have changed in the meantime. */
function stateOf({ cursor, until, next_at, parked_at, holder, leased_until }: Webhook): Partial<Webhook> {
  return { cursor, until, next_at, parked_at, holder, leased_until };
}

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
    return park(sender, webhook, `${outcome}: it wants no more`, failures);
  const days = `${outcome}, and it has failed for ${durationText(times.patience)}`;
  if (now() - failing_since >= times.patience) return park(sender, webhook, days, failures);
  const wait = waitAfter(times, attempts);
  if (await changed(sender, webhook, { ...failures, outcome, next_at: now() + wait, ...NOBODY }))
    log.warning(
      `Webhook ${webhook.name}: attempt ${attempts} failed (${outcome}); the next one is in ${durationText(wait)}.`,
    );
}

/** Without `failures` its place in the changes is lost, and it cannot go on where it stopped. */
async function park(sender: Sender, webhook: Webhook, why: string, failures?: Partial<Webhook>): Promise<undefined> {
  const { name } = webhook;
  const help = failures
    ? `"workforce webhooks resume ${name}" goes on where it stopped`
    : `"workforce webhooks replay ${name} --after beginning" sends everything again`;
  const outcome = `${why}; ${help}`;
  if (await changed(sender, webhook, { ...failures, outcome, parked_at: sender.now(), ...NOBODY }))
    log.warning(`Webhook ${name} is parked: ${outcome}.`);
}

export function answerText(answer: DeliveryAnswer): string {
  if (!('status' in answer)) return answer.fault;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return `answered ${answer.status}${isRedirect ? ', and redirects are not followed' : ''}`;
}
