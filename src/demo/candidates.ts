// Candidates and their applications. A candidate's status always agrees with how the applications went.
import { randomTime, workdayUpTo } from './calendar.ts';
import { type Random, seededRandom } from './random.ts';
import type { Candidate, Employee, Job } from './shapes.ts';
import { LEVEL } from './words/departments.ts';
import { localName, randomPlace } from './words/places.ts';

export type Application = ReturnType<typeof application>;

type Plan = { count: number; jobs: readonly Job[]; people: readonly Employee[]; today: number; seed: number };

const STATUSES = { active: 35, rejected: 38, withdrawn: 9, new: 8, archived: 10 };
const SOURCES = { career_site: 30, job_board: 24, referral: 12, sourced: 14, social: 8, agency: 7, event: 5 };
/** For candidates who have not applied. */
const OTHER_SOURCES = { sourced: 50, event: 25, referral: 15, agency: 10 };
/** For at least so many days an archived candidate has not applied. */
const ARCHIVED_DAYS = 280;
const NEW_DAYS = 13;

export function applicants(plan: Plan): { candidates: Candidate[]; applications: Application[] } {
  const random = seededRandom(plan.seed, 'candidates');
  const groups = jobGroups(plan);
  const applications: Application[] = [];
  const candidates: Candidate[] = [];
  const hired = plan.people.filter((person) => person.origin);
  for (let n = 0; n < plan.count; n++) {
    const person = hired[n];
    const applicant = person ? hiredApplicant(person, groups, random) : otherApplicant(groups, plan.today, random);
    candidates.push(setSource(applicant, plan, random));
    applications.push(...applicant.applications);
  }
  candidates.sort((a, b) => a.created - b.created);
  candidates.forEach((candidate, index) => {
    candidate.id = index + 1;
  });
  applications.sort((a, b) => a.created - b.created);
  return { candidates, applications };
}

type JobGroups = { all: Job[]; live: Job[]; open: Job[]; old: Job[]; byDept: Map<number, Job[]> };
type Applicant = { candidate: Candidate; applications: Application[] };

const isLive = ({ status }: Job): boolean => status === 'open' || status === 'on_hold';

function jobGroups({ jobs, today }: Plan): JobGroups {
  const all = jobs.filter((job) => job.status !== 'draft');
  const live = all.filter(isLive);
  const open = live.filter((job) => job.status === 'open');
  const old = all.filter((job) => job.opened < today - ARCHIVED_DAYS);
  return { all, live, open, old, byDept: Map.groupBy(all, (job) => job.dept.id) };
}

const BLANK = { id: 0, source: '', referrer: null, created: 0 };

function hiredApplicant(person: Employee, groups: JobGroups, random: Random): Applicant {
  const { job, hire } = person.origin!;
  const { first, last, gender, dept, level, place } = person;
  const candidate: Candidate = { ...BLANK, first, last, gender, dept, level, place, status: 'hired' };
  person.candidate = candidate;
  const success = { ...application(candidate, job, 'hired', hire.applied, hire.accepted, random), stage: 'hired' };
  const applications = [{ ...success, entered: hire.accepted }];
  // Some had applied for a second job too, and withdrew when they were hired.
  const other = random.chance(0.2) ? similarJob(candidate, [job], groups.byDept, random) : undefined;
  if (other && other.opened < hire.accepted) {
    const applied = random.int(other.opened, Math.min(other.closed, hire.accepted));
    applications.push(application(candidate, other, 'withdrawn', applied, hire.accepted, random));
  }
  return { candidate, applications };
}

function otherApplicant(groups: JobGroups, today: number, random: Random): Applicant {
  const status = random.weighted(STATUSES);
  const first = random.pick(firstChoice(status, groups));
  const { dept, level } = first;
  const place = random.chance(0.78) ? first.place : randomPlace(random);
  const candidate: Candidate = { ...BLANK, ...localName(place, random), dept, level, place, status };
  if (
    (status === 'new' && random.chance(0.5)) ||
    (status === 'archived' && (!groups.old.length || random.chance(0.35)))
  ) {
    return { candidate, applications: [] };
  }
  const jobs = [first];
  const others = status === 'new' || status === 'archived' ? 0 : random.weightedIndex([44, 37, 15, 4]);
  for (let n = 0; n < others; n++) {
    const job = similarJob(candidate, jobs, groups.byDept, random);
    if (job) jobs.push(job);
  }
  const applications = jobs.map((job, index) => outcome(candidate, job, index === 0, today, random));
  return { candidate, applications };
}

function firstChoice(status: string, groups: JobGroups): readonly Job[] {
  if (status === 'active') return groups.live;
  if (status === 'new') return groups.open;
  return status === 'archived' && groups.old.length > 0 ? groups.old : groups.all;
}

/** Another job in the same department, at most one level away. */
function similarJob(
  { dept, level }: Candidate,
  taken: readonly Job[],
  byDept: Map<number, Job[]>,
  random: Random,
): Job | undefined {
  const list = byDept.get(dept.id) ?? [];
  for (let tries = 0; tries < 6 && list.length > 0; tries++) {
    const job = random.pick(list);
    if (!taken.includes(job) && Math.abs(job.level - level) < 2) return job;
  }
  return undefined;
}

