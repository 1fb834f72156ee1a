// Fairness: turns (who is next, who is refused), the lane for long questions that is made of them (who shares an answer,
// what ends one that nobody wants, what is remembered), answers that many ask for at once, and work in pieces.
import { describe, expect, test } from 'bun:test';
import { Refusal } from '../../src/contract/errors.ts';
import { inTurns } from '../../src/fairness/shared-work.ts';
import { pauses } from '../../src/fairness/slices.ts';
import { type TurnLimits, turns } from '../../src/fairness/turns.ts';
import { lane, type Question, type Result } from '../../src/store/shared/lane/lane.ts';
import { fc } from '../harness/random/fc.ts';
import { waitUntil } from '../harness/wait-until.ts';

const MIB = 1024 * 1024;
const LIMITS: TurnLimits = { places: 1, waiting: 4, milliseconds: 60_000, busy: 'Busy.', retryAfter: 3 };
const by = (client: string) => ({ client: () => client, signal: () => new AbortController().signal });
/** Lets everything that is settled go on: by turns of the event loop, since on a busy machine many milliseconds may be
 * one. */
const settled = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 2));
};
const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
  const refusal = await promise.then(
    () => undefined,
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  return refusal;
};

describe('turns', () => {
  /** Takes a turn for each client, in this order, and returns the order in which they get it when each is over at
   * once. */
  async function order(clients: string, limits: Partial<TurnLimits> = {}): Promise<string> {
    const line = turns({ ...LIMITS, waiting: 100, ...limits });
    const end = await line.take({ asker: by('first') });
    const served: string[] = [];
    const all = [...clients].map(async (client) => {
      const pass = await line.take({ asker: by(client) });
      served.push(client);
      await settled();
      pass();
    });
    end();
    await Promise.all(all);
    expect([line.running(), line.waiting()]).toEqual([0, 0]);
    return served.join('');
  }

  test.each([
    ['aaaabc', 'abcaaa'],
    ['abcabc', 'abcabc'],
    ['', ''],
  ])('clients %s are served in the order %s', async (clients, expected) => {
    expect(await order(clients)).toBe(expected);
  });

  test('a client that has one already comes after one that has none', async () => {
    expect(await order('aaab', { places: 2 })).toBe('abaa');
  });

  test('when too many wait, the client with the most gives way, and is told when to try again', async () => {
    const line = turns(LIMITS);
    const end = await line.take({ asker: by('a') });
    const waiting = Array.from({ length: 4 }, () => line.take({ asker: by('a') }));
    expect(await refusalOf(line.take({ asker: by('a') }))).toMatchObject({
      message: 'Busy.',
      headers: { 'Retry-After': '3' },
    });
    const other = line.take({ asker: by('b') });
    await refusalOf(waiting[3]!);
    end();
    for (const take of [other, waiting[0]!, waiting[1]!, waiting[2]!]) (await take)();
    expect([line.running(), line.waiting()]).toEqual([0, 0]);
  });

  test('one that waits too long is refused, and one that is not wanted any more leaves', async () => {
    const line = turns({ ...LIMITS, milliseconds: 20 });
    const end = await line.take();
    const [late, leaving] = [line.take(), new AbortController()];
    const gone = line.take({ signal: leaving.signal });
    leaving.abort(new Error('gone'));
    expect(gone).rejects.toThrow('gone');
    await refusalOf(late);
    expect(line.waiting()).toBe(0);
    end();
    (await line.take())();
  });

  test('a client that has most of them is asked to give one up to one that has none, and only then', async () => {
    const line = turns({ ...LIMITS, places: 3 });
    const given: number[] = [];
    const ends = await Promise.all([0, 1, 2].map((i) => line.take({ asker: by('a'), giveWay: () => given.push(i) })));
    const own = line.take({ asker: by('a') });
    await settled();
    expect(given).toEqual([]);
    const other = line.take({ asker: by('b') });
    await settled();
    expect(given).toEqual([2]);
    ends[2]!();
    const end = await other;
    for (const each of [ends[0]!, ends[1]!, end]) each();
    (await own)();
    expect(line.running()).toBe(0);
  });
});

