// The service in this process: the app with its database, its port, its log and its metrics.
import consoleFiles from '../../console.json' with { type: 'file' };
import openapi from '../../openapi.json' with { type: 'file' };
import swagger from '../../swagger.json' with { type: 'file' };
import { directory } from '../access/directory.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import { servedDocuments } from '../contract/documents/served.ts';
import { type Answered, type App, app } from '../http/app.ts';
import type { ConsoleFiles } from '../http/context.ts';
import { actorOf } from '../http/request/actor.ts';
import { responseCache } from '../http/response/cache.ts';
import { listeners as newListeners } from '../http/response/listeners.ts';
import { streams as newStreams } from '../http/response/streams.ts';
import { listen } from '../http/server.ts';
import type { Database } from '../store/maintenance.ts';
import { measure } from '../store/shared/measure.ts';
import { startDeliveries } from '../webhooks/deliveries.ts';
import { startTrimming } from './audit-trim.ts';
import { batch } from './batch.ts';
import { type Metric, metricOf, requestMetrics } from './metrics.ts';
import { namingSettings } from './port.ts';
import { requestLog } from './request-log.ts';

export type Service = { readonly url: URL; metrics(): Promise<Metric[]>; stop(): Promise<void> };

/** `sharedPort`: other workers listen on the same port. `onRequest` is called with every request, before it is answered. */
type ServiceOptions = { readonly sharedPort?: boolean; readonly onRequest?: () => void };

export async function startService(
  settings: Settings,
  database: Database,
  { sharedPort = false, onRequest }: ServiceOptions = {},
): Promise<Service> {
  const { token, read, documentsFor, privateFields, mcp, trustProxy: behindProxy } = settings;
  const files: ConsoleFiles | undefined =
    settings.console === 'on' ? JSON.parse(await textOf(consoleFiles)) : undefined;
  const published = { openapi: await textOf(openapi), swagger: await textOf(swagger) };
  const documents = servedDocuments(published, catalogue, { privateFields, read });
  const limits = { inFlight: settings.maxInFlight, perMinute: settings.rateLimit };
  const [cache, streams, requests, log] = [responseCache(), newStreams(), requestMetrics(), requestLog(settings)];
  const listeners = newListeners(database);
  const answered = batch<Answered>((some) => {
    requests.add(some);
    log.write(some);
  });
  const hasAuditLog = settings.auditDays > 0;
  // Without log, metrics and audit log, the app can skip the ids and times of requests.
  const isObserved = settings.log !== 'off' || settings.metricsPort !== undefined || hasAuditLog;
  let ownUrl = '';
  const careers = settings.careers === 'on' ? { publicUrl: () => settings.publicUrl ?? ownUrl } : undefined;
  const answer = app({
    ...{
      catalogue,
      store: database,
      cache,
      streams,
      listeners,
      token,
      directory: directory(database.credentials),
      read,
      documentsFor,
      privateFields,
      mcp,
      documents,
      limits,
      careers,
      console: files,
      questionSeconds: settings.statementTimeoutSeconds,
    },
    ...(isObserved && { onAnswered: answered.add }),
    ...(hasAuditLog && { actorOf }),
  });
  const served: App = onRequest
    ? (...request) => {
        onRequest();
        return answer(...request);
      }
    : answer;
  const server = namingSettings(settings, (address) => listen(served, { ...address, sharedPort, behindProxy }));
  ownUrl = originOf(server.url);
  const { webhooks } = database;
  const allowPrivate = settings.webhooks === 'any';
  const deliveries =
    settings.webhooks === 'off'
      ? undefined
      : startDeliveries({ store: database, webhooks, catalogue, privateFields, allowPrivate });
  const trimming = hasAuditLog ? startTrimming(database.auditLog, settings.auditDays) : undefined;
  return {
    url: server.url,
    async metrics() {
      answered.flush();
      const parts = [cache, streams, listeners, deliveries].flatMap((part) => part?.measures() ?? []);
      const others = [...parts, ...(await database.measures()), ...memory()];
      return [...requests.read(), ...others.map(metricOf)];
    },
    async stop() {
      listeners.stop();
      await Promise.all([server.stop(), deliveries?.stop(), trimming?.stop()]);
      answered.flush();
      await log.end();
    },
  };
}

const memory = () => [
  measure('gauge', 'workforce_resident_bytes', 'Memory that the process has.', process.memoryUsage.rss()),
];

/** For whoever is on this machine: an address that listens on all of its addresses is none itself. */
const originOf = ({ hostname, port, protocol }: URL): string =>
  `${protocol}//${['0.0.0.0', '[::]'].includes(hostname) ? 'localhost' : hostname}${port && `:${port}`}`;

/** `npm run generate` writes these files. They are imported by path, so that the executable has them inside. */
const textOf = (path: unknown): Promise<string> => Bun.file(path as string).text();
