// The service on its port, in this process: the app over an open store, behind a socket, with its log and its numbers.
import { catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import { app } from '../http/app.ts';
import type { Answered } from '../http/request/observe.ts';
import { pageCache } from '../http/response/cache.ts';
import { bulk as bulkStreams } from '../http/response/streams.ts';
import { listen } from '../http/server.ts';
import { measure } from '../store/shared/measure.ts';
import type { Store } from '../store/store.ts';
import { gathered } from './batch.ts';
import { listening } from './listening.ts';
import { type Metric, metricOf, requestMetrics } from './metrics.ts';
import { requestLog } from './request-log.ts';

export type Answering = { readonly url: URL; metrics(): Promise<Metric[]>; stop(): Promise<void> };

/** `sharedPort`: other workers listen on the same port. */
export async function answering(settings: Settings, store: Store, { sharedPort = false } = {}): Promise<Answering> {
  const documents = { openapi: await document('openapi.json'), swagger: await document('swagger.json') };
  const { token, privateFields, mcp, trustProxy: behindProxy } = settings;
  const limits = { inFlight: settings.maxInFlight, perMinute: settings.rateLimit };
  const [cache, bulk, requests, log] = [pageCache(), bulkStreams(), requestMetrics(), requestLog(settings)];
  // Where nobody listens, requests are not even given ids.
  const isObserved = settings.log !== 'off' || settings.metricsPort !== undefined;
  const answered = gathered<Answered>((these) => {
    requests.note(these);
    log.log(these);
  });
  const observer = isObserved ? { observer: answered.add } : {};
  const handle = app({ catalogue, store, cache, bulk, token, privateFields, mcp, documents, limits, ...observer });
  const server = listening(settings, (place) => listen(handle, { ...place, sharedPort, behindProxy }));
  return {
    url: server.url,
    async metrics() {
      answered.settle();
      const others = [...cache.measures(), ...bulk.measures(), ...(await store.measures()), ...memory()];
      return [...requests.read(), ...others.map(metricOf)];
    },
    async stop() {
      await server.stop();
      answered.settle();
      await log.end();
    },
  };
}

const memory = () => [
  measure('gauge', 'workforce_resident_bytes', 'Memory that the process has.', process.memoryUsage.rss()),
];

/** The documents are derived and committed; `npm run generate` makes them anew. */
const document = (name: string): Promise<string> => Bun.file(new URL(`../../${name}`, import.meta.url)).text();
