// The limit of the runtime: bare Bun.serve with the bodies and headers of a file, whatever the id or query of the
// request. `/handler/…` is a function that returns them ready-made: the most that a program on this runtime can reach
// if it reads requests. The other paths are static routes, for which no JavaScript runs.
type Answer = { readonly body: string; readonly headers: Record<string, string> };

const { item, page } = (await Bun.file(process.argv[2] ?? '').json()) as { item: Answer; page: Answer };
const fixed = ({ body, headers }: Answer) => new Response(body, { headers });

function handler({ body, headers }: Answer): () => Response {
  const bytes = Buffer.from(body);
  const init = { headers: new Headers(headers) };
  return () => new Response(bytes, init);
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  routes: {
    '/item': fixed(item),
    '/item/*': fixed(item),
    '/page': fixed(page),
    '/empty': new Response(null, { status: 204 }),
    '/handler/item': handler(item),
    '/handler/item/*': handler(item),
    '/handler/page': handler(page),
    '/handler/empty': () => new Response(null, { status: 204 }),
  },
});
console.log(`static answers on ${server.url.href}`);

export {};
