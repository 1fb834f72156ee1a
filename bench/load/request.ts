// Single requests that prepare a measurement. A status that was not expected is an error.
import { BenchError } from '../options.ts';

export async function request(url: string, status = 200, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity', ...headers } });
  if (response.status !== status) throw new BenchError(`${url} answers ${response.status}, not ${status}`);
  return response;
}

export async function totalOf(url: string): Promise<number> {
  const { meta } = (await (await request(url)).json()) as { meta: { total: number } };
  return meta.total;
}

/** Milliseconds from asking for a page of a list to the end of its answer, and the total that it states. */
export async function timedPage(url: string): Promise<{ time: number; total: number }> {
  const startedAt = performance.now();
  const text = await (await request(url)).text();
  return { time: performance.now() - startedAt, total: Number(/"total":(\d+)[^[\]]*$/.exec(text)?.[1]) };
}
