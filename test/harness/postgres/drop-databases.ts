// Drops the databases whose addresses it reads, one a line, once its standard input ends, which is when the tests end that
// made them on a server that is not theirs.
import { query } from './server.ts';

const [server = ''] = process.argv.slice(2);
const made = (await Bun.stdin.text()).split('\n').filter(Boolean);
for (const name of made) await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
