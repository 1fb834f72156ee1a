// One application: the stage it reached by a given day, its rating, and why it was rejected.
import { randomTime, workdayUpTo } from './calendar.ts';
import type { Random } from './random.ts';
import type { Application, Candidate, Job } from './shapes.ts';

const STAGE_WEIGHTS: Record<string, Record<string, number>> = {
  active: { applied: 34, screening: 30, assessment: 11, interview: 19, offer: 6 },
  rejected: { applied: 50, screening: 25, assessment: 10, interview: 13, offer: 2 },
  withdrawn: { applied: 12, screening: 38, assessment: 15, interview: 24, offer: 11 },
  hired: { hired: 1 },
};
/** The fewest days that a stage takes. */
const STAGE_DAYS = 4;

export function application(
  candidate: Candidate,
  job: Job,
  status: string,
  applied: number,
  limit: number,
  random: Random,
): Application {
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
