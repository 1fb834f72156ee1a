// Career sites over HTTP: which address is which page or feed, with the headers and the cache of answers.
import { memoize } from '../../cache/memoize.ts';
import { CAREERS, PICTURE, type SiteFile, siteFiles } from '../../careers/addresses.ts';
import { careers as careersOf, type PageAnswer } from '../../careers/careers.ts';
import type { FileAnswer } from '../../careers/feeds/files.ts';
import { logos } from '../../careers/logos.ts';
import { closedPage } from '../../careers/page/notice-page.ts';
import { hasCareers } from '../../careers/records/reader.ts';
import type { Target } from '../../careers/sites.ts';
import { Refusal, tried } from '../../contract/errors.ts';
import type { Asker } from '../../fairness/asker.ts';
import { type Context, type Handler, nowIn } from '../context.ts';
import { hostIn, splitAddress } from '../request/address.ts';
import { type Body, bodyHeaders } from '../response/body.ts';
import {
  careersPageHeaders,
  feedHeaders,
  fileHeaders,
  fixed,
  NO_STORE,
  pageHeaders,
  textHeaders,
} from '../response/responses.ts';
import { batchesOf, inPieces } from '../response/streams.ts';

/** Jobs of a feed that is made as a whole, so that it can be kept and compressed. */
const WHOLE = 200;
/** Characters of a policy. */
const LONG = 4096;

export function careersRoutes(context: Context) {
  const { careers: settings, streams } = context;
  if (!settings || !hasCareers(context.catalogue)) return undefined;
  const careers = careersOf({ ...context, publicUrl: settings.publicUrl, now: () => nowIn(context) });
  /** Pages of one brand have the same headers. */
  const pageHeadersFor = memoize((policy: string) => bodyHeaders(careersPageHeaders(policy)), String, LONG);

  function sent({ status, page, until }: PageAnswer): Response | Body {
    if (status === 200) return { content: page.content, headers: pageHeadersFor(page.policy), until };
    return new Response(page.content, { status, headers: { ...pageHeaders(page.policy), ...NO_STORE } });
  }

  async function sentFile(request: Request, file: FileAnswer, asker: Asker): Promise<Response | Body> {
    const headers = feedHeaders(file.type);
    if (file.size <= WHOLE) {
      let content = '';
      for await (const part of file.parts()) content += part;
      return { content, headers: bodyHeaders(headers), until: file.until };
    }
    // The state of the file says whether it is the same; the file need not be made for that.
    const tag = `W/"${Bun.hash(file.state).toString(36)}"`;
    const tagged = { ...headers, ETag: tag };
    if (request.headers.get('if-none-match')?.includes(tag.slice(2)))
      return new Response(null, { status: 304, headers: tagged });
    if (request.method === 'HEAD') return new Response(null, { headers: tagged });
    return streams.send(async () => batchesOf(inPieces(file.parts())), tagged, asker);
  }

  /** `rest`: the segments of the path below the site, decoded. */
  async function answer(target: Target, rest: readonly string[], query: string, request: Request, asker: Asker) {
    const [first, second] = rest;
    if (first === undefined) return sent(await careers.site(target, query));
    if (second === undefined && isFile(first)) {
      const file = await careers.file(target, first, partIn(query));
      if (file) return sentFile(request, file, asker);
    }
    if (rest.at(-1) === PICTURE.name && (rest.length === 1 || rest.length === 3)) {
      const content = await careers.picture(target, ...rest.slice(0, -1));
      if (content) return { content, headers: pictureHeaders };
    }
    if (rest.length === 2) return sent(await careers.job(target, first, second!));
    return sent(await careers.notice(target, 'notFound'));
  }

  const guarded =
    (handler: Handler): Handler =>
    async (...asked) => {
      try {
        return await handler(...asked);
      } catch (thrown) {
        if (!(thrown instanceof Refusal) || thrown.code !== 'unavailable') throw thrown;
        const { content, policy } = closedPage();
        return new Response(content, {
          status: 503,
          headers: { ...pageHeaders(policy), ...NO_STORE, ...thrown.headers },
        });
      }
    };

  const below = guarded(async (request, _, asker) => {
    const { path, query } = splitAddress(request.url);
    const segments = decoded(path.slice(CAREERS.length + 1));
    const target = segments && (await careers.siteNamed(segments[0]!));
    return target ? answer(target, segments.slice(1), query, request, asker) : sent(careers.missing());
  });

  const robots = guarded(async (request) => {
    const own = await careers.siteAt(hostIn(request.url));
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /console', 'Disallow: /mcp', ''];
    if (own) lines.push(`Sitemap: ${careers.sitemapOf(own)}`);
    else for (const sitemap of await careers.sitemaps()) lines.push(`Sitemap: ${sitemap}`);
    return { content: `${lines.join('\n')}\n`, headers: bodyHeaders(textHeaders('')) };
  });

  const front = guarded(async (_, { query }) => {
    const after = Number(new URLSearchParams(query).get('after'));
    return sent(await careers.front(Number.isSafeInteger(after) && after > 0 ? after : 0));
  });

  const exact: [string, Handler][] = [
    [CAREERS, front],
    ['/robots.txt', robots],
    ...Object.entries(logos).map(([name, svg]): [string, Handler] => [
      `${CAREERS}/logos/${name}`,
      fixed(svg, { ...fileHeaders('image/svg+xml'), 'Cache-Control': 'public, max-age=86400' }),
    ]),
  ];
  return {
    exact,
    /** Everything below /careers. */
    below,
    /** An address that is nothing else: a page of a site on its own domain; `otherwise` where it is none. */
    atDomain: (otherwise: Handler) =>
      guarded(async (request, location, asker) => {
        const target = await careers.siteAt(hostIn(request.url));
        if (!target) return otherwise(request, location, asker);
        const { path, query } = splitAddress(request.url);
        const segments = path === '/' ? [] : decoded(path.slice(1));
        return answer(target, segments ?? ['', '', ''], query, request, asker);
      }),
    isDomain: careers.isKnownHost,
  };
}

const pictureHeaders = bodyHeaders(feedHeaders(PICTURE.type));

const isFile = (name: string): name is SiteFile => (siteFiles as readonly string[]).includes(name);

/** Of a sitemap. */
function partIn(query: string): number | undefined {
  const part = new URLSearchParams(query).get('part');
  return part !== null && /^[1-9]\d{0,5}$/.test(part) ? Number(part) : undefined;
}

/** The segments of a path; `undefined` where one cannot be read. */
const decoded = (path: string): string[] | undefined => tried(() => path.split('/').map(decodeURIComponent));
