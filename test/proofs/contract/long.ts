// The long form of contract.test.ts, npm test -- contract: RUNS requests for each operation on both databases, the
// same through Prism, and Specmatic's own for MINUTES; prints the figures.

import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import Ajv2020 from 'ajv/dist/2020';
import { documents } from '../../../scripts/documents.ts';
import { engines } from '../../harness/databases.ts';
import { repositoryFile } from '../../harness/paths.ts';
import { SEED } from '../../harness/random/sample.ts';
import { startService, TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { fuzzContract, isExcused } from './fuzz.ts';
import { installTools, objections, runSpecmatic, type SpecmaticTest, startPrism } from './judges.ts';
import { narrowed } from './narrowed.ts';

const RUNS = Number(process.env.RUNS ?? 400);
const MINUTES = Number(process.env.MINUTES ?? 10);

setDefaultTimeout(3_600_000);

const text = documents()['openapi.json'];
const document = JSON.parse(text);

beforeAll(installTools);

test.each(engines)('on the %s database, requests of ours', async (engine) => {
  const service = await startService({ engine });
  const { wrong, ...figures } = await fuzzContract(`${service.url}/api`, RUNS, SEED);
  console.log(engine, { ...figures, wrong: wrong.length });
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
    console.log('Prism', { ...figures, wrong: wrong.length, answersOff: off.length });
    console.log(Object.fromEntries([...strayed].sort(([, a], [, b]) => b - a).slice(0, 20)));
    expect(off).toEqual([]);
    expect(wrong).toEqual([]);
  } finally {
    await prism.stop();
  }
  await service.stop();
});

test("Specmatic's requests", async () => {
  const service = await startService();
  const counts = await service.store.counts();
  const { tests, finished } = await runSpecmatic(
    narrowed(document, counts),
    `${service.url}/api`,
    TOKEN,
    temporaryFolder(),
    MINUTES,
  );
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'doc:', ...document });
  const isValid = ({ scenario, body }: SpecmaticTest) => {
    const path = /^POST (\S+)/.exec(scenario)?.[1];
    const { $ref } = document.paths[path!].post.requestBody.content['application/json'].schema;
    return ajv.validate({ $ref: `doc:${$ref}` }, body);
  };
  const failed = tests.filter(({ passed }) => !passed);
  // A failure is excused only when the document itself states the reason.
  const reasons = failed.map((each) => {
    if (each.positive && isExcused(each.status, each.answer)) return 'other records decide';
    if (each.status === 404 && each.scenario.includes('(item_id:string) -> 200')) return 'other records decide';
    if (!each.scenario.startsWith('POST')) return 'open';
    if (isValid(each) !== each.positive) return each.positive ? 'its request was invalid' : 'its request was valid';
    return 'open';
  });
  const count = (reason: string) => reasons.filter((each) => each === reason).length;
  console.log('Specmatic', {
    tests: tests.length,
    finished,
    passed: tests.length - failed.length,
    ...Object.fromEntries([...new Set(reasons)].map((reason) => [reason, count(reason)])),
    serverErrors: tests.filter(({ status }) => status >= 500).length,
  });
  const open = failed.filter((_, i) => reasons[i] === 'open');
  expect(open.slice(0, 10)).toEqual([]);
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter(({ status }) => status >= 500)).toEqual([]);
  await service.stop();
});
