// Runs one attack in a process of its own, so that it does not slow down the one that measures: bun attacker.ts NAME
// URL PID, with the token in WORKFORCE_API_TOKEN. It goes on until its standard input ends, and then prints what came
// of its requests.
import { attacks } from './attacks.ts';

const [name, url, pid] = process.argv.slice(2);
const attack = attacks.find((each) => each.name === name);
if (!attack || !url || !pid) throw new Error(`bun attacker.ts NAME URL PID, where NAME is one of: ${namesOf()}`);

const counted: Record<string, number> = {};
attack.start({ url, token: process.env.WORKFORCE_API_TOKEN ?? '', pid: Number(pid) }, (what) => {
  counted[what] = (counted[what] ?? 0) + 1;
});
console.log('started');
await Bun.stdin.text();
console.log(JSON.stringify(counted));
// Requests that still wait for their answers are dropped.
process.exit(0);

function namesOf(): string {
  return attacks.map((each) => each.name).join(', ');
}
