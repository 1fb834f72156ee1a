// A moved clock, for `npm test -- dates`: TEST_CLOCK is the moment at which the tests begin. Time runs on from there, in
// this process and in those that it starts. Without TEST_CLOCK nothing changes.

const { TEST_CLOCK } = process.env;

if (TEST_CLOCK) {
  const Real = Date;
  process.env.TEST_CLOCK_SHIFT ??= String(Real.parse(TEST_CLOCK) - Real.now());
  const shift = Number(process.env.TEST_CLOCK_SHIFT);
  const begin = Real.now() - performance.now();
  // A test that sets the time itself has set it.
  const isSet = (moment: number) => Math.abs(moment - begin - performance.now()) > 5000;
  const now = () => {
    const moment = Real.now();
    return isSet(moment) ? moment : moment + shift;
  };
  globalThis.Date = new Proxy(Real, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** The environment with which a process of Bun has the same clock. */
export const clockEnvironment: Readonly<Record<string, string>> = TEST_CLOCK
  ? {
      TEST_CLOCK,
      TEST_CLOCK_SHIFT: process.env.TEST_CLOCK_SHIFT!,
      ...(process.env.TZ && { TZ: process.env.TZ }),
      BUN_OPTIONS: `--preload ${import.meta.path}`,
    }
  : {};