describe('the lane', () => {
  type Run = { readonly signal: AbortSignal; answer(value: string): void; fail(reason: Error): void };

  function opened({ places = 1, seconds = 60 } = {}) {
    const runs: Run[] = [];
    const line = lane({ places, seconds });
    const question = (key: string, more: Partial<Question<string>> = {}): Question<string> => ({
      key,
      state: '1',
      advice: 'Ask for less.',
      bytes: () => 10,
      run(signal) {
        const { promise, resolve, reject } = Promise.withResolvers<Result<string>>();
        signal.addEventListener('abort', () => reject(signal.reason));
        runs.push({ signal, answer: (value) => resolve({ value, state: '1' }), fail: reject });
        return promise;
      },
      ...more,
    });
    const counted = () =>
      line
        .measures()
        .slice(0, 2)
        .map(({ samples }) => samples[0]!.value);
    return { line, question, runs, counted };
  }
  const leavable = () => {
    const controller = new AbortController();
    return { leave: () => controller.abort(), asker: { client: () => 'a', signal: () => controller.signal } };
  };

  test('the same question of the same data is answered once for all, and remembered', async () => {
    const { line, question, runs, counted } = opened();
    const asked = [line.ask(question('q')), line.ask(question('q')), line.ask(question('q', { state: '2' }))];
    await settled();
    expect([runs.length, ...counted()]).toEqual([1, 1, 1]);
    runs[0]!.answer('found');
    expect((await asked[0]!).value + (await asked[1]!).value).toBe('foundfound');
    await settled();
    runs[1]!.answer('newer');
    expect((await asked[2]!).value).toBe('newer');
    expect([line.cache.find('q', '1'), line.cache.find('q', '2'), line.cache.find('other', '1')]).toEqual([
      'newer',
      undefined,
      undefined,
    ]);
  });

  test('a failure is remembered by nobody', async () => {
    const { line, question, runs } = opened();
    const failing = line.ask(question('q'));
    await settled();
    runs[0]!.fail(new Error('broken'));
    expect(failing).rejects.toThrow('broken');
    await settled();
    expect(line.cache.find('q', '1')).toBeUndefined();
    const again = line.ask(question('q'));
    await settled();
    runs[1]!.answer('found');
    expect((await again).value).toBe('found');
  });

  test('it ends when the last of its askers has left, whether it waits or runs', async () => {
    const { line, question, runs, counted } = opened();
    const [one, two, three] = [leavable(), leavable(), leavable()];
    const asked = [one, two].map(({ asker }) => line.ask(question('q', { asker })));
    const waiting = line.ask(question('other', { asker: three.asker }));
    await settled();
    three.leave();
    one.leave();
    await Promise.all([refusalOf(waiting), refusalOf(asked[0]!)]);
    expect([runs[0]!.signal.aborted, ...counted()]).toEqual([false, 1, 0]);
    two.leave();
    await refusalOf(asked[1]!);
    // Its place stays empty for a moment.
    expect([runs[0]!.signal.aborted, runs.length, ...counted()]).toEqual([true, 1, 1, 0]);
    await waitUntil('the place to be free', () => counted()[0] === 0);
    const again = line.ask(question('q'));
    await settled();
    runs[1]!.answer('found');
    expect((await again).value).toBe('found');
  });

  test('one that takes too long is given up, with advice', async () => {
    const { line, question, counted } = opened({ seconds: 0.02 });
    const { message, headers } = await refusalOf(line.ask(question('q')));
    expect(message).toBe('This question took longer than 0.02 s and was given up. Ask for less.');
    expect(headers).toEqual({});
    await waitUntil('the place to be free', () => counted()[0] === 0);
  });

  test('what it caches is limited', async () => {
    const { line, question, runs } = opened({ places: 4 });
    const answered = async (key: string, bytes?: number) => {
      const asked = line.ask(question(key, { bytes: bytes === undefined ? undefined : () => bytes }));
      await settled();
      runs.at(-1)!.answer(`found ${key}`);
      await asked;
    };
    const cached = (...keys: string[]) => keys.map((key) => line.cache.find(key, '1') !== undefined);
    await answered('x'.repeat(2000), 1);
    await answered('too large', 21 * MIB);
    await answered('not wanted');
    expect(cached('x'.repeat(2000), 'too large', 'not wanted')).toEqual([false, false, false]);
    for (const key of ['a', 'b', 'c']) await answered(key, 7 * MIB);
    expect(cached('a', 'c')).toEqual([true, true]);
    // The one that was not asked for longest goes first.
    await answered('d', 7 * MIB);
    expect(cached('a', 'b', 'c', 'd')).toEqual([true, false, true, true]);
  });
});

describe('answers in turns', () => {
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
});

describe('work in pieces', () => {
  test('a pause comes after a while, and ends work that is no longer wanted', async () => {
    const over = new AbortController();
    const pause = pauses(over.signal);
    await Bun.sleep(3);
    const first = pause();
    expect(first).toBeInstanceOf(Promise);
    await first;
    over.abort(new Error('gone'));
    await Bun.sleep(3);
    await expect(Promise.resolve(pause())).rejects.toThrow('gone');
  });
});
