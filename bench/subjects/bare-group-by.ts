// SQLite alone: runs a statement on the file of a database, through the runtime's own driver, and returns the
// milliseconds it took. `/?sql=SELECT…`. Argument: the file
import { Database } from 'bun:sqlite';

const db = new Database(process.argv[2], { readonly: true });
// Little, because it reads every page once.
db.run('PRAGMA cache_size = -32768');

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  idleTimeout: 120,
  fetch(request) {
    const sql = new URL(request.url).searchParams.get('sql');
    if (sql === null) return new Response('ready');
    const statement = db.prepare(sql);
    const startedAt = performance.now();
    const rows = statement.values().length;
    const time = performance.now() - startedAt;
    statement.finalize();
    return Response.json({ rows, time });
  },
});
console.log(`bare SQLite on ${server.url.href}`);
