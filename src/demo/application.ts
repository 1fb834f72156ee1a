// One application: how far it got by its last day, how it was rated, and why it was turned down.
import { moment, workdayUpTo } from './calendar.ts';
import type { Random } from './random.ts';
import type { Application, Candidate, Job } from './shapes.ts';

const REACHED: Record<string, Record<string, number>> = {
  active: { applied: 34, screening: 30, assessment: 11, interview: 19, offer: 6 },
  rejected: { applied: 50, screening: 25, assessment: 10, interview: 13, offer: 2 },
  withdrawn: { applied: 12, screening: 38, assessment: 15, interview: 24, offer: 11 },
  hired: { hired: 1 },
};
/** Nobody gets through a stage in fewer days. */
const STAGE_DAYS = 4;

export function application(
  candidate: Candidate,
  job: Job,
  status: string,
  applied: number,
  limit: number,
  source: Random,
): Application {
  const fresh = candidate.status === 'new';
  const reached = fresh ? 'applied' : source.weighted(REACHED[status]!);
  const wished = Math.max(0, job.stages.indexOf(reached));
  // An active application is not left lying for a month.
  const least = status === 'active' && !fresh && limit - applied > 30 ? 1 : 0;
  const step = Math.max(least, Math.min(wished, Math.floor((limit - applied) / STAGE_DAYS)));
  const entered = step === 0 ? applied : workdayUpTo(Math.min(limit, applied + step * source.int(STAGE_DAYS, 9)));
  const stage = job.stages[step]!;
  return {
    ...{ candidate, job, stage, status, applied, entered },
    rating: rating(status, step, source),
    reason: status === 'rejected' ? reason(job, stage, source) : null,
    created: moment(applied, source),
  };
}

function rating(status: string, step: number, source: Random): number | null {
  if (step === 0 || (step === 1 && source.chance(0.5))) return null;
  if (status === 'hired') return source.int(8, 10) / 2;
  const [low, high] = status === 'rejected' ? [2, 7] : [5, 10];
  return ((source.int(low, high) + source.int(low, high)) >> 1) / 2;
}

function reason(job: Job, stage: string, source: Random): string {
  const taken = job.hires.length > 0 && job.status !== 'open' ? 25 : 0;
  if (stage === 'applied') return source.weighted({ not_qualified: 75, position_filled: taken });
  if (stage === 'offer') return source.weighted({ compensation: 45, accepted_other_offer: 55 });
  return source.weighted({ not_qualified: 60, position_filled: taken, compensation: 14, no_show: 9 });
}
