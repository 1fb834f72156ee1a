// The same two requests in json-server as its command runs them, without the log line that it writes for each request.
import jsonServer from 'json-server';

const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false }));
server.use(jsonServer.router(process.argv[2]));
const listening = server.listen(0, '127.0.0.1', () => {
  console.log(`json-server on http://127.0.0.1:${listening.address().port}`);
});
