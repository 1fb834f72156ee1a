// The service in this process: the app with its database, its port, its log and its metrics.
import { brotliDecompressSync } from 'node:zlib';
import consoleFiles from '../../generated/console.json' with { type: 'file' };
import openapi from '../../generated/openapi.json' with { type: 'file' };
import scalar from '../../generated/scalar.js.br' with { type: 'file' };
import swagger from '../../generated/swagger.json' with { type: 'file' };
import { type Directory, directory } from '../access/directory.ts';
import type { SignIn } from '../access/sign-in/sign-in.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { telemetryOf } from '../config/telemetry.ts';
import type { Settings } from '../config.ts';
import { servedDocuments } from '../contract/documents/served.ts';
import { type Answered, type App, app } from '../http/app.ts';
import { actorOf, type ConsoleFiles, type SignInEvent } from '../http/context.ts';
import { responseCache } from '../http/response/cache.ts';
import { listeners as newListeners } from '../http/response/listeners.ts';
import { streams as newStreams } from '../http/response/streams.ts';
import { listen } from '../http/server.ts';
import type { Database } from '../store/maintenance.ts';
import type { AuditLog } from '../store/shared/audit-table.ts';
import { measure } from '../store/shared/measure.ts';
import { tracedStore } from '../store/traced.ts';
import { exporter } from '../trace/exporter.ts';
import type { Metric } from '../trace/otlp.ts';
import { tracer } from '../trace/request.ts';
import { startDeliveries } from '../webhooks/deliveries.ts';
import { startTrimming } from './audit-trim.ts';
import { batch } from './batch.ts';
import { importer } from './importer.ts';
import { requestMetrics } from './metrics.ts';
import { namingSettings } from './port.ts';
import { requestLog } from './request-log.ts';

export type Service = { readonly url: URL; metrics(): Promise<Metric[]>; stop(): Promise<void> };

/** `sharedPort`: other workers listen on the same port. `onRequest` is called with every request, before it is
 * answered. */
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
  const telemetry = telemetryOf(settings);
  const exporting = telemetry && exporter(telemetry);
  const answered = batch<Answered>((some) => {
    requests.add(some);
    log.write(some);
  });
  const hasAuditLog = database.auditLog.isKept;
  // Without log, metrics and audit log, the app can skip the ids and times of requests.
  const isObserved = settings.log !== 'off' || settings.metricsPort !== undefined || hasAuditLog || telemetry;
  let ownUrl = '';
  const publicUrl = () => settings.publicUrl ?? ownUrl;
  const careers = settings.careers === 'on' ? { publicUrl } : undefined;
  const known = directory(database.credentials);
  const people = await signInBy(settings, known, publicUrl);
  const answer = app({
    catalogue,
    store: exporting ? tracedStore(database) : database,
    cache,
    streams,
    listeners,
    token,
    directory: known,
    savedViews: database.savedViews,
    read,
    documentsFor,
    privateFields,
    mcp,
    documents,
    docsScript,
    limits,
    careers,
    signIn: people,
    console: files,
    importer: importer(settings),
    questionSeconds: settings.statementTimeoutSeconds,
    ...(isObserved && { onAnswered: answered.add }),
    ...(exporting && telemetry.traces && { tracer: tracer(telemetry.sample, exporting.record) }),
    ...(hasAuditLog && { actorOf, onSignIn: signInEntries(database.auditLog) }),
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
  const trimming = settings.auditDays ? startTrimming(database.auditLog, settings.auditDays) : undefined;
  exporting?.start(metrics);
  return {
    url: server.url,
    metrics,
    async stop() {
      listeners.stop();
      await Promise.all([server.stop(), deliveries?.stop(), trimming?.stop()]);
      answered.flush();
      await exporting?.stop();
      await log.end();
    },
  };

  async function metrics(): Promise<Metric[]> {
    answered.flush();
    const parts = [cache, streams, listeners, deliveries].flatMap((part) => part?.measures() ?? []);
    const others = [...parts, ...(await database.measures()), memory()];
    return [...requests.read(), ...others, ...(exporting?.measures() ?? [])];
  }
}

/** Sign-ins and sign-outs in the audit log. A refusal that anybody can bring about is none of its entries. */
export const signInEntries =
  (log: Pick<AuditLog, 'add'>) =>
  async ({ action, person, reason, isProven, asker }: SignInEvent): Promise<void> => {
    if (action === 'sign-in.refused' && !isProven) return;
    const actor = { name: `person ${person.name ?? 'unknown'}`, client: asker.client(), requestId: asker.id };
    const detail = [person.subject && `sub ${person.subject}`, person.role && `role ${person.role}`, reason];
    return log.add({ actor, action, detail: detail.filter(Boolean).join('; ') });
  };

async function signInBy(
  settings: Settings,
  directory: Directory,
  publicUrl: () => string,
): Promise<SignIn | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcScopes: scopes } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  // Its cryptography takes some time to load.
  const { signIn } = await import('../access/sign-in/sign-in.ts');
  return signIn({ issuer, clientId, clientSecret, scopes, hours: settings.sessionHours, directory, publicUrl });
}

const memory = () =>
  measure('gauge', 'workforce_resident_bytes', 'Memory that the process has.', process.memoryUsage.rss());

/** For clients on this machine: "all addresses" is none that one can open. */
const originOf = ({ hostname, port, protocol }: URL): string =>
  `${protocol}//${['0.0.0.0', '[::]'].includes(hostname) ? 'localhost' : hostname}${port && `:${port}`}`;

/** `npm run generate` writes these files. They are imported by path, so that the executable has them inside. */
const textOf = (path: unknown): Promise<string> => Bun.file(path as string).text();

export const docsScript = async (): Promise<Uint8Array<ArrayBuffer>> =>
  brotliDecompressSync(await Bun.file(scalar).bytes());
