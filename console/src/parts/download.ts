// Saves a file: one that was made here, or one of the service that takes the token, which a link does not send.
import { reach } from '../data/api.ts';
import { me } from '../data/rights.ts';
import { headersWith, token } from '../data/token.ts';
import { say } from '../words/say.ts';
import { notify } from './copy.tsx';

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Whether a link would be refused, or leave out what the token shows. */
export const takesToken = ({ origin, pathname }: URL): boolean =>
  token.peek() !== undefined &&
  me.peek()?.who?.kind === 'token' &&
  origin === window.location.origin &&
  /^\/(api|calendar)\//.test(pathname);

export async function downloadWithToken(url: URL, name: string): Promise<void> {
  notify(say('Downloading…'));
  try {
    const response = await reach(url.href, { headers: headersWith(token.peek()) });
    if (!response.ok) throw new Error(say('The service answers {status}.', { status: response.status }));
    download(name || url.pathname.split('/').at(-1)!, await response.blob());
    notify(say('Downloaded'));
  } catch (error) {
    notify(say('Not downloaded: {reason}', { reason: (error as Error).message }));
  }
}
