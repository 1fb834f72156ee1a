// Keeps every endpoint up to date for as long as this process serves. All processes of all services do the same;
// deliver.ts decides which of them sends.
// docs/design/webhooks.md has the whole picture.
import { randomUUID } from 'node:crypto';
import { messageOf } from '../contract/errors.ts';
import { log } from '../log/log.ts';
import { type Measure, measure } from '../store/shared/measure.ts';
import type { Webhook } from '../store/webhooks.ts';
import { TIMES } from './back-off.ts';
import { deliver, type Outcome, type Sender } from './deliver.ts';
import { send } from './send.ts';

export type Deliveries = { measures(): Measure[]; stop(): Promise<void> };

export type DeliveryOptions = Pick<Sender, 'store' | 'webhooks' | 'catalogue' | 'privateFields'> &
  Partial<Pick<Sender, 'times' | 'post'>> & { readonly allowPrivate: boolean };

type State = {
  /** All endpoints, as they were at the last look. */
  webhooks: readonly Webhook[];
  /** How far the clock of the database is ahead of ours. */
  ahead: number;
  /** Those that this process is at. */
  readonly sending: Map<string, Promise<void>>;
  /** For those that have everything: what the feed said when that was found out. */
  readonly upToDate: Map<string, string>;
  readonly outcomes: Map<string, Record<Outcome, number>>;
  /** What went wrong at the last try, by the name of the endpoint; without one, for all. */
  readonly troubles: Map<string, string>;
};

export function startDeliveries({ allowPrivate, times = TIMES, post, ...rest }: DeliveryOptions): Deliveries {
  const stop = new AbortController();
  const state: State = {
    webhooks: [],
    ahead: 0,
    sending: new Map(),
    upToDate: new Map(),
    outcomes: new Map(),
    troubles: new Map(),
  };
  const sender: Sender = {
    ...rest,
    times,
    holder: randomUUID(),
    post: post ?? ((message, signal) => send(message, { allowPrivate, timeout: times.request, signal })),
    stop: stop.signal,
    now: () => Date.now() + state.ahead,
    onOutcome: (name, outcome) => count(state, name, outcome),
  };
  // Processes that start together do not look together.
  let timer = setTimeout(lookAgain, times.look * Math.random());
  let looking: Promise<void> | undefined;
  function lookAgain(): void {
    looking = look(sender, state).finally(() => {
      if (!stop.signal.aborted) timer = setTimeout(lookAgain, times.look);
    });
  }
  return {
    measures: () => measuresOf(state),
    async stop() {
      stop.abort();
      clearTimeout(timer);
      await looking;
      await Promise.all(state.sending.values());
    },
  };
}

/** Begins to send to those that are due. */
async function look(sender: Sender, state: State): Promise<void> {
  try {
    const { now, rows: webhooks } = await sender.webhooks.read();
    state.webhooks = webhooks;
    state.ahead = now - Date.now();
    const due = webhooks.filter((webhook) => isDue(webhook, now) && !state.sending.has(webhook.name));
    const newest = due.length > 0 ? await sender.store.newestChange() : '';
    for (const webhook of due)
      if (webhook.until !== null || state.upToDate.get(webhook.name) !== feedState(newest, webhook.cursor))
        state.sending.set(webhook.name, keepUp(sender, state, webhook, newest));
    state.troubles.delete('');
  } catch (error) {
    // Where there is nobody to send to, nobody misses anything.
    if (state.webhooks.length > 0) sayTrouble(sender, state, '', error);
  }
}

const isDue = ({ parked_at, next_at, leased_until }: Webhook, now: number): boolean =>
  parked_at === null && next_at <= now && leased_until <= now;

const feedState = (newest: string, cursor: string): string => `${newest} ${cursor}`;

async function keepUp(sender: Sender, state: State, webhook: Webhook, newest: string): Promise<void> {
  try {
    const cursor = await deliver(sender, webhook);
    state.troubles.delete(webhook.name);
    if (cursor !== undefined) state.upToDate.set(webhook.name, feedState(newest, cursor));
  } catch (error) {
    sayTrouble(sender, state, webhook.name, error);
  } finally {
    state.sending.delete(webhook.name);
  }
}

/** Once, however often it is met: it is met every second. */
function sayTrouble({ stop }: Sender, { troubles }: State, name: string, error: unknown): void {
  const trouble = messageOf(error);
  const isNew = troubles.get(name) !== trouble;
  if (isNew && !stop.aborted) log.warning(`Webhooks${name && ` to ${name}`} cannot be sent just now: ${trouble}`);
  troubles.set(name, trouble);
}

function count({ outcomes }: State, name: string, outcome: Outcome): void {
  const counts = outcomes.get(name) ?? { delivered: 0, failed: 0 };
  counts[outcome] += 1;
  outcomes.set(name, counts);
}

function measuresOf({ webhooks, outcomes }: State): Measure[] {
  const attempts = [...outcomes].flatMap(([endpoint, counts]) =>
    Object.entries(counts).map(([outcome, value]) => ({ labels: { endpoint, outcome }, value })),
  );
  const each = (value: (webhook: Webhook) => number) =>
    webhooks.map((webhook) => ({ labels: { endpoint: webhook.name }, value: value(webhook) }));
  return [
    measure('counter', 'workforce_webhook_deliveries_total', 'Messages to webhooks, by what came of them.', attempts),
    measure(
      'gauge',
      'workforce_webhook_failures',
      'Failures of an endpoint in a row.',
      each(({ attempts }) => attempts),
    ),
    measure(
      'gauge',
      'workforce_webhook_parked',
      'Whether an endpoint gets nothing any more, until it is resumed.',
      each(({ parked_at }) => Number(parked_at !== null)),
    ),
  ].filter(({ samples }) => samples.length > 0);
}
