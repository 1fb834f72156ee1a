// A question, small: its first measure over all, and the largest groups.
import { useAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { formatQuery, pageOf, valueIn, withValue } from '../../data/query.ts';
import { type Group, type Groups, groupLabel } from '../../data/records.ts';
import { counted, numberText } from '../../data/words.ts';
import { BarList } from '../../parts/chart/bars.tsx';
import { say } from '../../words/say.ts';
import { measureTitle } from '../ask/terms.ts';
import { Answered, queryOf } from './answered.tsx';

const BARS = 6;

const numberIn = (values: Group['values'], measure: string): number => Number(values[measure] ?? 0);

/** Which of several measures is drawn. */
const FIGURE = 'figure';

export function Content({ name, path }: { name: string; path: string }) {
  const query = queryOf(path);
  const asked = query.filter(([each]) => !ABOUT_PAGE.includes(each));
  const answer = useAnswer<Groups>(`aggregate/${name}${formatQuery(withValue(asked, 'limit', '200'))}`);
  return (
    <Answered answer={answer}>
      {({ data, totals, meta }) => {
        const [first = 'count'] = Object.keys(totals.values);
        const drawn = valueIn(query, FIGURE);
        const measure = drawn !== undefined && drawn in totals.values ? drawn : first;
        const title = measureTitle(resourceNamed(name)!, measure);
        const total = totals.values[measure];
        const bars = data.map(({ group, labels, values, rows }) => ({
          label: Object.keys(group)
            .map((each) => labels[each] ?? (group[each] === null ? say('not set') : groupLabel(each, group[each])))
            .join(' · '),
          ...{ value: numberIn(values, measure), text: numberText(numberIn(values, measure)), href: pageOf(rows) },
        }));
        const isOne = Object.keys(data[0]?.group ?? {}).length === 0;
        return (
          <>
            <p class="kept-number">
              <a href={path}>
                <strong>{typeof total === 'number' ? numberText(total) : '–'}</strong>
              </a>{' '}
              <span class="soft">{title}</span>
            </p>
            {!isOne && <BarList isBare name={title} bars={bars.slice(0, BARS)} />}
            {!isOne && meta.total > BARS && <p class="faint small-text">{counted(meta.total, 'group')}</p>}
          </>
        );
      }}
    </Answered>
  );
}

/** What the page of a question has in its address beside the question. */
const ABOUT_PAGE = ['view', FIGURE, 'limit', 'offset'];
