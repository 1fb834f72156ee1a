// Clients that ask heavy questions without pause. They are a process of their own, because the one that measures must
// not wait for them. `/?from=7&seconds=2` asks from that number on, and returns how many were asked when the last is
// answered. Arguments: URL CLIENTS
import { heavyQuestions } from './heavy-questions.ts';

export type Asked = { readonly answered: number; readonly refused: number; readonly seconds: number };

/** A service may refuse what is too much for it. The client then waits this many milliseconds. */
const AFTER_REFUSAL = 100;

const [url = '', clients] = process.argv.slice(2);
const questions = await heavyQuestions(url);

async function ask(from: number, seconds: number): Promise<Asked> {
  const startedAt = performance.now();
  let [number, answered, refused] = [from, 0, 0];
  const client = async () => {
    while (performance.now() - startedAt < 1000 * seconds) {
      const path = questions[number % questions.length]!.path(number);
      number += 1;
      const { status } = await answerOf(path);
      if (status === 200) answered += 1;
      else if (status === 503) refused += 1;
      else throw new Error(`${path} answers ${status}`);
      if (status === 503) await Bun.sleep(AFTER_REFUSAL);
    }
  };
  await Promise.all(Array.from({ length: Number(clients) }, client));
  return { answered, refused, seconds: (performance.now() - startedAt) / 1000 };
}

async function answerOf(path: string): Promise<Response> {
  const response = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
  await response.arrayBuffer();
  return response;
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  // The last answers may take long.
  idleTimeout: 0,
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    const seconds = searchParams.get('seconds');
    return seconds
      ? Response.json(await ask(Number(searchParams.get('from')), Number(seconds)))
      : new Response('ready');
  },
});
console.log(`heavy clients on ${server.url.href}`);
