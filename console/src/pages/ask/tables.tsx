// An answer as a table with a line for each group, and across: rows and columns with their totals, which are answers of
// their own.
import type { Resource } from '../../data/catalogue.ts';
import type { Query } from '../../data/query.ts';
import type { Group } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';
import { distinct, keyOf, keysOf, labelAt } from './labels.ts';
import { NumberLink, wholeOf } from './number.tsx';
import { axesOf, groupsIn, measuresIn, nextSort, orderOf, sortIn, withSort } from './question.ts';
import { currencyPath, groupTitle, measureTitle, nameOf, totalled } from './terms.ts';
import type { Shown } from './use-groups.ts';

type Props = { resource: Resource; shown: Shown; figure: string; onChange: (query: Query) => void };

function SortHead({
  query,
  name,
  title,
  onChange,
}: {
  query: Query;
  name: string;
  title: string;
  onChange: Props['onChange'];
}) {
  const [first] = sortIn(query);
  return (
    <button
      type="button"
      title={say('{column}: sort', { column: title })}
      onClick={() => onChange(withSort(query, nextSort(query, name)))}
    >
      {title}
      {first === name && <Icon name="up" />}
      {first === `-${name}` && <Icon name="down" />}
    </button>
  );
}

export function PlainTable({ resource, shown: { query, data, totals }, onChange }: Props) {
  const [groups, measures] = [groupsIn(query), measuresIn(query)];
  const columns = groups.map((group, at) => namesOf(resource, group, at, data));
  const head = (name: string, title: string, look: string) => (
    <th key={name} scope="col" class={look} aria-sort={orderOf(query, name)}>
      <SortHead {...{ query, name, title, onChange }} />
    </th>
  );
  return (
    <table class="answer">
      <thead>
        <tr>
          {groups.map((group) => head(group, groupTitle(resource, group), ''))}
          {measures.map((measure) => head(measure, measureTitle(resource, measure), 'number'))}
        </tr>
      </thead>
      <tbody>
        {data.map((each) => (
          <tr key={keyOf(keysOf(each))}>
            {groups.map((group, at) => (
              <th key={group} scope="row">
                {columns[at]!.get(keyOf([keysOf(each)[at]!]))}
              </th>
            ))}
            {measures.map((measure) => (
              <td key={measure} class="number">
                <NumberLink {...{ resource, query, measure, group: each }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={groups.length}>
            {say('All records')}
          </th>
          {measures.map((measure) => (
            <td key={measure} class="number">
              <NumberLink {...{ resource, query, measure, group: wholeOf(totals) }} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** The labels of the values of one group, each of them different. */
function namesOf(resource: Resource, group: string, at: number, data: readonly Group[]): Map<string, string> {
  const firsts = [...new Map(data.map((each) => [keyOf([keysOf(each)[at]!]), each])).entries()];
  const labels = distinct(
    firsts.map(([, each]) => labelAt(resource, group, each, at)),
    firsts.map(([, each]) => String(keysOf(each)[at])),
  );
  return new Map(firsts.map(([key], index) => [key, labels[index]!]));
}

/** Those that are among the cells, in the order of their totals. */
function linesOf(totals: readonly Group[], cells: readonly Group[], keysIn: (cell: Group) => string): Group[] {
  const known = new Set(cells.map(keysIn));
  return totals.filter((each) => known.has(keyOf(keysOf(each))));
}

/** A table of more is read by nobody, and takes a browser seconds. */
const MOST_COLUMNS = 60;
const MOST_CELLS = 6000;

export function Pivot({ resource, shown, figure }: Omit<Props, 'onChange'>) {
  const { query, data, totals } = shown;
  const axes = axesOf(query);
  const rowKey = (cell: Group) => keyOf(keysOf(cell).slice(0, -1));
  const columnKey = (cell: Group) => keyOf(keysOf(cell).slice(-1));
  const [allRows, allColumns] = [linesOf(shown.rows, data, rowKey), linesOf(shown.columns, data, columnKey)];
  const columns = allColumns.slice(0, MOST_COLUMNS);
  const rows = allRows.slice(0, Math.floor(MOST_CELLS / Math.max(1, columns.length)));
  const cells = new Map(data.map((each) => [rowKey(each) + columnKey(each), each]));
  const rowNames = axes.rows.map((group, at) => namesOf(resource, group, at, rows));
  const [columnNames] = axes.columns.map((group, at) => namesOf(resource, group, at, columns));
  const [hasRowTotals, hasColumnTotals] = [axes.rows, axes.columns].map((groups) =>
    totalled(resource, query, groups).includes(figure),
  );
  const currency = currencyPath(resource, figure);
  const cell = (group: Group | undefined, of = query) =>
    group && <NumberLink {...{ resource, query: of, measure: figure, group }} />;
  const total = (group: Group, groups: readonly string[], isKnown: boolean | undefined) =>
    isKnown ? (
      cell(group, [...query.filter(([name]) => name !== 'group'), ['group', groups.join()]])
    ) : (
      <span class="faint">–</span>
    );
  return (
    <>
      <table class="answer pivot">
        <thead>
          <tr>
            {axes.rows.map((group) => (
              <th key={group} scope="col">
                {groupTitle(resource, group)}
              </th>
            ))}
            {columns.map((each) => (
              <th key={keyOf(keysOf(each))} scope="col" class="number">
                {columnNames!.get(keyOf(keysOf(each)))}
              </th>
            ))}
            <th scope="col" class="number total">
              {say('All')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(keysOf(row))}>
              {axes.rows.map((group, at) => (
                <th key={group} scope="row">
                  {rowNames[at]!.get(keyOf([keysOf(row)[at]!]))}
                </th>
              ))}
              {columns.map((column) => (
                <td key={keyOf(keysOf(column))} class="number">
                  {cell(cells.get(keyOf(keysOf(row)) + keyOf(keysOf(column))))}
                </td>
              ))}
              <td class="number total">{total(row, axes.rows, hasRowTotals)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={axes.rows.length}>
              {say('All')}
            </th>
            {columns.map((column) => (
              <td key={keyOf(keysOf(column))} class="number">
                {total(column, axes.columns, hasColumnTotals)}
              </td>
            ))}
            <td class="number total">{cell(wholeOf(totals))}</td>
          </tr>
        </tfoot>
      </table>
      {(columns.length < allColumns.length || rows.length < allRows.length) && (
        <p class="faint small-text no-totals">
          {say('The first {rows} of {allRows} rows and {columns} of {allColumns} columns; the download has all.', {
            ...{ rows: numberText(rows.length), allRows: numberText(allRows.length) },
            ...{ columns: numberText(columns.length), allColumns: numberText(allColumns.length) },
          })}
        </p>
      )}
      {currency !== undefined && !(hasRowTotals && hasColumnTotals) && (
        <p class="faint small-text no-totals">
          {say('Amounts in different currencies are not added up: there are totals only where {field} is one.', {
            field: nameOf(resource, currency),
          })}
        </p>
      )}
    </>
  );
}
