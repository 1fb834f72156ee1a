// How long look-ups take: a secret that is nearly right takes as long as any other wrong one.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { directory } from '../../src/access/directory.ts';
import { newSecret } from '../../src/access/secret.ts';
import { emptyDatabase } from '../harness/databases.ts';
import { almost } from './almost.ts';
import { issue, open } from './world.ts';

setDefaultTimeout(120_000);

const [ROUNDS, SECRETS] = [1500, 50];

test('nearly right and wholly wrong secrets take the same time', async () => {
  const credentials = await open(await emptyDatabase('embedded'));
  const many = (make: () => string | Promise<string>) => Promise.all(Array.from({ length: SECRETS }, make));
  const right = await many(() => issue(credentials, 'token'));
  const { now } = await credentials.read();
  const sorts = {
    right,
    'nearly right': right.map(almost),
    unknown: await many(() => newSecret('token')),
    malformed: right.map((each) => `${each.slice(0, 36)}000000`),
    revoked: await many(() => issue(credentials, 'token', { revoked_at: now })),
    expired: await many(() => issue(credentials, 'token', { expires_at: now })),
  };
  // A clock that stands still: nothing is read again, and nothing is waited for.
  const known = directory(credentials, () => 0);
  await known.roles();
  const copies = Object.entries(sorts).map(([name, secrets]) => ({
    ...{ name, times: [] as number[], secrets: secrets.map((each) => Buffer.from(each).toString()) },
  }));
  for (let round = 0; round < ROUNDS; round++)
    // Each of them is first as often as the others.
    for (let n = 0; n < copies.length; n++) {
      const { secrets, times } = copies[(round + n) % copies.length]!;
      const began = performance.now();
      for (const secret of secrets) known.find(secret, 'token');
      times.push((performance.now() - began) / SECRETS);
    }
  const median = Object.fromEntries(
    copies.map(({ name, times }) => [name, times.sort((a, b) => a - b)[ROUNDS / 2]! * 1e6]),
  );
  console.info(`nanoseconds: ${Object.entries(median).map(([name, time]) => `${name} ${Math.round(time)}`)}`);
  for (const [name, [first]] of Object.entries(sorts))
    expect(await known.find(first!, 'token')).toMatchObject(
      name === 'right' ? { kind: 'token' } : { refused: name === 'nearly right' ? 'unknown' : name },
    );
  const ratio = median['nearly right']! / median.unknown!;
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
});
