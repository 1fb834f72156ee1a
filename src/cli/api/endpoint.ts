// A place that records are asked of, and a request that shows it the token, where there is one.
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export type Place = { readonly send: Ask; close(): Promise<void> };

export function withToken(token: string | undefined, init: RequestInit = {}): RequestInit & { headers: Headers } {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}
