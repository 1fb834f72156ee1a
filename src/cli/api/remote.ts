// A service elsewhere, at the address that --url names.
import { BASE } from '../../contract/product.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { visible } from '../terminal/visible.ts';
import { type Place, withToken } from './endpoint.ts';

/** `token`: is shown with every request. */
export function remoteService(url: string, token?: string): Place {
  const base = addressOf(url);
  return {
    async send(path, init) {
      const response = await fetch(base + path, { ...withToken(token, init), redirect: 'manual' }).catch((error) => {
        if (init?.signal?.aborted) throw init.signal.reason;
        throw new CommandError('unavailable', `${base} does not answer (${error.code ?? error.message}).`);
      });
      if (response.status < 300 || response.status >= 400) return response;
      const elsewhere = visible(response.headers.get('location') ?? 'nowhere');
      throw new CommandError('failed', `${base} sends to ${elsewhere}; give that as --url.`);
    },
    close: async () => undefined,
  };
}

/** The address with or without `/api` at its end. */
function addressOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.search !== '')
    throw new UsageError('--url is no address of a service; it is written http://host:8080 or https://host.');
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '').replace(new RegExp(`${BASE}$`), '');
}
