// Job openings, their hiring managers, and the employees who were hired through them.
import { dateOf, randomTimestamp, workdayFrom, workdayUpTo, yearOf } from './calendar.ts';
import { employee, pickLead, randomDepartment } from './people.ts';
import { type Random, seededRandom } from './random.ts';
import type { DemoRecord, Employee, Hire, Job } from './shapes.ts';
import { type Department, LEVEL, payBand, titleAt } from './words/departments.ts';
import { description, requirements } from './words/job-text.ts';
import { randomPlace } from './words/places.ts';

/** Used in turn, so that every size of company has a mix and even the smallest has an open job. */
const STATUSES = (
  'open filled open draft open filled closed open filled open ' +
  'filled on_hold open filled cancelled open filled open draft closed'
).split(' ');
const STAGES = ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'];
const WITHOUT_ASSESSMENT = STAGES.filter((stage) => stage !== 'assessment');
/** The fewest and the most days since a job was opened, for jobs through which nobody was hired. */
const AGE_DAYS: Record<string, [number, number]> = {
  open: [4, 110],
  on_hold: [40, 160],
  closed: [130, 420],
  cancelled: [70, 400],
  draft: [0, 18],
};

export type JobPlan = { jobs: number; hires: number; depts: readonly Department[]; today: number; seed: number };

export function openings(plan: JobPlan): Job[] {
  const random = seededRandom(plan.seed, 'jobs');
  let remaining = plan.hires;
  const jobs = Array.from({ length: plan.jobs }, (_, n) => {
    const status = STATUSES[n % STATUSES.length]!;
    const hires = Math.min(remaining, hireCount(status, random));
    remaining -= hires;
    // A job is filled only when somebody was hired. Without one, it was cancelled.
    return opening(status === 'filled' && hires === 0 ? 'cancelled' : status, hires, plan, random);
  });
  jobs.sort((a, b) => a.created - b.created);
  const inYear = new Map<string, number>();
  jobs.forEach((job, index) => {
    const year = yearOf(job.created);
    const number = (inYear.get(year) ?? 0) + 1;
    inYear.set(year, number);
    job.id = index + 1;
    job.code = `JOB-${year}-${String(number).padStart(3, '0')}`;
  });
  return jobs;
}

function hireCount(status: string, random: Random): number {
  if (status === 'filled') return 1 + random.weightedIndex([64, 26, 10]);
  if (status === 'open') return random.weightedIndex([68, 26, 6]);
  return status === 'closed' ? random.weightedIndex([50, 50]) : 0;
}

function opening(status: string, hired: number, plan: JobPlan, random: Random): Job {
  const { today, depts } = plan;
  const dept = randomDepartment(depts, random);
  const level = random.weightedIndex([7, 20, 38, 26, 6, hired === 0 ? 5 : 0]);
  const hires = hiresOf(status, hired, level, today, random);
  const [youngest, oldest] = AGE_DAYS[status] ?? [0, 0];
  const first = Math.min(...hires.map((hire) => hire.applied));
  const opened = workdayUpTo(hired > 0 ? first - random.int(1, 16) : today - random.int(youngest, oldest) - 1);
  const extra = status === 'filled' ? 0 : hired > 0 ? random.int(1, 2) : random.weightedIndex([70, 22, 8]) + 1;
  const type = random.weighted({ full_time: 84, part_time: 7, contract: 6, temporary: 3 });
  return {
    id: 0,
    code: '',
    title: level === LEVEL.lead ? dept.leads[0]! : titleAt(dept, level, random),
    dept,
    level,
    place: randomPlace(random),
    type: level === LEVEL.intern ? 'intern' : level === LEVEL.lead ? 'full_time' : type,
    policy: random.weighted({ on_site: 22, hybrid: 55, remote: level === LEVEL.intern ? 0 : 23 }),
    status,
    headcount: hired + extra,
    hires,
    stages: random.chance(level === LEVEL.lead ? 0.1 : 0.6) ? STAGES : WITHOUT_ASSESSMENT,
    created: opened - random.int(0, 6),
    opened,
    closed: closingDay(status, opened, hires, today, random),
    manager: null,
  };
}

/** Counted backwards from the day of joining: first the notice period, then the selection. */
function hiresOf(status: string, hired: number, level: number, today: number, random: Random): Hire[] {
  const longest = status === 'open' ? 45 : level === LEVEL.intern ? 140 : 255;
  const ago = random.int(status === 'closed' ? 60 : 3, longest);
  return Array.from({ length: hired }, () => {
    const joined = workdayUpTo(today - Math.max(0, ago - random.int(0, 24)));
    const accepted = workdayUpTo(joined - random.int(12, 40));
    return { joined, accepted, applied: accepted - random.int(14, 42) };
  });
}

function closingDay(status: string, opened: number, hires: readonly Hire[], today: number, random: Random): number {
  if (status === 'filled') return Math.max(...hires.map((hire) => hire.accepted));
  const days = status === 'closed' ? random.int(60, 120) : random.int(20, 60);
  const until = Math.max(opened + days, ...hires.map((hire) => hire.accepted));
  return status === 'closed' || status === 'cancelled' ? Math.min(until, today - 1) : today - 1;
}

const ONBOARDING_DAYS = 30;

/** One employee for every hire. They get their ids later. */
export function newHires(jobs: readonly Job[], { today, seed }: JobPlan): Employee[] {
  const random = seededRandom(seed, 'newcomers');
  return jobs.flatMap((job) => {
    const { dept, place, title, level, type } = job;
    return job.hires.map((hire) => {
      const person = employee({ dept, place, title, level, type, joined: hire.joined }, random);
      const status = today - hire.joined <= ONBOARDING_DAYS ? 'onboarding' : 'active';
      return { ...person, status, origin: { job, hire } };
    });
  });
}

/** No job was opened longer ago, so everybody who joined before that can have managed any of them. */
const MANAGER_DAYS = 450;

/** Every job gets an active lead of its department, and everybody hired through it reports to that lead. */
export function setHiringManagers(jobs: readonly Job[], leads: Employee[][], hired: Employee[], plan: JobPlan): void {
  const random = seededRandom(plan.seed, 'hiring managers');
  const eligible = leads.map((deptLeads) => {
    return deptLeads.filter((lead) => lead.status === 'active' && lead.joined < plan.today - MANAGER_DAYS);
  });
  for (const job of jobs) job.manager = pickLead(eligible[job.dept.id - 1]!, job, random);
  for (const person of hired) person.manager = person.origin!.job.manager;
}

export function jobRecord(job: Job, random: Random): DemoRecord {
  const [low, high] = payBand(job.title, job.place.city);
  const isDraft = job.status === 'draft';
  return {
    id: job.id,
    code: job.code,
    title: job.title,
    dept_id: job.dept.id,
    hiring_manager_id: job.manager!.id,
    headcount: job.headcount,
    filled: job.hires.length,
    comp_min: low,
    comp_max: high,
    currency: job.place.currency,
    location: job.place.city,
    remote_policy: job.policy,
    employment_type: job.type,
    status: job.status,
    description: description(job, random),
    requirements: requirements(job, random),
    stages_json: JSON.stringify(job.stages),
    opened_on: isDraft ? null : dateOf(job.opened),
    target_date: dateOf(workdayFrom(job.opened + random.int(40, 90))),
    created: randomTimestamp(job.created, random),
  };
}
