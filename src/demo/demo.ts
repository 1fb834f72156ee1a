// Coherent demo data of any size, from a seed and a date, in batches. Everything is generated before the first batch,
// except attendance, which has too many records for that.
import { attendance } from './attendance.ts';
import { dayOf, workdays } from './calendar.ts';
import { applicationRecord, candidateRecords } from './candidate-record.ts';
import { applicants } from './candidates.ts';
import { distributions } from './distributions.ts';
import { enterprise } from './enterprise.ts';
import { type JobPlan, jobRecord, newHires, openings, setHiringManagers } from './jobs.ts';
import { leaveRecord, leaveRequests } from './leave.ts';
import { employeeRecord, setManagers, staffedDepartments, workforce } from './people.ts';
import { seededRandom } from './random.ts';
import type { DemoRecord } from './shapes.ts';
import { teams } from './teams.ts';
import { DEPARTMENTS } from './words/departments.ts';

export type { DemoRecord } from './shapes.ts';
export type DemoOptions = {
  date: string;
  seed?: number;
  employees?: number;
  candidates?: number;
  attendanceDays?: number;
};
export type DemoBatch = { resource: string; records: DemoRecord[] };

const BATCH = 2000;

function sizes({ date, seed = 1, employees = 240, candidates, attendanceDays = 90 }: DemoOptions) {
  const people = Math.max(1, Math.floor(employees));
  const pool = Math.max(0, Math.floor(candidates ?? people * 2.5));
  const hires = people < 6 ? 0 : Math.min(Math.round(people * 0.11), Math.floor(pool / 4));
  const jobs = Math.max(3, Math.round(people / 6));
  return { today: dayOf(date), seed, employees: people, candidates: pool, attendanceDays, hires, jobs };
}

export function* demo(options: DemoOptions): Generator<DemoBatch> {
  const size = sizes(options);
  const { today, seed } = size;
  const plan: JobPlan = { ...size, depts: staffedDepartments(size) };
  const jobs = openings(plan);
  const hired = newHires(jobs, plan);
  const people = workforce(size, hired, today, seed);
  const leave = leaveRequests(people, today, seed);
  setHiringManagers(jobs, setManagers(people, seed), hired, plan);
  const { candidates, applications } = applicants({ count: size.candidates, jobs, people, today, seed });
  const text = seededRandom(seed, 'text');
  yield { resource: 'departments', records: DEPARTMENTS.map(({ id, name }) => ({ id, name })) };
  yield* batches('employees', people, (person) => employeeRecord(person, today, text));
  yield* batches('candidates', candidates, candidateRecords(text));
  yield* batches('jobs', jobs, (job) => jobRecord(job, text));
  yield* batches('applications', applications, applicationRecord);
  yield* batches('leave', leave, leaveRecord);
  yield* enterprise(today, seed);
  yield* batches('organization-teams', teams(people, Math.round(size.employees / 8)), (record) => record);
  yield* batches('job-distributions', distributions(jobs, seed), (record) => record);
  yield* batches('attendance', attendance(people, today, size.attendanceDays, seed), (record) => record);
}

function* batches<T>(resource: string, items: Iterable<T>, record: (item: T, index: number) => DemoRecord) {
  let records: DemoRecord[] = [];
  let index = 0;
  for (const item of items) {
    records.push(record(item, index++));
    if (records.length < BATCH) continue;
    yield { resource, records };
    records = [];
  }
  if (records.length > 0) yield { resource, records };
}

/** About how many records demo() yields for the options; for a progress display. */
export function demoSize(options: DemoOptions): number {
  const { today, employees, candidates, attendanceDays, hires, jobs } = sizes(options);
  // People who have left have nearly no attendance in these days, and new hires have about two thirds of it.
  const rows = (employees * 0.893 - hires * 0.3) * workdays(today - attendanceDays + 1, today);
  return Math.round(24 + employees * 3.7 + rows + candidates * 2.55 + jobs * 3);
}
