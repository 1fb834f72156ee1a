// The long form of contract.test.ts, npm test -- contract: RUNS (40) requests for each operation on both databases, and
// a tenth as many through Prism; prints the figures.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { engines } from '../../harness/databases.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { SEED } from '../../harness/random/sample.ts';
import { startService } from '../../harness/service.ts';
import { printFigures } from '../figures.ts';
import { fuzzContract } from './fuzz.ts';
import { objections, startPrism } from './prism.ts';

const RUNS = Number(process.env.RUNS ?? 40);

setDefaultTimeout(3_600_000);

test.each(engines)('on the %s database, requests of ours', async (engine) => {
  const service = await startService({ engine });
  const { wrong, ...figures } = await fuzzContract(`${service.url}/api`, RUNS, SEED);
  printFigures(`contract, ${engine}`, { seed: SEED, ...figures, wrong: wrong.length });
  expect(wrong).toEqual([]);
  await service.stop();
});

test('through Prism, requests of ours', async () => {
  const service = await startService();
  const prism = await startPrism(repositoryFile('generated/openapi.json'), `${service.url}/api`);
  const off: string[] = [];
  const figures = { requests: 0, sameVerdict: 0, strayed: 0, missed: 0 };
  const strayed = new Map<string, number>();
  try {
    const { wrong } = await fuzzContract(prism.url, Math.ceil(RUNS / 10), SEED, {
      heard: ({ broken, method, target }, response) => {
        figures.requests += 1;
        const found = objections(response);
        const ofAnswer = found.filter(({ location }) => location[0] === 'response');
        off.push(
          ...ofAnswer.map(({ message }) => `${method} ${target.slice(0, 200)} → ${response.status}: ${message}`),
        );
        const isObjected = found.length > ofAnswer.length;
        if (isObjected === (broken !== undefined)) figures.sameVerdict += 1;
        else if (isObjected) figures.strayed += 1;
        else figures.missed += 1;
        if (isObjected === (broken !== undefined)) return;
        const kind = isObjected
          ? `${found[0]!.location.slice(0, 2).join(' ')}: ${found[0]!.message}`
          : `unseen ${broken!.slice(0, 40)}`;
        strayed.set(kind, (strayed.get(kind) ?? 0) + 1);
      },
    });
    printFigures('contract, Prism', { ...figures, wrong: wrong.length, answersOff: off.length });
    // What it objects to, and what it does not see, most often.
    printFigures('contract, Prism', Object.fromEntries([...strayed].sort(([, a], [, b]) => b - a).slice(0, 20)));
    expect(off).toEqual([]);
    expect(wrong).toEqual([]);
  } finally {
    await prism.stop();
  }
  await service.stop();
});
