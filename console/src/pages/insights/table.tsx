// The numbers of a metric as a table. Every number that counts records leads to them.
import { pageOf } from '../../data/query.ts';
import { numberText } from '../../data/words.ts';
import { Menu } from '../../parts/menu.tsx';
import { locale, say, sayWith } from '../../words/say.ts';
import {
  type Counted,
  type Entry,
  entryLabel,
  type Figure,
  figuresIn,
  figureTitle,
  groupText,
  rowsOf,
  textOf,
} from './answer.ts';
import { comparison, type Shown } from './compare.ts';

export function InsightTable(shown: Shown) {
  const { data } = shown;
  const groups = [...new Set(data.data.map(groupText))];
  const periods = [...new Set(data.data.map(({ period }) => period?.from ?? ''))];
  const isCross = groups.length > 1 && periods.length > 1;
  return (
    <section class="sheet insight-table">
      <div class="figure-rows" tabIndex={0} role="region" aria-label={say('Table of the figures')}>
        {data.data.length === 1 ? (
          <Figures {...shown} entry={data.data[0]!} />
        ) : isCross ? (
          <Cross {...shown} groups={groups} periods={periods} />
        ) : (
          <Plain {...shown} isGrouped={groups.length > 1} />
        )}
      </div>
      <footer class="sheet-foot">
        <span>{say('Every number that counts records opens them.')}</span>
        <span>
          {data.meta.total > data.data.length
            ? say('The first {n} of {all} entries; the download has all', {
                n: numberText(data.data.length),
                all: numberText(data.meta.total),
              })
            : ''}
        </span>
      </footer>
    </section>
  );
}

/** A row for each figure of a single entry. */
const Figures = ({ entry, ...shown }: Shown & { entry: Entry }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{say('Figure')}</th>
        <th scope="col" class="number">
          {say('Value')}
        </th>
      </tr>
    </thead>
    <tbody>
      {Object.keys(entry.values).map((name) => (
        <tr key={name}>
          <th scope="row">
            {figureTitle(name)} <span class="faint">{say(shown.metric.figures[name]?.meaning ?? '')}</span>
          </th>
          <td class="number">
            <FigureCell {...shown} entry={entry} name={name} isLong />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A row for each entry, a column for each figure and what it is made of. */
function Plain({ isGrouped, ...shown }: Shown & { isGrouped: boolean }) {
  const { data } = shown;
  const names = figuresIn(data);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say(isGrouped ? 'Group' : 'Period')}</th>
          {names.map((name) => (
            <th key={name} scope="col" class="number">
              {figureTitle(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.data.map((entry) => (
          <tr key={`${groupText(entry)} ${entry.period?.from}`}>
            <th scope="row">
              {isGrouped ? groupText(entry) : entryLabel(entry, data.every)}
              {entry.period?.partial && !isGrouped && data.every && <span class="tag">{say('so far')}</span>}
            </th>
            {names.map((name) => (
              <td key={name} class="number">
                <FigureCell {...shown} entry={entry} name={name} isLong />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A row for each group, a column for each period. */
function Cross({ groups, periods, ...shown }: Shown & { groups: readonly string[]; periods: readonly string[] }) {
  const { data, figure } = shown;
  const byPlace = new Map(data.data.map((entry) => [`${groupText(entry)}\n${entry.period?.from}`, entry]));
  const heads = periods.map((period) => data.data.find((entry) => entry.period?.from === period)!);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say('Group')}</th>
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
                  {entry ? <FigureCell {...shown} entry={entry} name={figure} /> : ''}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = Shown & { entry: Entry; name: string; isLong?: boolean };

function FigureCell({ entry, name, isLong, ...shown }: CellProps) {
  const figure = entry.values[name] as Figure | undefined;
  if (!figure) return null;
  if (figure.value === null) return <span class="faint">{say('No data')}</span>;
  const text = textOf(shown.metric, name, figure.value);
  const note = comparison(shown, name, entry);
  return (
    <>
      {figure.rows !== undefined ? (
        <Behind counted={{ value: asNumber(figure.value), rows: figure.rows }} text={text} />
      ) : (
        <Made figure={figure} text={text} isLong={isLong ?? false} />
      )}
      {note && <small class="compared">{note}</small>}
    </>
  );
}

/** A figure with the numbers that it is made of. */
function Made({ figure, text, isLong }: { figure: Figure; text: string; isLong: boolean }) {
  const { numerator, denominator, of, small } = figure;
  const lists = rowsOf(figure);
  if (!isLong) return lists.length > 0 ? <Behind counted={(numerator ?? of) as Counted} text={text} /> : <>{text}</>;
  return (
    <>
      {small && <span class="tag warn">{say('few')}</span>} {text}
      {(numerator || of) && (
        <small class="faint made-of">
          {numerator && denominator
            ? sayWith('{some} of {all}', {
                some: <Behind counted={numerator} />,
                all: <Behind counted={denominator} />,
              })
            : sayWith('over {all}', { all: <Behind counted={(numerator ?? of)!} /> })}
        </small>
      )}
    </>
  );
}

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** A number with the list behind it; with several lists, a menu of them. */
function Behind({
  counted: { value, rows },
  text = value.toLocaleString(locale, { maximumFractionDigits: 1 }),
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
    <Menu label={text} name={say('{text}: in {n} lists', { text, n: lists.length })} class="text-link">
      {(close) => (
        <div class="menu-list" onClick={close}>
          <h3>{say('The records are in {n} lists', { n: lists.length })}</h3>
          {lists.slice(0, 40).map((each, index) => (
            <a key={each} href={pageOf(each)}>
              {say('List {n}', { n: index + 1 })}
            </a>
          ))}
        </div>
      )}
    </Menu>
  );
}
