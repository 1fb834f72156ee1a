// What a metric means, in the words of its own file.
import { say } from '../../words/say.ts';
import { figureTitle, type Metric } from './answer.ts';

/** What is between backticks is a name of the API. */
const withCode = (text: string) => text.split('`').map((part, at) => (at % 2 ? <code key={part}>{part}</code> : part));

export const Definition = ({ metric }: { metric: Metric }) => (
  <section class="card definition">
    <header>
      <h2>{say('Definition')}</h2>
    </header>
    <p class="formula">{withCode(say(metric.formula))}</p>
    <div class="definition-parts">
      <div>
        <h3>{say('Where one could doubt')}</h3>
        <ul>
          {metric.edges.map((each) => (
            <li key={each}>{withCode(say(each))}</li>
          ))}
        </ul>
      </div>
      {metric.cannot_say.length > 0 && (
        <div>
          <h3>{say('What it cannot say')}</h3>
          <ul>
            {metric.cannot_say.map((each) => (
              <li key={each}>{withCode(say(each))}</li>
            ))}
          </ul>
        </div>
      )}
      {Object.keys(metric.figures).length > 1 && (
        <div>
          <h3>{say('Figures')}</h3>
          <ul>
            {Object.entries(metric.figures).map(([each, { meaning }]) => (
              <li key={each}>
                <b>{figureTitle(each)}</b>: {withCode(say(meaning))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  </section>
);
