// A service with sign-in, and a browser as far as sign-in needs one: cookies of one host, and redirects that are
// followed by hand.
import { type Directory, directory } from '../../src/access/directory.ts';
import { EVERYTHING, roleKey } from '../../src/access/scopes.ts';
import { type SignInSettings, signIn } from '../../src/access/sign-in/sign-in.ts';
import type { SignInEvent } from '../../src/http/context.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';
import { CLIENT } from './own-provider.ts';

export type SignInService = Service & {
  readonly events: SignInEvent[];
  /** All that there ever were, the newest last. */
  sessions(): Promise<readonly { readonly role: string; readonly subject: string | null }[]>;
};

/** Roles with all rights, which are called by the part behind the equals sign. */
export async function addRoles({ credentials }: Pick<Database, 'credentials'>, ...matches: string[]): Promise<void> {
  for (const [at, match] of matches.entries()) {
    const name = match.replace(/^.*=/, '');
    await credentials.add({
      ...{ digest: roleKey(name), kind: 'role', name, scopes: JSON.stringify(EVERYTHING), claim: match },
      ...{ created_at: at, expires_at: null, used_at: null, revoked_at: null },
    });
  }
}

export async function startSignIn(
  settings: Partial<SignInSettings> & { issuer: string; roles?: string[] },
  options: ServiceOptions = {},
): Promise<SignInService> {
  const events: SignInEvent[] = [];
  let url = '';
  const protocol = (known: Directory) =>
    signIn({
      ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret, scopes: 'openid profile email', hours: 12 },
      ...{ directory: known, publicUrl: () => url, keyCooldown: 0, ...settings },
    });
  const onSignIn = (event: SignInEvent) => {
    events.push(event);
  };
  const service = await startService({
    filled: false,
    ...options,
    partsOf({ credentials }) {
      const known = directory(credentials);
      return { directory: known, signIn: protocol(known), onSignIn };
    },
  });
  url = service.url;
  await addRoles(service.store, ...(settings.roles ?? ['groups=hr-team']));
  return {
    ...service,
    events,
    async sessions() {
      const { rows } = await service.store.credentials.read();
      const sessions = rows.filter(({ kind }) => kind === 'session').sort((a, b) => a.created_at - b.created_at);
      return sessions.map(({ scopes, claim }) => ({ role: JSON.parse(scopes)[0], subject: claim }));
    },
  };
}

export function visitor(service: { url: string }) {
  const cookies = new Map<string, string>();
  const visit = {
    cookies,
    async ask(address: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
      const url = new URL(address, service.url).href;
      const ours = url.startsWith(`${service.url}/`);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { Accept: 'text/html', ...(ours && cookie && { Cookie: cookie }), ...init.headers };
      const response = await fetch(url, { redirect: 'manual', ...init, headers });
      for (const text of ours ? response.headers.getSetCookie() : []) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
        if (/Max-Age=0/.test(text)) cookies.delete(name!);
        else cookies.set(name!, value!);
      }
      return response;
    },
    /** The way to the provider and back: the address that it sends the browser to, with the code in it. */
    async toProvider(to = '/console/leave'): Promise<string> {
      const started = await visit.ask(`/auth/sign-in?to=${encodeURIComponent(to)}`);
      const answered = await visit.ask(started.headers.get('location')!);
      return answered.headers.get('location')!;
    },
    /** The whole way: the answer to the callback. */
    signIn: async (to?: string): Promise<Response> => visit.ask(await visit.toProvider(to)),
    me: async (): Promise<any> => (await visit.ask('/auth/me')).json(),
    isSignedIn: async (): Promise<boolean> => (await visit.me()).who !== null,
  };
  return visit;
}
