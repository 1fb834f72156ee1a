// The explorer of a resource: a table that scrolls to any of its rows, with filters, search, order and choice of
// columns. Its address is the query of the API.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { go, goQuery, place } from '../../app/router.ts';
import { useIsSmall } from '../../app/small.ts';
import { mayPass, useAnswer } from '../../data/answers.ts';
import { type Resource, resourceNamed } from '../../data/catalogue.ts';
import { useChanges } from '../../data/changes.ts';
import { formatQuery, parseQuery, type Query, valueIn } from '../../data/query.ts';
import { untilReachable } from '../../data/reachable.ts';
import { capital, type DataRecord, type Page } from '../../data/records.ts';
import { token } from '../../data/token.ts';
import { numberText } from '../../data/words.ts';
import { copy } from '../../parts/copy.tsx';
import { Icon } from '../../parts/icon.tsx';
import { recordHref } from '../../parts/person.tsx';
import { PrintTable } from '../../parts/print-table.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { type Blocks, blocks as newBlocks } from '../../parts/table/blocks.ts';
import type { Column } from '../../parts/table/column.ts';
import type { Range } from '../../parts/table/selection.ts';
import { Table } from '../../parts/table/table.tsx';
import { say, sayCount } from '../../words/say.ts';
import { Card } from './card.tsx';
import { Chips } from './chips.tsx';
import { columnNames, fieldsNeeded } from './column-names.ts';
import { columnsOf } from './columns.tsx';
import { ExplorerHead } from './explorer-head.tsx';
import { FilterSheet, FilterSide } from './filters.tsx';
import { Nothing } from './nothing.tsx';
import { Search } from './search.tsx';
import { copySelected, SelectedFoot } from './selected/selected-later.ts';
import { SortHead } from './sort.tsx';
import { sortOf } from './sorting.ts';

/** The query as the API gets it: without the parts that the table decides itself. */
const listQuery = (query: Query): Query =>
  query.filter(([name]) => !['limit', 'offset', 'fields', 'expand', 'format'].includes(name));

export function Explorer({ name }: { name: string }) {
  const resource = resourceNamed(name)!;
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const columns = useMemo(() => columnsOf(resource, columnNames(resource, query)), [resource, query]);
  const everything = useAnswer<Page>(`${name}?limit=1&fields=id`);
  const shown = formatQuery(query.filter(([each]) => !['limit', 'offset'].includes(each)));
  return (
    <div class="explorer">
      <ExplorerHead resource={resource} query={query} shown={shown} all={everything.data?.meta.total} />
      <List key={name} resource={resource} query={query} columns={columns} all={everything.data?.meta.total} />
    </div>
  );
}

type ListProps = { resource: Resource; query: Query; columns: readonly Column[]; all: number | undefined };

