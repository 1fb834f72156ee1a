// The context that handlers work with, put together once at start, and the type of a handler.
import { type Access, actorOf as nameOf } from '../access/access.ts';
import type { Directory } from '../access/directory.ts';
import type { readSavedViews } from '../access/saved-views.ts';
import type { SignIn } from '../access/sign-in/sign-in.ts';
import type { Person } from '../access/sign-in/sign-in-error.ts';
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { BASE } from '../contract/product.ts';
import type { Asker } from '../fairness/asker.ts';
import type { Metric } from '../insights/metric.ts';
import type { Actor, Awaitable, PrivateFields, Store } from '../store/store.ts';
import type { Body } from './response/body.ts';
import type { Listeners } from './response/listeners.ts';
import type { Streams } from './response/streams.ts';

export type Context = {
  readonly catalogue: Catalogue;
  readonly store: Store;
  readonly streams: Streams;
  readonly listeners: Listeners;
  /** The write token; without one nothing can be created. */
  readonly token: string | undefined;
  /** The named tokens and sessions; without it there are none. */
  readonly directory?: Directory | undefined;
  /** The saved views of the console; without it there are none. */
  readonly savedViews?: Parameters<typeof readSavedViews>[0] | undefined;
  /** Who may read: everybody, or clients that show a token. */
  readonly read: 'public' | 'token';
  /** Who may read the documents, where it is not everybody. */
  readonly documentsFor?: 'public' | 'token';
  readonly privateFields: PrivateFields;
  /** Finds out who sends a request. Callers have it already, but where everybody reads the same. */
  readonly accessTo: (request: Request, url: string) => Awaitable<Access>;
  /** The headers by which answers about records differ between clients, for `Vary`; empty where they do not. */
  readonly varies: string;
  /** How long a body may take to arrive, where it is not the usual time. */
  readonly bodySeconds?: number;
  /** How long an insight may take, where it is not the usual time. */
  readonly questionSeconds?: number;
  /** The rights of assistants at /mcp; `reads` when it is not given. */
  readonly mcp?: 'off' | 'reads' | 'writes';
  /** The metrics, where they are not the usual ones. */
  readonly insights?: readonly Metric[];
  /** Which day it is, in UTC, where it is not today. */
  readonly today?: () => string;
  /** The files of the web console; without them there is a plain front page. */
  readonly console?: ConsoleFiles | undefined;
  /** Career sites; without it there are none. `publicUrl`: where the service is for others, without a slash at the
   * end. */
  readonly careers?: { readonly publicUrl: () => string } | undefined;
  /** Puts in files and demo data; without it neither is taken. */
  readonly importer?: Importer | undefined;
  /** Who creates a record, for the audit log; without it there is none. */
  readonly actorOf?: ((caller: Caller) => Actor) | undefined;
  /** Sign-in for people; without it there is none. */
  readonly signIn?: SignIn | undefined;
  /** Told of sign-ins and sign-outs before they are answered. */
  readonly onSignIn?: ((event: SignInEvent) => Awaitable<void>) | undefined;
  /** The published documents, as they are served. */
  readonly documents: { readonly openapi: string; readonly swagger: string };
  /** Reads the script of the documentation page; without it there is no such page. */
  readonly docsScript?: () => Promise<Uint8Array<ArrayBuffer>>;
};

export type SignInEvent = {
  readonly action: 'sign-in' | 'sign-in.refused' | 'sign-out';
  /** As far as it is known. `subject`: the provider's id of the person, which is not known at the sign-out. */
  readonly person: Partial<Person> & { readonly role?: string | undefined };
  /** Why it was refused. */
  readonly reason?: string;
  /** Of a refusal: the provider has given tokens for this attempt. Without, anybody may have made it up. */
  readonly isProven?: boolean;
  readonly request: Request;
  readonly asker: Asker;
};

/** The files that `npm run generate` makes of console/: the names of the first script and style, and every file by its
 * name. */
export type ConsoleFiles = {
  readonly script: string;
  /** The words of each language but English, as JSON. */
  readonly words: Readonly<Record<string, string>>;
  readonly style: string;
  readonly files: Readonly<Record<string, string>>;
};

/** Runs commands of this program for the service, one at a time. */
export type Importer = {
  /** The most that a file may have. */
  readonly bytes: number;
  /** `undefined` while another one runs, in whatever process. */
  begin(): Promise<Running | undefined>;
};

export type Running = {
  /** Makes a file in the working folder of the command. */
  create(name: string): Promise<{ write(bytes: Uint8Array): Promise<unknown>; close(): Promise<void> }>;
  /** `actor`: for the audit log. Rejects with the reason of the signal, when the command has ended and nothing was
   * written. */
  run(
    args: readonly string[],
    actor: Actor | undefined,
    on: { readonly line: (line: string) => void; readonly progress?: (done: number, of: number) => void },
    signal: AbortSignal,
  ): Promise<{ readonly code: number; readonly messages: readonly string[] }>;
  end(): void;
};

/** The parts of an address that a handler reads: the query, and the last segment of the path. */
export type Location = { readonly query: string; readonly segment: string };

/** Answers the requests of one route and method. A `Body` may be answered from the cache the next time; a `Response`
 * may not. */
export type Handler = (request: Request, location: Location, caller: Caller) => Awaitable<Response | Body>;

/** Who sent a request, and what they may do. */
export type Caller = Asker & {
  readonly access: Access;
  /** Keeps the connection open, however long the answer takes. */
  readonly patient?: (() => void) | undefined;
};

/** Answers the requests of one route that have a body. */
export type BodyHandler = {
  /** Throws when the client may not send this; called before the body is read. */
  readonly authorize?: (access: Access) => Awaitable<void>;
  /** The body has to be empty, of whatever type, as of a form without fields. */
  readonly takesNoBody?: boolean;
  /** It reads the body itself, as it comes. */
  readonly readsBody?: boolean;
  readonly answer: (request: Request, body: string, caller: Caller) => Awaitable<Response>;
};

/** The rights that an address needs: none, to read some resource, or to read all of these. */
export type Needed = 'nothing' | 'something' | readonly Resource[];

/** `needs`: the resources that a client must be allowed to read for GET, or for a POST that does not check it by
 * itself. */
export type Route = { readonly GET?: Handler; readonly POST?: BodyHandler; readonly needs: Needed };

/** Whether some token may create. */
export const isWritable = ({ token, directory }: Context): Awaitable<boolean> =>
  token !== undefined || (directory?.hasAny() ?? false);

/** The headers by which answers about this resource differ between clients. */
export const variesFor = ({ read, privateFields, varies }: Context, { name }: Resource): string =>
  read === 'token' || privateFields[name] !== undefined ? varies : '';

/** The moment, in UTC; noon of the day, where it is not today. */
export const nowIn = ({ today }: Context): string => (today ? `${today()}T12:00:00.000Z` : new Date().toISOString());

/** Continues with a value: at once when it is there, later when it is a promise. */
export const whenReady = <T, R>(value: Awaitable<T>, next: (value: T) => R): Awaitable<Awaited<R>> =>
  (value instanceof Promise ? value.then(next) : next(value)) as Awaitable<Awaited<R>>;

export const pathOf = (resource: Resource): string => `${BASE}/v1/${resource.name}`;

export const actorOf = (caller: Caller): Actor => ({
  name: nameOf(caller.access),
  client: caller.client(),
  requestId: caller.id,
});
