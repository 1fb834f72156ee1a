// How many times as many random requests are sent as in every run of the tests: `npm run test:random` sets it.
export const FACTOR = Number(process.env.TEST_FACTOR ?? 1);