/** The first application decides the candidate's status; the others must not contradict it. */
function outcome(candidate: Candidate, job: Job, decisive: boolean, today: number, random: Random): Application {
  const status = candidate.status;
  if (status === 'new' || (status === 'active' && (decisive || (isLive(job) && random.chance(0.4))))) {
    const recent = Math.max(job.opened, today - 1 - (status === 'new' ? NEW_DAYS : 70));
    const applied = today - 1 - Math.floor(random.next() ** 1.4 * (today - recent));
    return application(candidate, job, 'active', applied, today - 1, random);
  }
  const last = status === 'archived' ? Math.min(job.closed, today - ARCHIVED_DAYS) : job.closed;
  const applied = random.int(job.opened, last);
  const isWithdrawn = decisive && (status === 'withdrawn' || (status === 'archived' && random.chance(0.3)));
  const limit = Math.min(today - 1, job.closed + 12);
  return application(candidate, job, isWithdrawn ? 'withdrawn' : 'rejected', applied, limit, random);
}

/** Sets the source and the day from which the candidate is known, which is never after the first application. */
function setSource({ candidate, applications }: Applicant, { people, today }: Plan, random: Random): Candidate {
  const first = applications.reduce<Application | null>((a, b) => (a && a.created < b.created ? a : b), null);
  const intern = candidate.level === LEVEL.intern;
  candidate.source = random.weighted(first ? { ...SOURCES, agency: intern ? 0 : SOURCES.agency } : OTHER_SOURCES);
  const daysEarly = { sourced: random.int(2, 25), event: random.int(1, 20), referral: random.int(1, 4) }[
    candidate.source
  ];
  const daysKnown = candidate.status === 'new' ? random.int(0, 20) : random.int(ARCHIVED_DAYS, 560);
  const knownSince = first ? first.applied - (daysEarly ?? 0) : today - 1 - daysKnown;
  candidate.created = first && daysEarly === undefined ? first.created : randomTime(knownSince, random);
  if (candidate.source === 'referral') candidate.referrer = employedOn(people, knownSince, random);
  return candidate;
}

/** Somebody who is employed on that day. People are in the order of joining, and the first never leaves. */
function employedOn(people: readonly Employee[], day: number, random: Random): Employee {
  let low = 1;
  let high = people.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (people[middle]!.joined <= day) low = middle + 1;
    else high = middle;
  }
  for (let tries = 0; tries < 8; tries++) {
    const found = people[random.int(0, low - 1)]!;
    if (found.left === null || found.left > day) return found;
  }
  return people[0]!;
}

const STAGE_WEIGHTS: Record<string, Record<string, number>> = {
  active: { applied: 34, screening: 30, assessment: 11, interview: 19, offer: 6 },
  rejected: { applied: 50, screening: 25, assessment: 10, interview: 13, offer: 2 },
  withdrawn: { applied: 12, screening: 38, assessment: 15, interview: 24, offer: 11 },
  hired: { hired: 1 },
};
/** The fewest days that a stage takes. */
const STAGE_DAYS = 4;

/** The stage it reached by the day of the limit, its rating, and why it was rejected. */
function application(candidate: Candidate, job: Job, status: string, applied: number, limit: number, random: Random) {
  const isNew = candidate.status === 'new';
  const reached = isNew ? 'applied' : random.weighted(STAGE_WEIGHTS[status]!);
  const drawn = Math.max(0, job.stages.indexOf(reached));
  // An active application that is older than a month has passed its first stage.
  const minimum = status === 'active' && !isNew && limit - applied > 30 ? 1 : 0;
  const step = Math.max(minimum, Math.min(drawn, Math.floor((limit - applied) / STAGE_DAYS)));
  const entered = step === 0 ? applied : workdayUpTo(Math.min(limit, applied + step * random.int(STAGE_DAYS, 9)));
  const stage = job.stages[step]!;
  return {
    ...{ candidate, job, stage, status, applied, entered },
    rating: rating(status, step, random),
    reason: status === 'rejected' ? reason(job, stage, random) : null,
    created: randomTime(applied, random),
  };
}

function rating(status: string, step: number, random: Random): number | null {
  if (step === 0 || (step === 1 && random.chance(0.5))) return null;
  if (status === 'hired') return random.int(8, 10) / 2;
  const [low, high] = status === 'rejected' ? [2, 7] : [5, 10];
  return ((random.int(low, high) + random.int(low, high)) >> 1) / 2;
}

function reason(job: Job, stage: string, random: Random): string {
  const filledWeight = job.hires.length > 0 && job.status !== 'open' ? 25 : 0;
  if (stage === 'applied') return random.weighted({ not_qualified: 75, position_filled: filledWeight });
  if (stage === 'offer') return random.weighted({ compensation: 45, accepted_other_offer: 55 });
  return random.weighted({ not_qualified: 60, position_filled: filledWeight, compensation: 14, no_show: 9 });
}
