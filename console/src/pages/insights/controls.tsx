// What is asked of a metric: the period, its parts, and the groups.
import { resourceNamed } from '../../data/catalogue.ts';
import { type Query, valueIn, withValue } from '../../data/query.ts';
import { titleOfName } from '../../data/records.ts';
import { addDays, longDate, titleText, today } from '../../data/words.ts';
import { ChoiceMenu } from '../../parts/choice-menu.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { language, say, toSay } from '../../words/say.ts';
import type { Description, Insight } from './answer.ts';
import { isMode, type Mode, modes } from './compare.ts';

type Props = { query: Query; onChange: (query: Query) => void };

/** Spans that people ask for, from today. */
function spans(day: string): { title: string; from: string | undefined; to: string | undefined }[] {
  const year = Number(day.slice(0, 4));
  const quarter = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return [
    { title: toSay('Last 12 months'), from: undefined, to: undefined },
    { title: toSay('This quarter'), from: `${year}-${String(quarter).padStart(2, '0')}-01`, to: day },
    { title: toSay('This year'), from: `${year}-01-01`, to: day },
    { title: toSay('Last year'), from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    {
      title: toSay('Last three years'),
      from: `${year - 3}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`,
      to: day,
    },
    { title: toSay('Last 30 days'), from: addDays(day, -29), to: day },
  ];
}

export function PeriodMenu({ query, data, onChange }: Props & { data: Insight | undefined }) {
  const [from, to] = [valueIn(query, 'from'), valueIn(query, 'to')];
  const set = (first: string | undefined, last: string | undefined) =>
    onChange(withValue(withValue(query, 'from', first), 'to', last));
  const known = spans(today()).find((span) => span.from === from && span.to === to);
  const text = known
    ? say(known.title)
    : `${data?.from ? longDate(data.from) : '…'} – ${data?.to ? longDate(data.to) : '…'}`;
  return (
    <Menu
      label={
        <>
          {text}
          <Icon name="down" />
        </>
      }
      name={say('Period: {text}', { text })}
    >
      {(close) => (
        <>
          <div class="menu-list">
            {spans(today()).map((span) => (
              <button
                key={span.title}
                type="button"
                onClick={() => {
                  close();
                  set(span.from, span.to);
                }}
              >
                {say(span.title)}
                {span === known && <Icon name="check" />}
              </button>
            ))}
          </div>
          <div class="padded">
            <label class="field">
              <span>{say('From')}</span>
              <input
                type="date"
                value={from ?? data?.from ?? ''}
                onChange={({ currentTarget }) => set(currentTarget.value || undefined, to ?? data?.to ?? undefined)}
              />
            </label>
            <label class="field">
              <span>{say('To')}</span>
              <input
                type="date"
                value={to ?? data?.to ?? ''}
                onChange={({ currentTarget }) => set(from ?? data?.from ?? undefined, currentTarget.value || undefined)}
              />
            </label>
          </div>
        </>
      )}
    </Menu>
  );
}

const UNITS = {
  day: { title: toSay('By day'), text: toSay('by day') },
  week: { title: toSay('By week'), text: toSay('by week') },
  month: { title: toSay('By month'), text: toSay('by month') },
  quarter: { title: toSay('By quarter'), text: toSay('by quarter') },
  year: { title: toSay('By year'), text: toSay('by year') },
} as const;

export function EveryMenu({ query, onChange }: Props) {
  const every = valueIn(query, 'every');
  const choices = [
    ...Object.entries(UNITS).map(([value, { title }]) => ({ value, title: say(title) })),
    { value: undefined, title: say('In one number') },
  ];
  return (
    <ChoiceMenu<string | undefined>
      name={say('Parts of the period')}
      text={say(UNITS[every as keyof typeof UNITS]?.text ?? every ?? toSay('in one number'))}
      choices={choices}
      chosen={every}
      onChoose={(unit) => onChange(withValue(query, 'every', unit ?? 'none'))}
    />
  );
}

/** With which other time the numbers are compared. */
export function CompareMenu({ query, onChange }: Props) {
  const asked = valueIn(query, 'compare');
  const chosen = isMode(asked) ? asked : undefined;
  return (
    <ChoiceMenu<Mode | undefined>
      name={say('Compare')}
      text={chosen ? say('with {time}', { time: say(modes[chosen]) }) : say('not compared')}
      choices={[
        { value: undefined, title: say('Not compared') },
        { value: 'before', title: say('With the period before') },
        { value: 'year', title: say('With the year before') },
      ]}
      chosen={chosen}
      onChoose={(mode) => onChange(withValue(query, 'compare', mode))}
    />
  );
}

const USUAL = [
  'dept_id',
  'branch',
  'status',
  'gender',
  'employment_type',
  'source',
  'location',
  'leave_type',
  'stage',
  'locale',
  'career_site_id',
  'employee_id.dept_id',
  'employee_id.branch',
  'job_id',
  'job_id.dept_id',
  'job_id.location',
  'candidate_id.source',
];

/** Nouns of German keep their capital. */
const inSentence = (text: string): string => (language === 'de' ? text : text.toLowerCase());

export function GroupMenu({ metric, query, onChange }: Props & { metric: Description }) {
  const group = valueIn(query, 'group');
  const resource = resourceNamed(metric.filters_of ?? '');
  const titleOf = (name: string) =>
    inSentence(say(resource ? titleOfName(resource, name) : titleText(name.replaceAll('.', ' '))));
  const usual = USUAL.filter((name) => metric.groups.includes(name));
  const others = metric.groups.filter(
    (name) => !usual.includes(name) && !/(^|\.)(id|code|email|first_name|last_name|phone)$/.test(name),
  );
  const text = group ? say('by {group}', { group: group.split(',').map(titleOf).join(', ') }) : say('all together');
  return (
    <ChoiceMenu<string | undefined>
      name={say('Groups')}
      text={text}
      choices={[
        { value: undefined, title: say('All together') },
        ...usual.map((name) => ({ value: name, title: say('By {group}', { group: titleOf(name) }) })),
      ]}
      others={others.map((name) => ({ value: name, title: titleOf(name) }))}
      chosen={group}
      onChoose={(name) => onChange(withValue(query, 'group', name))}
    />
  );
}
