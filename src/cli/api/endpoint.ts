// The type of an endpoint, which answers requests for records: a service elsewhere, or the app in this process.
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export type Endpoint = { readonly send: Send; close(): Promise<void> };

export function withToken(token: string | undefined, init: RequestInit = {}): RequestInit & { headers: Headers } {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}
