// Reads names of databases from its standard input, one a line, and drops them when that ends. The process that made
// the databases holds the other end, so they are dropped when it ends, however it ends.
import { query } from './server.ts';

const [server = ''] = process.argv.slice(2);
const made = (await Bun.stdin.text()).split('\n').filter(Boolean);
for (const name of made) {
  // Where the server ends at the same time, the driver would try to reach it without end.
  const giveUp = setTimeout(() => process.exit(), 10_000);
  await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  clearTimeout(giveUp);
}
