// The memory of a process that was started, as the system counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes of the largest process: the one that was started, or one of its workers. */
export function resident(pid: number, line: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  const size = (id: number) =>
    Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  return Math.max(...processTree(pid).map(size));
}

function processTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}
