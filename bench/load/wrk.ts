// The load generator: one run of wrk. A response that is not 2xx or 3xx makes the run fail, unless all have to be
// refused.
import { join } from 'node:path';
import { BenchError } from '../options.ts';
import { LOAD_CORE, run } from './processes.ts';

export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Record<string, string>;
  readonly script?: { readonly name: 'walk' | 'post' | 'wrong-tokens'; readonly args: readonly (string | number)[] };
  /** All answers are refused, as they have to be. */
  readonly isRefused?: boolean;
};
export type Measured = { readonly rate: number; readonly requests: number };

export function requireWrk(): void {
  if (Bun.which('wrk') === null)
    throw new BenchError('wrk makes the load and is not installed: apt-get install wrk, or brew install wrk.');
}

export async function wrk({ url, connections, seconds, headers = {}, script, isRefused }: Load): Promise<Measured> {
  const output = await run(
    [
      ...['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(script ? ['-s', join(import.meta.dir, 'lua', `${script.name}.lua`)] : []),
      url,
      ...(script ? ['--', ...script.args.map(String)] : []),
    ],
    { cores: LOAD_CORE },
  );
  return parsed(output, url, isRefused);
}

function parsed(output: string, url: string, isRefused = false): Measured {
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  const broken = /Socket errors: .*/.exec(output)?.[0];
  if (broken || failed !== (isRefused ? requests : 0))
    throw new BenchError(`${url} failed under load: ${broken ?? `${failed} of ${requests} are not 2xx or 3xx`}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(rate > 0)) throw new BenchError(`wrk printed no rate for ${url}: ${output}`);
  return { rate, requests };
}