function List({ resource, query, columns, all }: ListProps) {
  const isSmall = useIsSmall();
  const needed = fieldsNeeded(
    resource,
    columns.slice(1).map((column) => column.name),
  );
  const asked = formatQuery(listQuery(query));
  const shownToken = token.value;
  // A new question has new rows; its first answer replaces the old rows when it comes.
  const next = useMemo(
    () =>
      newBlocks(
        (offset, limit) =>
          `${resource.name}${formatQuery([...parseQuery(asked), ['fields', needed], ['limit', String(limit)], ['offset', String(offset)]])}`,
      ),
    [resource, asked, needed, shownToken],
  );
  const [blocks, setBlocks] = useState(next);
  const view = useSignal<[number, number]>([0, 0]);
  const [chosen, setChosen] = useState<{ record: DataRecord; column: Column }>();
  const [range, setRange] = useState<Range>();
  const whole: Query = [...parseQuery(asked), ['fields', needed]];
  const selected = (of: Range) => ({ resource, query: whole, blocks, columns, range: of });

  // Before the effects of the filters, so that the rows are asked for first.
  useLayoutEffect(() => {
    const offset = Number(valueIn(query, 'offset') ?? 0) || 0;
    next.show(offset, offset + 30, false);
    const stop = next.changes.subscribe((count) => {
      if (count > 0) setBlocks(next);
    });
    // While there is no answer, the rows that are known stay.
    const stopError = next.error.subscribe((error) => {
      if (error) setBlocks((shown) => (mayPass(error) && shown.total.peek() !== undefined ? shown : next));
    });
    return () => {
      stop();
      stopError();
      next.stop();
    };
  }, [next, query]);

  // In the order of ids new records come last, so nothing moves; in another order the person decides.
  const [news, setNews] = useState<number>();
  useChanges([`${resource.name}${formatQuery(whole)}`], async () => {
    if (!valueIn(query, 'sort')) return blocks.refresh();
    const before = blocks.total.peek() ?? 0;
    const moved = await blocks.update();
    setNews(moved === undefined ? undefined : moved - before);
  });
  useEffect(() => {
    setNews(undefined);
    setChosen(undefined);
  }, [blocks, asked]);
  useEffect(() => setRange(undefined), [blocks, columns]);

  const change = (to: Query) => goQuery(to);
  const total = blocks.total.value;
  const error = blocks.error.value;
  // Of the question in the address, which may not be the one whose rows are shown.
  const failing = next.error.value;
  useEffect(() => {
    if (!failing || !mayPass(failing)) return;
    let isWanted = true;
    void untilReachable().then(() => (isWanted ? next.refresh() : undefined));
    return () => {
      isWanted = false;
    };
  }, [next, failing]);
  const card = useMemo(
    () =>
      isSmall ? (record: DataRecord) => <Card resource={resource} columns={columns} record={record} /> : undefined,
    [isSmall, resource, columns],
  );
  return (
    <>
      <div class="query">
        <Search resource={resource} query={query} />
        <ArrivedChips blocks={blocks} resource={resource} query={query} onChange={change} />
        <FilterSheet resource={resource} query={query} onChange={change} />
      </div>
      <div class="view">
        <FilterSide resource={resource} query={query} onChange={change} />
        <section class="sheet" aria-label={capital(say(resource.many))} aria-busy={next !== blocks}>
          {failing && next !== blocks && (
            <p class="old-rows" role="status">
              <Icon name="warn" />
              {say('There is no answer to this question yet. These are the rows of the one before.')}
            </p>
          )}
          {error && total === undefined ? (
            <Failure error={error} retry={() => void blocks.refresh()}>
              {error.status === 422 && (
                <a class="button" href={`/console/${resource.name}`}>
                  {say('Without filters')}
                </a>
              )}
            </Failure>
          ) : total === undefined ? (
            <div class="first-load">
              <Loading lines={12} />
            </div>
          ) : total === 0 ? (
            <Nothing resource={resource} query={query} all={all} />
          ) : (
            <Table
              blocks={blocks}
              columns={columns}
              total={total}
              name={capital(say(resource.many))}
              keptAs={resource.name}
              head={(column) => <SortHead resource={resource} column={column} query={query} onChange={change} />}
              sortOf={(column) => sortOf(query, column)}
              onOpen={(record) => go(recordHref(resource, record.id))}
              onCopy={(record, column) => void copyRecord(record, column)}
              onSelect={setRange}
              onCopyRange={(of) => void copySelected(selected(of))}
              onChoose={(record, column) => setChosen(record && { record, column })}
              onView={(from, to) => {
                view.value = [from, to];
              }}
              card={card}
            />
          )}
          {total !== undefined && total > 0 && (
            <PrintTable columns={columns} total={total} pathOf={blocks.pathOf} row={blocks.row} />
          )}
          {total !== undefined && total > 0 && (
            <footer class="sheet-foot">
              <InView view={view} total={total} isSmall={isSmall} />
              {news !== undefined && (
                <button
                  type="button"
                  class="keep"
                  onClick={() => {
                    setNews(undefined);
                    void blocks.refresh();
                  }}
                >
                  {news > 0
                    ? sayCount(news, '{n} new record: show', '{n} new records: show')
                    : say('The list has changed: show')}
                </button>
              )}
              {error && <span class="keep">{say('Could not be read again: {reason}', { reason: error.message })}</span>}
              {range && !isSmall && <SelectedFoot {...selected(range)} />}
              {chosen && !range && !isSmall && (
                <span class="copy-tools">
                  <button type="button" onClick={() => void copyRecord(chosen.record, chosen.column)}>
                    {say('Copy cell')}
                  </button>
                  <button type="button" onClick={() => void copyRecord(chosen.record, undefined)}>
                    {say('Copy row')}
                  </button>
                </span>
              )}
              {!range && <Speed blocks={blocks} />}
            </footer>
          )}
        </section>
      </div>
    </>
  );
}

// What changes while one scrolls is read in parts of its own, so that the filters and the heads are not drawn again
// each time.

type ArrivedProps = { blocks: Blocks; resource: Resource; query: Query; onChange: (query: Query) => void };

const ArrivedChips = ({ blocks, ...props }: ArrivedProps) => (
  <Chips {...props} ignored={blocks.arrival.value?.ignored ?? []} />
);

type InViewProps = { view: Signal<[number, number]>; total: number; isSmall: boolean };

function InView({ view, total, isSmall }: InViewProps) {
  const [first, last] = view.value;
  const rows = {
    first: numberText(first + 1),
    last: numberText(Math.min(last + 1, total)),
    total: numberText(total),
  };
  return (
    <span>{isSmall ? say('{first} – {last} of {total}', rows) : say('Rows {first} – {last} of {total}', rows)}</span>
  );
}

const Speed = ({ blocks }: { blocks: Blocks }) => {
  const { milliseconds } = blocks.arrival.value ?? {};
  return (
    <span class="faint">
      {milliseconds === undefined
        ? ''
        : say('Answered in {n} ms', { n: milliseconds.toFixed(milliseconds < 10 ? 1 : 0) })}
    </span>
  );
};

const copyRecord = (record: DataRecord, column: Column | undefined): Promise<void> =>
  column === undefined
    ? copy(JSON.stringify(record, null, 2), say('the row'))
    : copy(column.text?.(record) ?? '', column.title.toLowerCase());
