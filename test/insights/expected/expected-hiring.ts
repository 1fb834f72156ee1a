// The metrics of hiring, from their formulas.
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { dayOf, type Span } from '../company.ts';
import { closed, leftWithin } from './expected-people.ts';
import {
  type Asked,
  contradictory,
  counted,
  during,
  type Expected,
  mean,
  measured,
  median,
  notJoined,
  possible,
  type Records,
  type Rows,
  ratio,
  unknown,
} from './figures.ts';

const STATUSES = ['active', 'rejected', 'hired', 'withdrawn'];
const JOB_STATUSES = ['draft', 'open', 'on_hold', 'filled', 'closed', 'cancelled'];

const ofNoStatus = (rows: Rows): [string, number] => ['Their status', unknown(rows, 'status', ...STATUSES).length];
const enteredIn = (records: Records, span: Span) => during(records('applications'), 'stage_entered_on', span);

const appliedIn = (records: Records, span: Span) => during(records('applications'), 'applied_on', span);
const isHired = ({ status }: DataRecord) => status === 'hired';
const hiredIn = (records: Records, span: Span) =>
  during(records('applications'), 'stage_entered_on', span).filter(isHired);
const declined = (rows: Rows) =>
  rows.filter(({ stage, status }) => stage === 'offer' && (status === 'rejected' || status === 'withdrawn'));
const declinedIn = (records: Records, span: Span) =>
  declined(during(records('applications'), 'stage_entered_on', span));
const isRejected = ({ status }: DataRecord) => status === 'rejected';
const undated = (rows: Rows, field: string) => rows.filter((row) => row[field] === null);

const jobOf = ({ job_id: id }: DataRecord, { company }: Asked) => company.get('jobs')!.get(Number(id))!;

/** Jobs without stages share the usual ones that any of their applications is at. */
const USUAL = ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'];

function stagesOf(job: DataRecord, asked: Asked): string[] {
  if (job.stages_json === null) {
    const alike = [...asked.company.get('applications')!.values()].filter(
      (row) => jobOf(row, asked).stages_json === null,
    );
    return USUAL.flatMap(
      (word) => alike.find(({ stage }) => String(stage).toLowerCase() === word)?.stage ?? [],
    ) as string[];
  }
  const stages: unknown = JSON.parse(String(job.stages_json));
  return Array.isArray(stages) ? stages.filter((each) => typeof each === 'string') : [];
}

const placeOf = (row: DataRecord, stage: string, asked: Asked) => stagesOf(jobOf(row, asked), asked).indexOf(stage);

/** Days from a date of the job or of the application to the hire, for those that have both. */
function waits(rows: Rows, startOf: (row: DataRecord) => unknown): number[] {
  return rows.flatMap((row) => {
    const start = dayOf(startOf(row));
    return start === undefined ? [] : dayOf(row.stage_entered_on)! - start;
  });
}

/** A metric of the days until a hire. */
const waiting = (figure: string, reason: string, startOf: (row: DataRecord, asked: Asked) => unknown): Expected => {
  const known = (records: Records, span: Span, asked: Asked) =>
    hiredIn(records, span).filter((row) => startOf(row, asked) !== null);
  return {
    isSeries: true,
    seen: known,
    values: (records, period, asked) => {
      const days = waits(hiredIn(records, period), (row) => startOf(row, asked));
      return { [figure]: measured(median(days), days.length) };
    },
    excluded: (records, asked) => [
      [reason, hiredIn(records, asked).length - known(records, asked, asked).length],
      ['day of the hire', undated(records('applications').filter(isHired), 'stage_entered_on').length],
      ofNoStatus(enteredIn(records, asked)),
    ],
  };
};

const cohort = (records: Records, span: Span) =>
  possible(during(records('employees'), 'date_of_joining', span)).filter((row) => row.candidate_id !== null);

const STEPS: readonly [name: string, from: number, to: number][] = [
  ['0_to_7_days', Number.NEGATIVE_INFINITY, 7],
  ['8_to_14_days', 8, 14],
  ['15_to_30_days', 15, 30],
  ['31_to_60_days', 31, 60],
  ['61_to_90_days', 61, 90],
  ['over_90_days', 91, Number.POSITIVE_INFINITY],
];
const active = (records: Records) => records('applications').filter(({ status }) => status === 'active');
const standing = (records: Records) => active(records).filter((row) => row.stage_entered_on !== null);

const open = (records: Records) => records('jobs').filter(({ status }) => status === 'open');
const sum = (rows: Rows, field: string) => rows.reduce((all, row) => all + Number(row[field]), 0);

