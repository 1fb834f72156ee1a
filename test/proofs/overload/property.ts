// Random expensive questions from clients of which some leave at a random moment: everyone who stays gets an answer,
// and afterwards nothing is left of those who left, neither work nor processes, files or connections.

import { expect } from 'bun:test';
import { readdirSync } from 'node:fs';
import { query } from '../../harness/postgres/server.ts';
import { processTree } from '../../harness/processes.ts';
import { randomFrom } from '../../harness/random/sample.ts';
import { openSocket } from '../../harness/raw-http.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { heavyQuestion, type Random } from './questions.ts';
import type { Attacked } from './scenario.ts';

export type Asked = { left: number; answered: number; refused: number; readonly faults: string[] };

const CLIENTS = 16;
const LEAVING = 0.4;
/** In milliseconds: when a client leaves, at the latest. */
const PATIENCE = 300;
/** In milliseconds. A client that has no answer by then has none. */
const ANSWER_LIMIT = 120_000;
/** Processes beside the one that answers requests. */
const HELPERS = 2;
/** A few files more or less are open at any moment. */
const FILES = 4;
/** For the pools of quick work, streams and long questions, the probe, and questions that are being cancelled. */
const CONNECTIONS = 30;
/** In milliseconds. */
const STEADY = 300;
/** In seconds: until nothing is left of the questions. */
const SETTLED_WITHIN = 60;

/** The same questions for the same seed. */
export async function askAndLeave(service: Attacked, questions: number, seed: number): Promise<Asked> {
  const next = randomFrom(seed);
  // By then everything is open that stays open: pools, helpers, files.
  const warm = Array.from({ length: 2 * CLIENTS }, () => stay(service.url, heavyQuestion(next), newAsked()));
  await Promise.all(warm);
  const files = await steadyFiles(service);
  const asked = newAsked();
  let left = questions;
  const client = async (): Promise<void> => {
    while (left-- > 0) await askOne(service.url, next, asked);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await expectSettled(service, files);
  return asked;
}

const newAsked = (): Asked => ({ left: 0, answered: 0, refused: 0, faults: [] });

async function askOne(url: string, next: Random, asked: Asked): Promise<void> {
  const path = heavyQuestion(next);
  if (next() >= LEAVING) return stay(url, path, asked);
  const leave = next() < 0.5 ? abort : hangUp;
  await leave(url, path, next() * PATIENCE);
  asked.left += 1;
}

/** On a machine that is busy some take too long. Trying again would not help them, so they are told what would. */
const LATE = /^This question took longer than .* It would be cheaper to /;

/** The answer is the list, or a refusal that says what to do. */
async function stay(url: string, path: string, asked: Asked): Promise<void> {
  try {
    const answer = await fetch(url + path, { keepalive: false, signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const body = await answer.json();
    if (answer.status === 200 && Array.isArray(body.data)) asked.answered += 1;
    else if (answer.status === 503 && (answer.headers.has('retry-after') || LATE.test(body.error?.message)))
      asked.refused += 1;
    else asked.faults.push(`${path}: ${answer.status} ${JSON.stringify(body).slice(0, 200)}`);
  } catch (error) {
    asked.faults.push(`${path}: ${error}`);
  }
}

async function abort(url: string, path: string, after: number): Promise<void> {
  const signal = AbortSignal.timeout(after);
  await fetch(url + path, { keepalive: false, signal }).then(
    (answer) => answer.arrayBuffer().catch(() => undefined),
    () => undefined,
  );
}

function hangUp(url: string, path: string, after: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = openSocket(url).on('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
      setTimeout(() => socket.destroy(), after);
    });
    socket.on('close', () => resolve());
  });
}

/** What is left has to be gone soon: each line names something that is still there. */
async function expectSettled(service: Attacked, files: number): Promise<void> {
  const left = async (): Promise<string[]> => {
    const checks: Record<string, number> = {
      processes: processTree(service.process.pid).length - 1 - HELPERS,
      files: openFiles(service) - files - FILES,
      ...(await longQuestions(service)),
      ...(service.engine === 'postgresql' && (await statements(service.location))),
    };
    return Object.entries(checks).flatMap(([name, excess]) => (excess > 0 ? [`${name}: ${excess} too many`] : []));
  };
  let last: string[] = [];
  const isSettled = async () => {
    last = await left();
    return last.length === 0;
  };
  await waitUntil('nothing to be left', isSettled, SETTLED_WITHIN).catch(() => undefined);
  expect(last).toEqual([]);
}

const openFiles = ({ process: { pid } }: Attacked): number => readdirSync(`/proc/${pid}/fd`).length;

/** The number of open files when it does not change any more. */
async function steadyFiles(service: Attacked): Promise<number> {
  let files = -1;
  await waitUntil('the connections of the warm-up to close', async () => {
    const before = files;
    files = openFiles(service);
    await Bun.sleep(STEADY);
    return files === before;
  });
  return files;
}

/** By the service's own count, which all its processes add to. */
async function longQuestions({ metricsPort }: Attacked): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { keepalive: false })).text();
  const sum = (name: string): number => {
    const found = [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))];
    expect(found).not.toEqual([]);
    return found.reduce((all, [, value]) => all + Number(value), 0);
  };
  return {
    'questions running': sum('workforce_long_questions_running'),
    'questions waiting': sum('workforce_long_questions_waiting'),
  };
}

/** The server is shared with other tests, so only this database counts. */
async function statements(url: string): Promise<Record<string, number>> {
  const [row] = await query(
    url,
    `SELECT count(*)::int AS connections, count(*) FILTER (WHERE state = 'active')::int AS active
     FROM pg_stat_activity WHERE application_name = 'workforce' AND datname = current_database()`,
  );
  return { connections: row.connections - CONNECTIONS, 'statements running': row.active };
}
