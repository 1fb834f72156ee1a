// `npm test -- dates`: what depends on the time, under moved clocks and in zones of both ends of the world. A clock runs
// on from the moment that is given, in the tests and in all processes of ours that they start (harness/clock.ts);
// PostgreSQL has its own.
import { repositoryFile } from './harness/paths.ts';

const twoYears = new Date();
twoYears.setUTCFullYear(twoYears.getUTCFullYear() + 2);

const clocks: readonly (readonly [name: string, moment: string, zone: string])[] = [
  ['29 February', '2028-02-29T10:30:00Z', 'Pacific/Auckland'],
  ["New Year's Eve, ten seconds before midnight", '2026-12-31T23:59:50Z', 'America/Los_Angeles'],
  ['the last day of a month of 30 days', '2027-04-30T11:59:30Z', 'Pacific/Auckland'],
  ['two years from now', twoYears.toISOString(), 'America/Los_Angeles'],
];

let running: Bun.Subprocess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal));

const red: string[] = [];
for (const [name, moment, zone] of clocks) {
  console.log(`\n${name}: ${moment}, ${zone}`);
  running = Bun.spawn([process.execPath, repositoryFile('test/run.ts'), 'dated', ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit'],
    env: { ...process.env, TEST_CLOCK: moment, TZ: zone },
  });
  const code = await running.exited;
  if (running.signalCode) process.exit(1);
  if (code !== 0) red.push(`  TEST_CLOCK=${moment} TZ=${zone} npm test -- dated   (${name})`);
}
if (red.length > 0) console.log(`\nFailed under these clocks:\n${red.join('\n')}`);
process.exit(red.length === 0 ? 0 : 1);
