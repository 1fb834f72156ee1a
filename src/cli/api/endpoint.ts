// The type of an endpoint, which answers requests for records: a service elsewhere, or the app in this process.
import { BASE } from '../../contract/product.ts';
import type { Send } from '../../mcp/tool.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { escapeControls } from '../terminal/terminal.ts';

export type Endpoint = { readonly send: Send; close(): Promise<void> };

export function withToken(token: string | undefined, init: RequestInit = {}): RequestInit & { headers: Headers } {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** The token goes with every request. */
export function remoteEndpoint(url: string, token?: string): Endpoint {
  const base = baseOf(url);
  return {
    async send(path, init) {
      const response = await fetch(base + path, { ...withToken(token, init), redirect: 'manual' }).catch((error) => {
        if (init?.signal?.aborted) throw init.signal.reason;
        throw new CommandError('unavailable', `${base} does not answer (${error.code ?? error.message}).`);
      });
      if (response.status < 300 || response.status >= 400) return response;
      const location = escapeControls(response.headers.get('location') ?? 'nowhere');
      throw new CommandError('failed', `${base} sends to ${location}; give that as --url.`);
    },
    close: async () => undefined,
  };
}

/** Paths are added to it, so it has no `/api` at its end, whether the address has it or not. */
function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.search !== '')
    throw new UsageError('--url is no address of a service; it is written http://host:8080 or https://host.');
  return `${parsed.origin}${parsed.pathname}`.replace(/(?<!\/)\/+$/, '').replace(new RegExp(`${BASE}$`), '');
}
