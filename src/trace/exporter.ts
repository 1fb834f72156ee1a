// Sends spans and metrics to a collector by OTLP/HTTP, as JSON. A collector that is slow or away costs spans, never
// requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { boundedText } from '../contract/bounded-text.ts';
import { messageOf, tried } from '../contract/errors.ts';
import { log } from '../log/log.ts';
import { type Metric, metricsJson, type Sender, spansJson } from './otlp.ts';
import type { Span } from './span.ts';

export type Target = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isCompressed: boolean;
  /** Of one attempt, in milliseconds. */
  readonly timeout: number;
};

export type ExportSettings = {
  readonly sender: Sender;
  readonly traces: Target | undefined;
  readonly metrics: Target | undefined;
  /** Milliseconds between two exports of spans, spans in one, and spans that may wait. */
  readonly spanDelay: number;
  readonly spanBatch: number;
  readonly spanQueue: number;
  /** Milliseconds between two exports of metrics. */
  readonly metricDelay: number;
};

type Metrics = () => Promise<readonly Metric[]>;

/** A collector that says so, or does not answer, is asked again. */
const AGAIN = new Set([429, 502, 503, 504]);
const ATTEMPTS = 3;
/** Milliseconds before the second attempt; twice as many before the third. */
const PAUSE = 1000;
const MAX_PAUSE = 10_000;
/** How long stopping may take, in milliseconds. */
const END_TIMEOUT = 2000;
/** Milliseconds between two lines in the log about the same collector. */
const SAID = 60_000;

export function exporter(settings: ExportSettings) {
  const { sender, traces, spanBatch, spanQueue } = settings;
  const ending = new AbortController();
  const outcomes = { sent: 0, lost: 0 };
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let timers: NodeJS.Timeout[] = [];
  let readMetrics: Metrics = async () => [];

  async function sendSpans(attempts = ATTEMPTS): Promise<void> {
    while (waiting.length > 0 && traces) {
      const some = waiting.slice(0, spanBatch);
      waiting = waiting.slice(spanBatch);
      const isSent = await post(traces, spansJson(some, sender), 'spans', { attempts, ending: ending.signal });
      outcomes[isSent ? 'sent' : 'lost'] += some.length;
    }
  }
  function flush(): void {
    sending ??= sendSpans().finally(() => {
      sending = undefined;
    });
  }
  const sendMetrics = async (attempts = ATTEMPTS) => {
    // A database that is away has no numbers. The requests that it cannot answer are in the log.
    const metrics = settings.metrics && (await readMetrics().catch(() => undefined));
    if (metrics)
      await post(settings.metrics!, metricsJson(metrics, sender), 'metrics', { attempts, ending: ending.signal });
  };

  return {
    start(metrics: Metrics): void {
      readMetrics = metrics;
      timers = [setInterval(flush, settings.spanDelay), setInterval(() => void sendMetrics(), settings.metricDelay)];
    },
    record(span: Span): void {
      if (waiting.length >= spanQueue) outcomes.lost += 1;
      else if (waiting.push(span) >= spanBatch) flush();
    },
    /** Its own numbers: a trace with a hole is explained by them. */
    measures: (): Metric[] => [
      {
        name: 'workforce_spans_total',
        type: 'counter',
        help: 'Spans of traces by what became of them.',
        samples: Object.entries(outcomes).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
    ],
    /** Sends the waiting spans, once. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      const timer = setTimeout(() => ending.abort(), END_TIMEOUT);
      await sending;
      await Promise.all([sendSpans(1), sendMetrics(1)]);
      clearTimeout(timer);
    },
  };
}

type Attempts = { readonly attempts: number; readonly ending: AbortSignal };

/** Whether the collector took it. */
async function post(target: Target, content: object, sort: string, { attempts, ending }: Attempts): Promise<boolean> {
  const text = JSON.stringify(content);
  const init = {
    method: 'POST',
    headers: {
      ...target.headers,
      'Content-Type': 'application/json',
      ...(target.isCompressed && { 'Content-Encoding': 'gzip' }),
    },
    body: target.isCompressed ? Bun.gzipSync(text) : text,
    redirect: 'error' as const,
  };
  let fault = 'the service stops, and there is no time left';
  for (let attempt = 1; attempt <= attempts && !ending.aborted; attempt++) {
    let pause = PAUSE * 2 ** (attempt - 1);
    try {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(target.timeout)]);
      const answer = await fetch(target.url, { ...init, signal });
      if (answer.ok) {
        const refused = refusedIn(await boundedText(answer, MOST_SAID).catch(() => ''));
        if (refused) warn(target, sort, `it took only a part: ${refused}`);
        return true;
      }
      fault = `it answers ${answer.status}`;
      if (!AGAIN.has(answer.status)) break;
      pause = 1000 * Number(answer.headers.get('retry-after') ?? '') || pause;
    } catch (error) {
      fault = messageOf(error);
    }
    if (attempt < attempts)
      await sleep(Math.min(pause, MAX_PAUSE), undefined, { signal: ending }).catch(() => undefined);
  }
  warn(target, sort, `${fault.replace(/\.$/, '')}. They are lost, and nothing else`);
  return false;
}

/** The most bytes that are read of what a collector says. */
const MOST_SAID = 65_536;

/** A collector may take a part, and say why not all. */
const refusedIn = (text: string): string | undefined =>
  tried(() => {
    const { partialSuccess: { rejectedSpans = 0, rejectedDataPoints = 0, errorMessage = '' } = {} } = JSON.parse(text);
    const count = Number(rejectedSpans) + Number(rejectedDataPoints);
    return count > 0 ? `${count} refused, ${JSON.stringify(errorMessage)}` : undefined;
  });

const said = new Map<string, number>();

/** The address has no password: settings refuse one. */
function warn({ url }: Target, sort: string, fault: string): void {
  if (performance.now() < (said.get(url) ?? 0)) return;
  said.set(url, performance.now() + SAID);
  log.warning(
    `The collector at ${url} did not take ${sort}: ${fault}. The next such line comes in a minute at the earliest.`,
  );
}
