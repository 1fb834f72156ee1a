// A server that does nothing: what it takes to answer is the machine's part of what a service takes. Prints its
// address.
const { url } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('{}') });
console.log(url.origin);
