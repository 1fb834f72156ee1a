// The limit: bare Bun.serve with static routes. It answers `/item`, `/page` and `/empty` with the bytes and headers of
// the files it is given, whatever the number or query behind them, and no code of ours runs for a request.
type Answer = { readonly body: string; readonly headers: Record<string, string> };

const { item, page } = (await Bun.file(process.argv[2] ?? '').json()) as { item: Answer; page: Answer };
const fixed = ({ body, headers }: Answer) => new Response(body, { headers });

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  routes: {
    '/item': fixed(item),
    '/item/*': fixed(item),
    '/page': fixed(page),
    '/empty': new Response(null, { status: 204 }),
    '/empty-200': new Response(''),
    // What a function costs that does nothing: for comparison, no part of the limit.
    '/handler/item': () => fixed(item),
    '/handler/page': () => fixed(page),
  },
});
console.log(`static answers on ${server.url.href}`);

export {};
