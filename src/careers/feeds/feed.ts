// The form of a feed: a text with a beginning, an entry for each job, and an end, so that a long one can be sent while
// it is made; and the elements of those in XML.
import type { Addresses } from '../addresses.ts';
import type { Facts } from '../page/facts.ts';
import { escaped } from '../page/html.ts';
import type { Texts } from '../page/texts.ts';
import type { Channel } from '../visibility.ts';

export type FeedContext = {
  readonly name: string;
  readonly about: string;
  readonly texts: Texts;
  readonly addresses: Addresses;
  /** The address of the feed itself. */
  readonly self: string;
  readonly logo: string | undefined;
};

/** A job of a feed, with its text in HTML and its address. */
export type Item = { readonly job: Facts; readonly text: string; readonly url: string };

export type Feed = {
  readonly type: string;
  readonly channel: Channel;
  /** `newest`: when the newest job was published. */
  start(context: FeedContext, newest: string | null | undefined): string;
  item(item: Item, isFirst: boolean): string;
  readonly end: string;
};

export const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/** With its text escaped; nothing where there is none. */
export const element = (name: string, text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${escaped(String(text))}</${name}>\n`;

/** Job boards want texts in CDATA. Characters that XML does not allow are left out, and no text can end the section. */
export const section = (name: string, text: string | number | null | undefined): string =>
  text === null || text === undefined || text === ''
    ? ''
    : `<${name}><![CDATA[${allowed(String(text)).replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>\n`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const allowed = (text: string): string => text.replace(NOT_ALLOWED, '');

const written = (date: string | null | undefined, write: (at: Date) => string): string | undefined => {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : write(at);
};

/** RFC 822, as RSS has it. */
export const rfc822 = (date: string | null | undefined) => written(date, (at) => at.toUTCString());

export const iso = (date: string | null | undefined) => written(date, (at) => at.toISOString().replace('.000Z', 'Z'));
