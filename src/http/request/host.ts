// The Host header. The runtime takes any, also several; where a proxy reads another one than we do, they speak of
// different requests.

/** Names, addresses and ports. The values of two headers come with a comma between them, which is in none of these. */
const HOST = /^[\w.~!$&'()*+;=:%[\]-]*$/;

/** Without one it is HTTP/1.0: the runtime refuses other requests that have none. */
export function hasClearHost({ headers }: Request): boolean {
  const host = headers.get('host');
  return host === null || HOST.test(host);
}
