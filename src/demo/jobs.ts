// The openings: what is wanted where, how each has gone, and the people who joined through it.
import { dateOf, stamp, workdayFrom, workdayUpTo, yearOf } from './calendar.ts';
import { nearest } from './managers.ts';
import { employee, someDepartment } from './people.ts';
import { type Random, random } from './random.ts';
import type { DemoRecord, Employee, Hire, Job } from './shapes.ts';
import { band, type Department, LEVEL, titleAt } from './words/ladders.ts';
import { somePlace } from './words/places.ts';
import { description, requirements } from './words/prose.ts';

/** In turn, so that every size has a natural mix, and the smallest an open job. */
const STATUSES = (
  'open filled open draft open filled closed open filled open ' +
  'filled on_hold open filled cancelled open filled open draft closed'
).split(' ');
const STAGES = ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'];
const WITHOUT_ASSESSMENT = STAGES.filter((stage) => stage !== 'assessment');
/** Days since opening, for jobs through which nobody has joined. */
const AGE: Record<string, [number, number]> = {
  open: [4, 110],
  on_hold: [40, 160],
  closed: [130, 420],
  cancelled: [70, 400],
  draft: [0, 18],
};

export type JobPlan = { jobs: number; hires: number; depts: readonly Department[]; today: number; seed: number };

export function openings(plan: JobPlan): Job[] {
  const source = random(plan.seed, 'jobs');
  let budget = plan.hires;
  const jobs = Array.from({ length: plan.jobs }, (_, n) => {
    const status = STATUSES[n % STATUSES.length]!;
    const wanted = Math.min(budget, placesTaken(status, source));
    budget -= wanted;
    // Nobody left to have filled it: the opening was called off instead.
    return opening(status === 'filled' && wanted === 0 ? 'cancelled' : status, wanted, plan, source);
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

function placesTaken(status: string, source: Random): number {
  if (status === 'filled') return 1 + source.index([64, 26, 10]);
  if (status === 'open') return source.index([68, 26, 6]);
  return status === 'closed' ? source.index([50, 50]) : 0;
}

function opening(status: string, taken: number, plan: JobPlan, source: Random): Job {
  const { today, depts } = plan;
  const dept = someDepartment(depts, source);
  const level = source.index([7, 20, 38, 26, 6, taken === 0 ? 5 : 0]);
  const hires = hiresOf(status, taken, level, today, source);
  const [youngest, oldest] = AGE[status] ?? [0, 0];
  const first = Math.min(...hires.map((hire) => hire.applied));
  const opened = workdayUpTo(taken > 0 ? first - source.int(1, 16) : today - source.int(youngest, oldest) - 1);
  const extra = status === 'filled' ? 0 : taken > 0 ? source.int(1, 2) : source.index([70, 22, 8]) + 1;
  const type = source.weighted({ full_time: 84, part_time: 7, contract: 6, temporary: 3 });
  return {
    id: 0,
    code: '',
    title: level === LEVEL.lead ? dept.leads[0]! : titleAt(dept, level, source),
    dept,
    level,
    place: somePlace(source),
    type: level === LEVEL.intern ? 'intern' : level === LEVEL.lead ? 'full_time' : type,
    policy: source.weighted({ on_site: 22, hybrid: 55, remote: level === LEVEL.intern ? 0 : 23 }),
    status,
    headcount: taken + extra,
    hires,
    stages: source.chance(level === LEVEL.lead ? 0.1 : 0.6) ? STAGES : WITHOUT_ASSESSMENT,
    created: opened - source.int(0, 6),
    opened,
    closed: closing(status, opened, hires, today, source),
    manager: null,
  };
}

/** Reckoned back from the day of joining: notice period, selection, application. */
function hiresOf(status: string, taken: number, level: number, today: number, source: Random): Hire[] {
  const longest = status === 'open' ? 45 : level === LEVEL.intern ? 140 : 255;
  const ago = source.int(status === 'closed' ? 60 : 3, longest);
  return Array.from({ length: taken }, () => {
    const joined = workdayUpTo(today - Math.max(0, ago - source.int(0, 24)));
    const accepted = workdayUpTo(joined - source.int(12, 40));
    return { joined, accepted, applied: accepted - source.int(14, 42) };
  });
}

function closing(status: string, opened: number, hires: readonly Hire[], today: number, source: Random): number {
  if (status === 'filled') return Math.max(...hires.map((hire) => hire.accepted));
  const run = status === 'closed' ? source.int(60, 120) : source.int(20, 60);
  const until = Math.max(opened + run, ...hires.map((hire) => hire.accepted));
  return status === 'closed' || status === 'cancelled' ? Math.min(until, today - 1) : today - 1;
}

const ONBOARDING_DAYS = 30;

/** One new employee for every hire, not yet numbered. */
export function newcomers(jobs: readonly Job[], { today, seed }: JobPlan): Employee[] {
  const source = random(seed, 'newcomers');
  return jobs.flatMap((job) => {
    const { dept, place, title, level, type } = job;
    return job.hires.map((hire) => {
      const person = employee({ dept, place, title, level, type, joined: hire.joined }, source);
      const status = today - hire.joined <= ONBOARDING_DAYS ? 'onboarding' : 'active';
      return { ...person, status, origin: { job, hire } };
    });
  });
}

/** Older than any opening, so that whoever is this long with us can have been its hiring manager. */
const SEASONED_DAYS = 450;

/** Every opening gets an active lead of its department; who joined through it reports to that lead. */
export function appoint(jobs: readonly Job[], leads: Employee[][], hired: readonly Employee[], plan: JobPlan): void {
  const source = random(plan.seed, 'hiring managers');
  const able = leads.map((own) => {
    return own.filter((lead) => lead.status === 'active' && lead.joined < plan.today - SEASONED_DAYS);
  });
  for (const job of jobs) job.manager = nearest(able[job.dept.id - 1]!, job, source);
  for (const person of hired) person.manager = person.origin!.job.manager;
}

export function jobRecord(job: Job, source: Random): DemoRecord {
  const [low, high] = band(job.title, job.place.city);
  const draft = job.status === 'draft';
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
    description: description(job, source),
    requirements: requirements(job, source),
    stages_json: JSON.stringify(job.stages),
    opened_on: draft ? null : dateOf(job.opened),
    target_date: dateOf(workdayFrom(job.opened + source.int(40, 90))),
    created: stamp(job.created, source),
  };
}
