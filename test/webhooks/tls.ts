// A process for send.test.ts, which sees other certificates of authorities: sends to a server with the test certificate
// by three names.
import { send } from '../../src/webhooks/send.ts';
import { repositoryFile } from '../harness/paths.ts';

const certificates = repositoryFile('test/harness/postgres/certificates');
let received = 0;
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  tls: { cert: Bun.file(`${certificates}/localhost.crt`), key: Bun.file(`${certificates}/localhost.key`) },
  fetch() {
    received += 1;
    return new Response('');
  },
});
const to = (host: string) =>
  send(
    { url: `https://${host}:${server.port}/`, headers: {}, body: '{}' },
    { allowPrivate: true, timeout: 10_000, resolve: async () => ['127.0.0.1'] },
  );
const answers = { localhost: await to('localhost'), address: await to('127.0.0.1'), other: await to('other.example') };
console.log(JSON.stringify({ ...answers, received }));
process.exit();
