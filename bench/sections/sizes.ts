// What a request costs as the data grows: one after another on one connection, never the same page twice.

import { sizes as all, type Databases, NoRoom, type Size } from '../data/databases.ts';
import { total } from '../load/ask.ts';
import type { Running } from '../load/processes.ts';
import { type Contestant, interleaved, scattered, type Walk } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService } from '../subjects/subjects.ts';

const PATH = '/api/v1/attendance';
const QUESTIONS = ['first page', 'last page', 'filtered page', 'get-one', 'filtered page, any offset'] as const;
type Question = (typeof QUESTIONS)[number];
/** Limits from 40 to 60 times this many offsets: over 60,000 different pages, more than a cache keeps. */
const OFFSETS = 3000;
const LIMITS = [40, 21] as const;

export async function sizes(databases: Databases, options: Options): Promise<Section> {
  const wanted = options.quick ? [all.tenThousand] : [all.tenThousand, all.million, all.tenMillion];
  const notes: string[] = [];
  const running: { size: Size; service: Running; rows: number }[] = [];
  for (const size of wanted) {
    const folder = await databases.of(size).catch((error: unknown) => {
      if (!(error instanceof NoRoom)) throw error;
      notes.push(`Left out: ${error.message}.`);
    });
    if (!folder) continue;
    const service = await startService(folder);
    running.push({ size, service, rows: await total(`${service.url}${PATH}`) });
  }
  const names = QUESTIONS.flatMap((question) => running.map((each) => ({ question, ...each })));
  const contestants: Contestant[] = [];
  for (const { question, size, service } of names)
    contestants.push(scattered(label(question, size), service.url, await walk(question, service.url)));
  const rates = await interleaved(contestants, options);
  await Promise.all(running.map(({ service }) => service.stop()));

  const times = (question: Question, size: Size) => rates(label(question, size)).map((rate) => 1e6 / rate);
  const whole = running.some(({ size }) => size === all.tenMillion);
  if (!whole) notes.push('Without the database of 10 million records there is nothing to compare.');
  const bar = (question: Question): Bar => ({
    name: `${question}: time at 10 million / at 10 thousand`,
    value: ratio(times(question, all.tenMillion), times(question, all.tenThousand)),
    unit: '×',
    target: 1.5,
    want: 'at most',
  });
  return {
    title: 'As the data grows',
    how: `One connection, one request after another; the time is from one answer to the next. Attendance records: ${running.map(({ size, rows }) => `${size.name} (${rows.toLocaleString('en')})`).join(', ')}. Nothing comes from the page cache: limits from 40 to 60 times ${OFFSETS} offsets at the start or the end of the list, walked in a scattered order, none twice before all were had; filtered by status=present; get-one over all ids.`,
    bars: whole ? QUESTIONS.slice(0, 4).map(bar) : [],
    figures: names.map(({ question, size }) => ({
      name: label(question, size),
      value: stat(times(question, size)),
      unit: 'µs',
    })),
    notes,
  };
}

const label = (question: Question, { name }: Size) => `${question}, ${name}`;

async function walk(question: Question, url: string): Promise<Walk> {
  const all = await total(`${url}${PATH}`);
  const present = await total(`${url}${PATH}?status=present`);
  const pages = { connections: 1, limits: LIMITS };
  switch (question) {
    case 'get-one':
      return { connections: 1, path: `${PATH}/`, first: 1, count: all };
    case 'first page':
      return { ...pages, path: `${PATH}?`, first: 0, count: OFFSETS };
    case 'last page':
      return { ...pages, path: `${PATH}?`, first: all - 59 - OFFSETS, count: OFFSETS };
    case 'filtered page':
      return { ...pages, path: `${PATH}?status=present&`, first: 0, count: OFFSETS };
    case 'filtered page, any offset':
      return { ...pages, path: `${PATH}?status=present&`, first: 0, count: present - 59 };
  }
}
