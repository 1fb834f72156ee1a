// Measures how the time of a request grows with the data: one after another on one connection, never the same page
// twice.
import { sizes as all, type Databases, NoSpaceError, type Size } from '../data/databases.ts';
import type { Running } from '../load/processes.ts';
import { totalOf } from '../load/request.ts';
import { measureInterleaved, type Subject, scatteredRequests, type Walk } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';

const PATH = '/api/v1/attendance';
const REQUEST_KINDS = ['first page', 'last page', 'filtered page', 'get-one', 'filtered page, any offset'] as const;
type RequestKind = (typeof REQUEST_KINDS)[number];
/** Limits from 40 to 60 times this many offsets: over 60,000 different pages, more than a cache holds. */
const OFFSETS = 3000;
const LIMITS = [40, 21] as const;

export async function sizes(databases: Databases, options: Options): Promise<Section> {
  const compared = options.quick ? [all.tenThousand] : [all.tenThousand, all.million, all.tenMillion];
  const notes: string[] = [];
  const running: { size: Size; service: Running; rows: number }[] = [];
  for (const size of compared) {
    const folder = await databases.filled(size).catch((error: unknown) => {
      if (!(error instanceof NoSpaceError)) throw error;
      notes.push(`Left out: ${error.message}.`);
    });
    if (!folder) continue;
    const service = await startService(folder);
    running.push({ size, service, rows: await totalOf(`${service.url}${PATH}`) });
  }
  const names = REQUEST_KINDS.flatMap((kind) => running.map((each) => ({ kind, ...each })));
  const subjects: Subject[] = [];
  for (const { kind, size, service } of names)
    subjects.push(scatteredRequests(label(kind, size), service.url, await walk(kind, service.url)));
  const rates = await measureInterleaved(subjects, options);
  await Promise.all(running.map(({ service }) => service.stop()));

  const times = (kind: RequestKind, size: Size) => rates(label(kind, size)).map((rate) => 1e6 / rate);
  const whole = running.some(({ size }) => size === all.tenMillion);
  if (!whole) notes.push('Without the database of 10 million records there is nothing to compare.');
  const bar = (kind: RequestKind): Bar => ({
    name: `${kind}: time at 10 million / at 10 thousand`,
    value: ratio(times(kind, all.tenMillion), times(kind, all.tenThousand)),
    unit: '×',
    target: 1.5,
    want: 'at most',
  });
  return {
    title: 'As the data grows',
    how: `One connection, one request after another; the time is from one answer to the next. Attendance records: ${running.map(({ size, rows }) => `${size.name} (${rows.toLocaleString('en')})`).join(', ')}. Nothing comes from the page cache: limits from 40 to 60 times ${OFFSETS} offsets at the start or the end of the list, in a scattered order, none twice before all were requested; filtered by status=present; get-one over all ids.`,
    bars: whole ? REQUEST_KINDS.slice(0, 4).map(bar) : [],
    figures: names.map(({ kind, size }) => ({
      name: label(kind, size),
      value: stat(times(kind, size)),
      unit: 'µs',
    })),
    notes,
  };
}

const label = (kind: RequestKind, { name }: Size) => `${kind}, ${name}`;

async function walk(kind: RequestKind, url: string): Promise<Walk> {
  const all = await totalOf(`${url}${PATH}`);
  const present = await totalOf(`${url}${PATH}?status=present`);
  const pages = { connections: 1, limits: LIMITS };
  switch (kind) {
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
