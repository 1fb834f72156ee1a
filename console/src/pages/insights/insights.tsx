// All metrics: what each means, and its number of today.
import { useAnswer } from '../../data/answers.ts';
import { catalogue, resourceNamed } from '../../data/catalogue.ts';
import { mayReadMetric } from '../../data/rights.ts';
import { Code } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { say } from '../../words/say.ts';
import { type Description, drawnMetric } from './answer.ts';
import { MetricCard } from './card.tsx';

export function Insights() {
  const { data, error } = useAnswer<{ data: readonly Description[] }>('insights');
  const metrics = data?.data.filter(({ name }) => mayReadMetric(name)) ?? [];
  const [people] = catalogue.value.groups;
  /** Those of no resource, too. */
  const isOfPeople = ({ filters_of }: Description) =>
    (resourceNamed((filters_of ?? '').split('.')[0]!)?.group ?? people) === people;
  const sections = [
    { title: say('People'), metrics: metrics.filter(isOfPeople) },
    { title: say('Hiring'), metrics: metrics.filter((each) => !isOfPeople(each)) },
  ].filter((section) => section.metrics.length > 0);
  return (
    <>
      <Head
        title={say('Insights')}
        below={say('Numbers with one definition each, and the records behind every one of them.')}
      >
        <Code shown={[{ path: 'insights' }]} />
      </Head>
      {!data ? (
        error ? (
          <Failure error={error} />
        ) : (
          <Loading lines={8} />
        )
      ) : (
        sections.map(({ title, metrics }) => (
          <section key={title} class="metrics" aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {metrics.map((metric) => (
                <li key={metric.name}>
                  <MetricCard metric={drawnMetric(metric)} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  );
}
