// The numbers of a metric as a table. Every number that counts records leads to them.
import { pageOf } from '../../data/query.ts';
import { figureText, numberText, titleText } from '../../data/words.ts';
import { Menu } from '../../parts/menu.tsx';
import {
  type Counted,
  type Description,
  type Entry,
  entryLabel,
  type Figure,
  figuresIn,
  groupText,
  type Insight,
  rowsOf,
} from './answer.ts';
import { unitOf } from './chart.tsx';

type Props = { metric: Description; data: Insight; figure: string };

export function InsightTable({ metric, data, figure }: Props) {
  const groups = [...new Set(data.data.map(groupText))];
  const periods = [...new Set(data.data.map(({ period }) => period?.from ?? ''))];
  const isCross = groups.length > 1 && periods.length > 1;
  return (
    <section class="sheet insight-table">
      <div class="figure-rows" tabIndex={0} role="region" aria-label="Table of the figures">
        {data.data.length === 1 ? (
          <Figures metric={metric} entry={data.data[0]!} />
        ) : isCross ? (
          <Cross {...{ metric, data, figure, groups, periods }} />
        ) : (
          <Plain {...{ metric, data, figure }} isGrouped={groups.length > 1} />
        )}
      </div>
      <footer class="sheet-foot">
        <span>Every number that counts records opens them.</span>
        <span>
          {data.meta.total > data.data.length
            ? `The first ${numberText(data.data.length)} of ${numberText(data.meta.total)} entries; the download has all`
            : ''}
        </span>
      </footer>
    </section>
  );
}

/** A row for each figure of a single entry. */
const Figures = ({ metric, entry }: { metric: Description; entry: Entry }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Figure</th>
        <th scope="col" class="number">
          Value
        </th>
      </tr>
    </thead>
    <tbody>
      {Object.keys(entry.values).map((name) => (
        <tr key={name}>
          <th scope="row">
            {titleText(name)} <span class="faint">{metric.figures[name]?.meaning}</span>
          </th>
          <td class="number">
            <FigureCell metric={metric} entry={entry} name={name} isLong />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A row for each entry, a column for each figure and what it is made of. */
function Plain({ metric, data, isGrouped }: Props & { isGrouped: boolean }) {
  const names = figuresIn(data);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{isGrouped ? 'Group' : 'Period'}</th>
          {names.map((name) => (
            <th key={name} scope="col" class="number">
              {titleText(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.data.map((entry) => (
          <tr key={`${groupText(entry)} ${entry.period?.from}`}>
            <th scope="row">
              {isGrouped ? groupText(entry) : entryLabel(entry, data.every)}
              {entry.period?.partial && !isGrouped && data.every && <span class="tag">so far</span>}
            </th>
            {names.map((name) => (
              <td key={name} class="number">
                <FigureCell metric={metric} entry={entry} name={name} isLong />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A row for each group, a column for each period. */
function Cross({
  metric,
  data,
  figure,
  groups,
  periods,
}: Props & { groups: readonly string[]; periods: readonly string[] }) {
  const byPlace = new Map(data.data.map((entry) => [`${groupText(entry)}\n${entry.period?.from}`, entry]));
  const heads = periods.map((period) => data.data.find((entry) => entry.period?.from === period)!);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Group</th>
          {heads.map((entry) => (
            <th key={entry.period?.from} scope="col" class="number">
              {entryLabel(entry, data.every)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group}>
            <th scope="row">{group}</th>
            {periods.map((period) => {
              const entry = byPlace.get(`${group}\n${period}`);
              return (
                <td key={period} class="number">
                  {entry ? <FigureCell metric={metric} entry={entry} name={figure} /> : ''}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FigureCell({
  metric,
  entry,
  name,
  isLong,
}: {
  metric: Description;
  entry: Entry;
  name: string;
  isLong?: boolean;
}) {
  const figure = entry.values[name] as Figure | undefined;
  if (!figure) return null;
  const text = figureText(figure.value, unitOf(metric, name));
  if (figure.rows !== undefined)
    return <Behind counted={{ value: asNumber(figure.value), rows: figure.rows }} text={text} />;
  const { numerator, denominator, of, small } = figure;
  return (
    <>
      {small && isLong && <span class="tag warn">few</span>}{' '}
      {rowsOf(figure).length > 0 && !isLong ? <Behind counted={(numerator ?? of) as Counted} text={text} /> : text}
      {isLong && (numerator || of) && (
        <small class="faint made-of">
          {numerator ? <Behind counted={numerator} /> : 'over '}
          {denominator && (
            <>
              {' '}
              of <Behind counted={denominator} />
            </>
          )}
          {!numerator && of && <Behind counted={of} />}
        </small>
      )}
    </>
  );
}

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A number with the list behind it; with several lists, a menu of them. */
function Behind({
  counted: { value, rows },
  text = value.toLocaleString('en-GB', { maximumFractionDigits: 1 }),
}: {
  counted: Counted;
  text?: string;
}) {
  const lists = rows === undefined ? [] : [rows].flat();
  if (lists.length === 0) return <>{text}</>;
  if (lists.length === 1)
    return (
      <a href={pageOf(lists[0]!)} data-count={text === numberText(value) ? value : undefined}>
        {text}
      </a>
    );
  return (
    <Menu label={text} name={`${text}: in ${lists.length} lists`} class="text-link">
      {(close) => (
        <div class="menu-list" onClick={close}>
          <h3>The records are in {lists.length} lists</h3>
          {lists.slice(0, 40).map((each, index) => (
            <a key={each} href={pageOf(each)}>
              List {index + 1}
            </a>
          ))}
        </div>
      )}
    </Menu>
  );
}
