// What a metric leaves out.
import { pageOf } from '../../data/query.ts';
import { counted, numberText } from '../../data/words.ts';
import { say } from '../../words/say.ts';
import type { Insight } from './answer.ts';

/** The metric whose lines are findings. */
export const DATA_QUALITY = 'data-quality';

/** Records that the metric leaves out, and why. */
export function Excluded({ data }: { data: Insight }) {
  const isFindings = data.name === DATA_QUALITY;
  if (data.excluded.length === 0)
    return isFindings ? <section class="card note">{say('Nothing is doubtful in the records.')}</section> : null;
  return (
    <section class="card note">
      <header>
        <h2>{say(isFindings ? 'To look at' : 'Not counted')}</h2>
      </header>
      <ul class="lines">
        {data.excluded.map(({ reason, count, rows }) => (
          <li key={reason}>
            <span>{reason}</span>
            {[rows]
              .flat()
              .slice(0, 1)
              .map((each) => (
                <a key={each} class="text-link" href={pageOf(each)}>
                  {each.includes('/aggregate/') ? counted(count, 'group') : counted(count, 'record')}
                </a>
              ))}
            {[rows].flat().length === 0 && count > 0 && <b>{numberText(count)}</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}
