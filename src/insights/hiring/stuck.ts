// Applications that have been at the same stage for long.
import { count, type Figures, measure, since, upTo, type Where } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { dayAfter } from '../periods.ts';

/** From so many days on. */
const STEPS = [0, 8, 15, 31, 61, 91] as const;

const nameOf = (at: number): string =>
  at === STEPS.length - 1 ? `over_${STEPS[at]! - 1}_days` : `${STEPS[at]}_to_${STEPS[at + 1]! - 1}_days`;

const ACTIVE: Where = [['status', 'active']];

function figuresOf(_: unknown, today: string): Figures {
  const steps = STEPS.map((days, at) => {
    const next = STEPS[at + 1];
    const where: Where = [
      ...ACTIVE,
      ...(days === 0 ? [] : [upTo('stage_entered_on', dayAfter(today, -days))]),
      ...(next === undefined ? [] : [since('stage_entered_on', dayAfter(today, 1 - next))]),
    ];
    return [nameOf(at), count({ resource: 'applications', where })] as const;
  });
  const dated = { resource: 'applications', where: [...ACTIVE, ['stage_entered_on[ne]', null] as const] };
  return {
    ...Object.fromEntries(steps),
    median_days: measure(`median(days(stage_entered_on until ${today}))`, dated),
  };
}

export const stuck: Metric = {
  name: 'stuck',
  title: 'Stuck applications',
  meaning: 'How long active applications have been at their present stage.',
  formula: 'applications with the status active, by the days from the day on which they entered their stage to today',
  unit: 'records',
  figures: {
    ...Object.fromEntries(
      STEPS.map((_, at) => [
        nameOf(at),
        { unit: 'records' as const, meaning: `At their stage for ${nameOf(at).replaceAll('_', ' ')}.` },
      ]),
    ),
    median_days: { unit: 'days', meaning: 'Median days at the present stage.' },
  },
  drawn: { as: 'bars', axes: [STEPS.map((_, at) => nameOf(at))], better: { median_days: 'less' } },
  edges: [
    'An application that entered its stage today has been there for 0 days.',
    'One that enters its stage on a day to come is in the first group.',
    'Applications without that day are in `excluded`.',
  ],
  cannotSay: ['How long past stages took: only the present stage is dated.'],
  of: 'applications',
  isSeries: false,
  reads: ['applications.status', 'applications.stage_entered_on'],
  figuresOf,
  excluded: () => [
    {
      reason: 'The day on which the stage was entered is not known.',
      of: { resource: 'applications', where: [...ACTIVE, ['stage_entered_on', null]] },
    },
    { field: 'status', of: { resource: 'applications', where: [] } },
  ],
};
