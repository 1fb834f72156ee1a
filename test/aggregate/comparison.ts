// Compares what services answer to a question with what is computed from the records, and the records behind each group
// with its count.
import { expect } from 'bun:test';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import type { Service } from '../harness/service.ts';
import { type Answer, computed } from './calculator/answer.ts';
import { addressOf, type Question } from './calculator/question.ts';

export type RecordMaps = Map<string, Map<number, DataRecord>>;

/** The records of a resource that the services export, the same from all of them, by id. */
export async function exported(services: readonly Service[], name: string): Promise<Map<number, DataRecord>> {
  const lines = (await bodiesOf(services, `/api/v1/${name}?format=ndjson`)).split('\n').slice(0, -1);
  const records = lines.map((line) => JSON.parse(line) as DataRecord);
  return new Map(records.map((record) => [record.id as number, record]));
}

/** The body that all services answer with. */
async function bodiesOf(services: readonly Service[], path: string): Promise<string> {
  const texts = await Promise.all(services.map(async ({ url }) => (await fetch(url + path)).text()));
  for (const text of texts) expect({ path, text }).toEqual({ path, text: texts[0]! });
  return texts[0]!;
}

export type Outcome = { readonly refusal?: string; readonly groups: number; readonly empty: number };

/** `addresses`: how many groups are looked up, where not all of them are. */
export async function expectRight(
  services: readonly Service[],
  records: RecordMaps,
  question: Question,
  { addresses = Number.POSITIVE_INFINITY }: { addresses?: number } = {},
): Promise<Outcome> {
  const path = addressOf(question);
  const { refusals, answer } = computed(records, question);
  const body = JSON.parse(await bodiesOf(services, path));
  if (!answer) {
    const refusal = body.detail?.[0].type;
    expect({ path, refusal, isExpected: refusals.includes(refusal) }).toEqual({ path, refusal, isExpected: true });
    return { refusal, groups: 0, empty: 0 };
  }
  expect({ path, ...body }).toEqual({
    path,
    data: answer.data.map(({ count: _, ...group }) => ({ ...group, rows: expect.any(String) })),
    totals: { values: answer.totals.values, rows: expect.any(String) },
    meta: answer.meta,
  });
  await expectRows(services, path, body, answer, addresses);
  return { groups: answer.data.length, empty: answer.data.filter(({ count }) => count === 0).length };
}

type Body = { data: { rows: string }[]; totals: { rows: string } };

async function expectRows(
  services: readonly Service[],
  path: string,
  { data, totals }: Body,
  answer: Answer,
  most: number,
): Promise<void> {
  const counts = [...answer.data, answer.totals].map(({ count }) => count);
  const all = [...data, totals].map(({ rows }, at) => [rows, counts[at]!] as const);
  const every = Math.max(1, Math.floor(all.length / most));
  const looked = all.filter((_, at) => (all.length - 1 - at) % every === 0);
  const wrong: string[] = [];
  const expectOne = async ([rows, count]: readonly [string, number], at: number) => {
    const address = `${services[at % services.length]!.url}${rows}${rows.includes('?') ? '&' : '?'}limit=1`;
    const { meta } = await (await fetch(address)).json();
    if (meta?.total !== count) wrong.push(`${rows} has ${meta?.total} instead of ${count}`);
  };
  for (let at = 0; at < looked.length; at += TOGETHER)
    await Promise.all(looked.slice(at, at + TOGETHER).map(expectOne));
  expect({ path, wrong }).toEqual({ path, wrong: [] });
}

/** Fewer than the long questions that may wait. */
const TOGETHER = 16;
