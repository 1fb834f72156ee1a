// Many who ask the same at once: few answers, none of which was begun before it was asked for.
import { expect, test } from 'bun:test';
import { inTurns } from '../../src/fairness/shared-work.ts';
import { fc } from '../harness/random/fc.ts';

test('those who ask while an answer is under way share the next one', async () => {
  const begun: PromiseWithResolvers<string>[] = [];
  const ask = inTurns(() => {
    const answer = Promise.withResolvers<string>();
    begun.push(answer);
    return answer.promise;
  });
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]!.resolve('first');
  expect(await first).toBe('first');
  expect(begun).toHaveLength(2);
  const last = ask();
  begun[1]!.resolve('second');
  expect(await Promise.all(others)).toEqual(['second', 'second', 'second']);
  begun[2]!.resolve('third');
  expect(await last).toBe('third');
  expect(begun).toHaveLength(3);
});

test('a failure is for those who share it; the next answer is another one', async () => {
  let count = 0;
  const ask = inTurns(async () => {
    await Bun.sleep(1);
    if (++count === 1) throw new Error('lost');
    return count;
  });
  const [failing, next] = [ask(), ask()];
  expect(failing).rejects.toThrow('lost');
  expect(await next).toBe(2);
  expect(await ask()).toBe(3);
});

test('whenever they ask and however long it takes, an answer is at least as new as its question', async () => {
  const steps = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, async (asked) => {
      let [version, under, most] = [0, 0, 0];
      const pauses = asked.map(([pause]) => pause);
      const ask = inTurns(async () => {
        const seen = version;
        most = Math.max(most, ++under);
        for (let turn = pauses[seen % pauses.length]!; turn > 0; turn--) await Promise.resolve();
        under--;
        return seen;
      });
      const answers = [];
      for (const [, pause] of asked) {
        const wanted = ++version;
        answers.push(ask().then((seen) => expect(seen).toBeGreaterThanOrEqual(wanted)));
        for (let turn = pause; turn > 0; turn--) await Promise.resolve();
      }
      await Promise.all(answers);
      expect(most).toBe(1);
    }),
    { numRuns: 300 },
  );
});
