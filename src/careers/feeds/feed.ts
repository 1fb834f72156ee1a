// The form of a feed: a text with a beginning, an entry for each job, and an end, so that a long one can be sent while
// it is made.
import type { Addresses } from '../addresses.ts';
import type { Texts } from '../page/texts.ts';
import type { Posting } from '../records/posting.ts';
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

/** A job of a feed, with its address. */
export type Item = { readonly posting: Posting; readonly url: string };

export type Feed = {
  readonly type: string;
  readonly channel: Channel;
  /** `newest`: when the newest job was published. */
  start(context: FeedContext, newest: string | null | undefined): string;
  item(item: Item, isFirst: boolean): string;
  readonly end: string;
};
