// The newest records of the kinds that come in every day, one kind at a time.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { idLabel, type Page, referenceLabel } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { agoText, dateText, today } from '../../data/words.ts';
import { recordHref } from '../../parts/person.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say, toSay } from '../../words/say.ts';

type Feed = {
  readonly name: string;
  readonly title: string;
  /** When the record was made; leave has the day on which it was asked for. */
  readonly time: string;
  readonly reference: string;
  readonly label: readonly string[];
};

const FEEDS: readonly Feed[] = [
  {
    ...{ name: 'applications', title: toSay('Applications'), time: 'created' },
    ...{ reference: 'candidate_id', label: ['first_name', 'last_name'] },
  },
  {
    ...{ name: 'leave', title: toSay('Leave'), time: 'applied_on' },
    ...{ reference: 'employee_id', label: ['first_name', 'last_name'] },
  },
  {
    ...{ name: 'job-distributions', title: toSay('Distributions'), time: 'published_at' },
    ...{ reference: 'job_posting_id', label: ['title'] },
  },
];

const MOST = 5;

const newestPath = ({ name, time, reference, label }: Feed): string => {
  const fields = ['id', reference, ...label.map((each) => `${reference}.${each}`), time];
  return `${name}?sort=-id&limit=${MOST}&fields=${fields}`;
};

export function Newest() {
  const feeds = FEEDS.filter(({ name }) => mayRead(name));
  const [choice, setChoice] = useState('');
  const feed = feeds.find(({ name }) => name === choice) ?? feeds[0];
  if (!feed) return null;
  return (
    <section class="card newest">
      <header>
        <h2>{say('Newest')}</h2>
        <a href={`/console/${feed.name}?sort=-id`}>{say('All')}</a>
      </header>
      <div class="tabs" role="group" aria-label={say('Newest')}>
        {feeds.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            class={name === feed.name ? 'on' : ''}
            aria-pressed={name === feed.name}
            onClick={() => setChoice(name)}
          >
            {say(title)}
          </button>
        ))}
      </div>
      <Records key={feed.name} feed={feed} />
    </section>
  );
}

function Records({ feed }: { feed: Feed }) {
  const { name, time, reference } = feed;
  const { data, error } = useAnswer<Page>(newestPath(feed));
  if (!data) return error ? <Failure error={error} /> : <Loading lines={5} />;
  if (data.data.length === 0) return <Empty title={say('Nothing yet')} />;
  const field = resourceNamed(name)!.fields.find((each) => each.name === reference)!;
  return (
    <ul class="lines">
      {data.data.map((record) => {
        const at = String(record[time] ?? '');
        return (
          <li key={record.id}>
            <a href={recordHref(name, record.id)}>{referenceLabel(field, record) || idLabel(name, record.id)}</a>
            <span class="soft" title={dateText(at)}>
              {at === today() ? say('today') : agoText(at)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
