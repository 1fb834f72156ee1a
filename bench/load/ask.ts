// One question at a time, for preparing a measurement: what is there to ask for, and does it answer as it should?
import { BenchError } from '../options.ts';

export async function ask(url: string, status = 200, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity', ...headers } });
  if (response.status !== status) throw new BenchError(`${url} answers ${response.status}, not ${status}`);
  return response;
}

export async function total(url: string): Promise<number> {
  const { meta } = (await (await ask(url)).json()) as { meta: { total: number } };
  return meta.total;
}
