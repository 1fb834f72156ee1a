// The parts of an address, as it was sent.

/** The raw path, still percent-encoded, without a trailing slash; and the raw query. */
export function splitAddress(url: string): { path: string; query: string } {
  // Without a Host header, as in HTTP/1.0, the URL is the path alone.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const question = url.indexOf('?', start);
  const path = question < 0 ? url.slice(start) : url.slice(start, question);
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return { path: trimmed, query: question < 0 ? '' : url.slice(question + 1) };
}

/** The host that the client named, with its port; '' where it named none. */
export function hostIn(url: string): string {
  if (url.startsWith('/')) return '';
  const start = url.indexOf('://') + 3;
  return url.slice(start, url.indexOf('/', start));
}
