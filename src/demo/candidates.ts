// Candidates: where each came from, what they applied for, and a status that fits how that went.
import { application } from './application.ts';
import { moment } from './calendar.ts';
import { type Random, random } from './random.ts';
import type { Application, Candidate, Employee, Job } from './shapes.ts';
import { LEVEL } from './words/ladders.ts';
import { localName, somePlace } from './words/places.ts';

export type Pool = { count: number; jobs: readonly Job[]; people: readonly Employee[]; today: number; seed: number };

const KINDS = { active: 35, rejected: 38, withdrawn: 9, new: 8, archived: 10 };
const SOURCES = { career_site: 30, job_board: 24, referral: 12, sourced: 14, social: 8, agency: 7, event: 5 };
/** Where people come from who have not applied. */
const APPROACHED = { sourced: 50, event: 25, referral: 15, agency: 10 };
/** An archived candidate has not been heard of for this many days. */
const ARCHIVED_DAYS = 280;
const NEW_DAYS = 13;

export function applicants(pool: Pool): { candidates: Candidate[]; applications: Application[] } {
  const source = random(pool.seed, 'candidates');
  const market = jobMarket(pool);
  const applications: Application[] = [];
  const candidates: Candidate[] = [];
  const hired = pool.people.filter((person) => person.origin);
  for (let n = 0; n < pool.count; n++) {
    const person = hired[n];
    const made = person ? hiredApplications(person, market, source) : otherApplications(market, pool.today, source);
    candidates.push(introduce(made, pool, source));
    applications.push(...made.applications);
  }
  candidates.sort((a, b) => a.created - b.created);
  candidates.forEach((candidate, index) => {
    candidate.id = index + 1;
  });
  applications.sort((a, b) => a.created - b.created);
  return { candidates, applications };
}

type Market = { all: Job[]; live: Job[]; open: Job[]; old: Job[]; byDept: Map<number, Job[]> };
type Made = { candidate: Candidate; applications: Application[] };

const isLive = ({ status }: Job): boolean => status === 'open' || status === 'on_hold';

function jobMarket({ jobs, today }: Pool): Market {
  const all = jobs.filter((job) => job.status !== 'draft');
  const live = all.filter(isLive);
  const open = live.filter((job) => job.status === 'open');
  const old = all.filter((job) => job.opened < today - ARCHIVED_DAYS);
  return { all, live, open, old, byDept: Map.groupBy(all, (job) => job.dept.id) };
}

const nobody = { id: 0, source: '', referrer: null, known: 0, created: 0 };

function hiredApplications(person: Employee, market: Market, source: Random): Made {
  const { job, hire } = person.origin!;
  const { first, last, gender, dept, level, place } = person;
  const candidate: Candidate = { ...nobody, first, last, gender, dept, level, place, status: 'hired' };
  person.candidate = candidate;
  const success = { ...application(candidate, job, 'hired', hire.applied, hire.accepted, source), stage: 'hired' };
  const applications = [{ ...success, entered: hire.accepted }];
  // A second iron in the fire, dropped when the first was hot.
  const other = source.chance(0.2) ? another(candidate, [job], market.byDept, source) : undefined;
  if (other && other.opened < hire.accepted) {
    const applied = source.int(other.opened, Math.min(other.closed, hire.accepted));
    applications.push(application(candidate, other, 'withdrawn', applied, hire.accepted, source));
  }
  return { candidate, applications };
}

function otherApplications(market: Market, today: number, source: Random): Made {
  const status = source.weighted(KINDS);
  const first = source.pick(firstChoice(status, market));
  const { dept, level } = first;
  const place = source.chance(0.78) ? first.place : somePlace(source);
  const candidate: Candidate = { ...nobody, ...localName(place, source), dept, level, place, status };
  if (
    (status === 'new' && source.chance(0.5)) ||
    (status === 'archived' && (!market.old.length || source.chance(0.35)))
  ) {
    return { candidate, applications: [] };
  }
  const jobs = [first];
  const more = status === 'new' || status === 'archived' ? 0 : source.index([44, 37, 15, 4]);
  for (let n = 0; n < more; n++) {
    const job = another(candidate, jobs, market.byDept, source);
    if (job) jobs.push(job);
  }
  const applications = jobs.map((job, index) => outcome(candidate, job, index === 0, today, source));
  return { candidate, applications };
}

function firstChoice(status: string, market: Market): readonly Job[] {
  if (status === 'active') return market.live;
  if (status === 'new') return market.open;
  return status === 'archived' && market.old.length > 0 ? market.old : market.all;
}

/** A job the candidate could also do: same department, at most one level away. */
function another(
  { dept, level }: Candidate,
  taken: readonly Job[],
  byDept: Map<number, Job[]>,
  source: Random,
): Job | undefined {
  const list = byDept.get(dept.id) ?? [];
  for (let tries = 0; tries < 6 && list.length > 0; tries++) {
    const job = source.pick(list);
    if (!taken.includes(job) && Math.abs(job.level - level) < 2) return job;
  }
  return undefined;
}

/** The first application decides the candidate's status; the others must not contradict it. */
function outcome(candidate: Candidate, job: Job, decisive: boolean, today: number, source: Random): Application {
  const kind = candidate.status;
  if (kind === 'new' || (kind === 'active' && (decisive || (isLive(job) && source.chance(0.4))))) {
    const recent = Math.max(job.opened, today - 1 - (kind === 'new' ? NEW_DAYS : 70));
    const applied = today - 1 - Math.floor(source.next() ** 1.4 * (today - recent));
    return application(candidate, job, 'active', applied, today - 1, source);
  }
  const last = kind === 'archived' ? Math.min(job.closed, today - ARCHIVED_DAYS) : job.closed;
  const applied = source.int(job.opened, last);
  const quit = decisive && (kind === 'withdrawn' || (kind === 'archived' && source.chance(0.3)));
  const limit = Math.min(today - 1, job.closed + 12);
  return application(candidate, job, quit ? 'withdrawn' : 'rejected', applied, limit, source);
}

/** Where the candidate came from, and since when we know them: never later than the first application. */
function introduce({ candidate, applications }: Made, { people, today }: Pool, source: Random): Candidate {
  const first = applications.reduce<Application | null>((a, b) => (a && a.created < b.created ? a : b), null);
  const intern = candidate.level === LEVEL.intern;
  candidate.source = source.weighted(first ? { ...SOURCES, agency: intern ? 0 : SOURCES.agency } : APPROACHED);
  const ahead = { sourced: source.int(2, 25), event: source.int(1, 20), referral: source.int(1, 4) }[candidate.source];
  const idle = candidate.status === 'new' ? source.int(0, 20) : source.int(ARCHIVED_DAYS, 560);
  candidate.known = first ? first.applied - (ahead ?? 0) : today - 1 - idle;
  candidate.created = first && ahead === undefined ? first.created : moment(candidate.known, source);
  if (candidate.source === 'referral') candidate.referrer = colleague(people, candidate.known, source);
  return candidate;
}

/** Somebody employed on that day; people stand in the order of joining and the first never leaves. */
function colleague(people: readonly Employee[], day: number, source: Random): Employee {
  let low = 1;
  let high = people.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (people[middle]!.joined <= day) low = middle + 1;
    else high = middle;
  }
  for (let tries = 0; tries < 8; tries++) {
    const found = people[source.int(0, low - 1)]!;
    if (found.left === null || found.left > day) return found;
  }
  return people[0]!;
}
