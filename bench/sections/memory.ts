// Measures a process at the largest size: its memory after the cache was filled, and the time from start to first
// answer.
import { type Databases, sizes } from '../data/databases.ts';
import { request, totalOf } from '../load/request.ts';
import { resident } from '../load/resident.ts';
import { scatteredRequests } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/result.ts';
import { stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';

export async function memory(databases: Databases, options: Options): Promise<Section> {
  const size = options.quick ? sizes.tenThousand : sizes.tenMillion;
  const folder = await databases.filled(size);
  const starts: number[] = [];
  const [fresh, full, anonymous, peaks] = [[], [], [], []] as number[][];
  for (let round = 0; round < options.rounds; round++) {
    const startedAt = performance.now();
    const service = await startService(folder);
    await (await request(`${service.url}/api/v1/attendance/1`)).text();
    starts.push((performance.now() - startedAt) / 1000);
    fresh!.push(resident(service.pid, 'VmRSS'));
    await fillCache(service.url, options.seconds);
    full!.push(resident(service.pid, 'VmRSS'));
    anonymous!.push(resident(service.pid, 'RssAnon'));
    peaks!.push(resident(service.pid, 'VmHWM'));
    await service.stop();
  }
  const [filled, started] = [stat(full!), stat(starts)];
  return {
    title: `Memory and start at ${size.name} attendance records`,
    how: 'Resident memory of the largest process after requests for different pages of 200 employees, pages of attendance and single records, more of each than a cache may hold. Start: from starting the process to its first answer from the database, with the file in the page cache of the system.',
    bars: [
      { name: 'resident memory, full cache', value: filled, unit: 'MB', target: 250, want: 'under' },
      { name: 'start to first answer', value: started, unit: 's', target: 0.5, want: 'under' },
    ],
    figures: [
      { name: 'resident memory after start', value: stat(fresh!), unit: 'MB' },
      { name: 'resident memory, full cache', value: filled, unit: 'MB' },
      { name: 'of it, not pages of files', value: stat(anonymous!), unit: 'MB' },
      { name: 'highest since start', value: stat(peaks!), unit: 'MB' },
      { name: 'start to first answer', value: started, unit: 's' },
    ],
    notes: [],
  };
}

async function fillCache(url: string, seconds: number): Promise<void> {
  const [employees, attendance] = ['/api/v1/employees', '/api/v1/attendance'];
  const [people, days] = [await totalOf(`${url}${employees}`), await totalOf(`${url}${attendance}`)];
  const pages = { first: 0, limits: [200, 1] as const };
  for (const [path, count] of [
    [employees, people],
    [attendance, days],
  ] as const)
    await scatteredRequests(path, url, { path: `${path}?`, ...pages, count: count - 199 }).measure(seconds * 2);
  await scatteredRequests('items', url, { path: `${attendance}/`, first: 1, count: days }).measure(seconds);
}