export const hiring: Readonly<Record<string, Expected>> = {
  'time-to-hire': waiting('time_to_hire', 'day of the application', (row) => row.applied_on),
  'time-to-fill': waiting('time_to_fill', 'job was opened', (row, asked) => jobOf(row, asked).opened_on),
  funnel: {
    isSeries: true,
    seen: appliedIn,
    values: (records, period, asked, all) => {
      const names = new Set(appliedIn(all, asked).flatMap((row) => stagesOf(jobOf(row, asked), asked)));
      const rows = appliedIn(records, period);
      return Object.fromEntries(
        [...names].map((name) => {
          const reached = rows.filter((row) => {
            const [there, here] = [placeOf(row, name, asked), placeOf(row, String(row.stage), asked)];
            return there >= 0 && here >= there;
          });
          return [name, counted(reached.length)];
        }),
      );
    },
    excluded: (records, asked) => {
      const unnamed = appliedIn(records, asked).filter((row) => placeOf(row, String(row.stage), asked) < 0);
      const byStage = [...Map.groupBy(unnamed, ({ stage }) => String(stage))].sort(([a], [b]) => (a < b ? -1 : 1));
      return [
        ...byStage.map(([stage, rows]): [string, number] => [JSON.stringify(stage), rows.length]),
        ['day of the application', undated(records('applications'), 'applied_on').length],
      ];
    },
  },
  'offer-acceptance': {
    isSeries: true,
    seen: (records, period) => [...hiredIn(records, period), ...declinedIn(records, period)],
    values: (records, period) => {
      const hired = hiredIn(records, period).length;
      return { offer_acceptance: ratio(hired, hired + declinedIn(records, period).length) };
    },
    excluded: (records, asked) => [
      ofNoStatus(enteredIn(records, asked)),
      ['stage was entered', undated(declined(records('applications')), 'stage_entered_on').length],
      ['day of the hire', undated(records('applications').filter(isHired), 'stage_entered_on').length],
    ],
  },
  rejections: {
    isSeries: true,
    groups: ['rejection_reason', 'stage'],
    seen: (records, period) => enteredIn(records, period).filter(isRejected),
    values: (records, period) => ({ rejections: counted(enteredIn(records, period).filter(isRejected).length) }),
    excluded: (records, asked) => [
      ['stage was entered', undated(records('applications').filter(isRejected), 'stage_entered_on').length],
      ofNoStatus(enteredIn(records, asked)),
    ],
  },
  'source-quality': {
    isSeries: true,
    groups: ['candidate_id.source'],
    seen: (records, period, { today }) => [
      ...appliedIn(records, period),
      ...closed(cohort(records, period), 365, today),
    ],
    values: (records, period, { today }) => {
      const applied = appliedIn(records, period);
      const ratings = applied.flatMap((row) => (row.rating === null ? [] : Number(row.rating)));
      const joined = closed(cohort(records, period), 365, today);
      return {
        hire_rate: ratio(applied.filter(isHired).length, applied.length),
        rating: measured(mean(ratings), ratings.length),
        kept: ratio(joined.filter((row) => !leftWithin(row, 365)).length, joined.length),
      };
    },
    excluded: (records, asked) => [
      ['less than a year ago', cohort(records, asked).length - closed(cohort(records, asked), 365, asked.today).length],
      ['day of the application', undated(records('applications'), 'applied_on').length],
      ofNoStatus(appliedIn(records, asked)),
      ...[notJoined, contradictory].map((reason) =>
        reason(records('employees').filter((row) => row.candidate_id !== null)),
      ),
    ],
  },
  stuck: {
    isSeries: false,
    seen: standing,
    values: (records, _, { today }) => {
      const days = standing(records).map((row) => today - dayOf(row.stage_entered_on)!);
      return {
        ...Object.fromEntries(
          STEPS.map(([name, from, to]) => [name, counted(days.filter((each) => each >= from && each <= to).length)]),
        ),
        // A day to come is no wait of fewer than no days, but the median is of the days as they are.
        median_days: measured(median(days), days.length),
      };
    },
    excluded: (records) => [
      ['stage was entered', undated(active(records), 'stage_entered_on').length],
      ofNoStatus(records('applications')),
    ],
  },
  'open-roles': {
    isSeries: false,
    seen: open,
    values: (records, _, { today }) => {
      const jobs = open(records);
      const opened = jobs.flatMap((job) => (job.opened_on === null ? [] : today - dayOf(job.opened_on)!));
      const late = jobs.flatMap((job) => (job.target_date === null ? [] : today - dayOf(job.target_date)!));
      const past = late.filter((days) => days > 0);
      return {
        jobs: counted(jobs.length),
        places: measured(sum(jobs, 'headcount') - sum(jobs, 'filled'), jobs.length),
        days_open: measured(median(opened), opened.length),
        late_jobs: counted(past.length),
        days_late: measured(median(past), past.length),
      };
    },
    excluded: (records) => [
      ['job was opened', undated(open(records), 'opened_on').length],
      ['Their status', unknown(records('jobs'), 'status', ...JOB_STATUSES).length],
    ],
  },
};
