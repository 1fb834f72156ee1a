// All metrics: what each means, and its number of today.
import { useAnswer } from '../../data/answers.ts';
import { mayReadMetric } from '../../data/rights.ts';
import { figureText, titleText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import type { Description, Figure, Insight } from './answer.ts';

const HIRING = ['applications', 'jobs', 'job-distributions'];

export function Insights() {
  const { data, error } = useAnswer<{ data: readonly Description[] }>('insights');
  const metrics = data?.data.filter(({ name }) => mayReadMetric(name)) ?? [];
  const isHiring = ({ filters_of }: Description) => HIRING.includes((filters_of ?? '').split('.')[0]!);
  const sections = [
    { title: 'People', metrics: metrics.filter((each) => !isHiring(each)) },
    { title: 'Hiring', metrics: metrics.filter(isHiring) },
  ].filter((section) => section.metrics.length > 0);
  return (
    <>
      <Head title="Insights" below="Numbers with one definition each, and the records behind every one of them.">
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
                  <MetricCard metric={metric} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  );
}

/** The first figures of a metric over its usual time. */
function MetricCard({ metric }: { metric: Description }) {
  const { data, error } = useAnswer<Insight>(`insights/${metric.name}?limit=1`);
  const values = Object.entries(data?.data[0]?.values ?? {}).slice(0, 2);
  const unitOf = (name: string) => metric.figures[name]?.unit ?? metric.unit;
  return (
    <a class="metric" href={`/console/insights/${metric.name}`}>
      <h3>{metric.title}</h3>
      <div class="metric-values">
        {data && values.length > 0 ? (
          values.map(([name, figure]) => (
            <div key={name}>
              <strong>{figureText((figure as Figure).value, unitOf(name))}</strong>
              {values.length > 1 && <small>{titleText(name).toLowerCase()}</small>}
            </div>
          ))
        ) : (
          <strong class="faint">{data || error ? '–' : '…'}</strong>
        )}
      </div>
      <p>{metric.meaning}</p>
    </a>
  );
}
