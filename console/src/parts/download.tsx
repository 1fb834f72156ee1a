// Saves a file: one that was made here, or one of the service that takes the token, which a link does not send. And the
// menu of the files that a page can be had as.
import type { ComponentChildren } from 'preact';
import { reach } from '../data/api.ts';
import { me } from '../data/rights.ts';
import { headersWith, token } from '../data/token.ts';
import { say } from '../words/say.ts';
import { notify } from './copy.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

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

const TITLES = { xlsx: 'Excel', csv: 'CSV', ndjson: 'NDJSON' };
export type FileFormat = keyof typeof TITLES;

type Props = {
  /** Of the files, before the dot. */
  name: string;
  /** Where the service has the file. */
  hrefOf: (format: FileFormat) => string;
  /** The formats besides the workbook, and what a line of each is. */
  lines: Readonly<Partial<Record<FileFormat, string>>>;
  /** What can be said about the files. */
  children?: ComponentChildren;
};

export function Downloads({ name, hrefOf, lines, children }: Props) {
  const files = Object.entries({ xlsx: say('with dates and numbers'), ...lines }) as [FileFormat, string][];
  return (
    <Menu
      label={
        <>
          <Icon name="download" />
          {say('Download')}
        </>
      }
    >
      {(close) => (
        <div class="menu-list">
          {files.map(([format, about]) => (
            <a key={format} href={hrefOf(format)} download={`${name}.${format}`} onClick={close}>
              {TITLES[format]} <small>{about}</small>
            </a>
          ))}
          {children}
        </div>
      )}
    </Menu>
  );
}
