// Answers aggregates the cheapest way: from list counters, from what was found before and the records that came since, here when few
// records have to be read, and otherwise in the lane for long questions.
import type { Resource } from '../../../catalogue/resource.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { operandsOf } from '../../shared/aggregate/aggregate-sql.ts';
import { type Aggregates, type AnsweredGroup, finished } from '../../shared/aggregate/finish.ts';
import { merged, type Tally, totalsOf } from '../../shared/aggregate/tally.ts';
import { tallyMemory } from '../../shared/aggregate/tally-memory.ts';
import { adviceOn } from '../../shared/lane/advice.ts';
import { isCounted } from '../../shared/list-counters.ts';
import type { Asker, Awaitable, ReadOptions } from '../../store.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import { aggregateToWire } from '../lane/wire.ts';
import { type budget, quickly } from '../read/budget.ts';
import type { LongWay, ReadContext } from '../read/context.ts';
import { stateIn, stateOf } from '../read/find-ids.ts';
import { type Group as Counted, groupsOf } from '../read/grouped-lists.ts';
import { dataState } from '../read/incremental-counts.ts';
import type { Later } from '../read/later.ts';
import { wholeOf } from '../read/narrowest.ts';
import { type AggregateAnswer, type AggregateReads, FEW_GROUPS, rowsToLookUp, tallyHere } from './long-answer.ts';

type Parts = AggregateReads & {
  readonly snapshot: Snapshot;
  readonly limited: ReturnType<typeof budget>;
  readonly afterwards: Later;
  readonly isSmall: (resource: Resource) => boolean;
  readonly long: LongWay | undefined;
};

/** When more records came since, all are read again: an index may lead to fewer. */
const MAX_NEW_RECORDS = 20_000;

type Asked = { readonly resource: Resource; readonly query: AggregateQuery; readonly searchPrivate: boolean };

export function aggregates({ context, find, snapshot, limited, afterwards, isSmall, long }: Parts) {
  const memory = tallyMemory();
  const reads = { context, find };

  const keyOf = ({ resource, query, searchPrivate }: Asked): string => {
    const { limit: _, offset: __, sort: ___, having: ____, ...rest } = aggregateToWire(resource, query, searchPrivate);
    return JSON.stringify(rest);
  };

  const finish = ({ resource, query }: Asked, tally: Tally): Aggregates =>
    finished(query, operandsOf(resource, query), tally, long && FEW_GROUPS);

  function counted(asked: Asked): Aggregates | undefined {
    const tally = countedTally(context, asked.resource, asked.query);
    return tally && finish(asked, tally);
  }

  /** What is known from before, with the records that came since, if they are few. */
  function remembered(asked: Asked): Aggregates | undefined {
    const known = memory.find(keyOf(asked));
    const { newest, generation } = dataState(context.prepare, context.memoize, asked.resource);
    if (!known || known.generation !== generation || asked.query.terms.length > 0) return undefined;
    if (known.upTo === newest) return finish(asked, known.tally);
    limited.renew();
    limited.rows((newest - known.upTo) * rowsToLookUp(asked.query));
    const since = tallyHere(reads, asked.resource, asked.query, { searchPrivate: false, after: known.upTo });
    if (!since.isMergeable) return undefined;
    return keep(asked, merged(known.tally, since), { newest, generation });
  }

  function keep(
    asked: Asked,
    tally: Tally,
    state: { readonly newest: number; readonly generation: string },
  ): Aggregates {
    const answer = finish(asked, tally);
    const { newest: upTo, generation } = state;
    if (tally.isMergeable && asked.query.terms.length === 0) memory.remember(keyOf(asked), { tally, upTo, generation });
    return answer;
  }

  /** Here, as long as little has to be read; otherwise in the lane. */
  function found(asked: Asked, asker: Asker | undefined): Awaitable<Aggregates> {
    const { resource, query, searchPrivate } = asked;
    snapshot.refresh();
    limited.renew();
    return quickly(
      () =>
        keep(
          asked,
          tallyHere(reads, resource, query, { searchPrivate }),
          dataState(context.prepare, context.memoize, resource),
        ),
      () => inLane(asked, long!, asker),
    );
  }

  async function inLane(asked: Asked, { lane, readers }: LongWay, asker: Asker | undefined): Promise<Aggregates> {
    const { resource, query, searchPrivate } = asked;
    const state = stateOf(context, resource, query);
    const { newest, generation } = stateIn(state);
    const known = query.terms.length === 0 ? memory.find(keyOf(asked)) : undefined;
    const isUsable = known?.generation === generation && newest - known.upTo <= MAX_NEW_RECORDS;
    const after = isUsable ? { after: known.upTo } : {};
    const wire = { ...aggregateToWire(resource, query, searchPrivate), ...after };
    const parts: AnsweredGroup[] = [];
    const run = async (signal: AbortSignal) => {
      const { value, state: seen } = await readers.ask<AggregateAnswer>(wire, signal, (part) => parts.push(...part));
      if ('tally' in value) return { value, state: seen };
      return { value: { page: { ...value.page, groups: [...parts, ...value.page.groups] } }, state: seen };
    };
    // What grows is remembered apart. A search does not: private fields may change what it finds.
    const isKept = (value: AggregateAnswer) =>
      'page' in value
        ? value.page.groups.length <= MAX_KEPT_GROUPS
        : query.terms.length > 0 && value.tally.groups.length <= MAX_KEPT_GROUPS;
    const answer = await lane.ask({
      key: JSON.stringify(wire),
      state,
      asker,
      advice: adviceOn({ ...query, sort: [], offset: 0 }),
      isKept,
      run,
    });
    if ('page' in answer.value) return answer.value.page;
    const seen = stateIn(answer.state);
    if (!isUsable) return keep(asked, answer.value.tally, seen);
    // Records that were there have changed since, so that the two do not belong together.
    if (seen.generation !== generation) return inLane(asked, { lane, readers }, asker);
    const { tally } = answer.value;
    const again = () => {
      // There are too many groups or values by now.
      memory.forget(keyOf(asked));
      return inLane(asked, { lane, readers }, asker);
    };
    return tally.isMergeable ? quickly(() => keep(asked, merged(known.tally, tally), seen), again) : again();
  }

  return (
    resource: Resource,
    query: AggregateQuery,
    { searchPrivate = false, asker }: ReadOptions,
  ): Awaitable<Aggregates> => {
    const asked = { resource, query, searchPrivate };
    snapshot.refresh();
    limited.renew();
    const known = ifQuick(() => counted(asked)) ?? ifQuick(() => remembered(asked));
    if (known) return known;
    if (!long) return found(asked, asker);
    const wire = aggregateToWire(resource, query, searchPrivate);
    const answer = long.lane.remembered<AggregateAnswer>(JSON.stringify(wire), stateOf(context, resource, query));
    if (answer) return 'page' in answer ? answer.page : finish(asked, answer.tally);
    return isSmall(resource) ? found(asked, asker) : afterwards(asker, () => found(asked, asker));
  };
}

/** `undefined`: it would read too much. */
const ifQuick = <T>(read: () => T | undefined): T | undefined => quickly(read, () => undefined);

/** A page has no more. */
const MAX_KEPT_GROUPS = 200;

/** Counts of all records, or of those with each value of a field, where there are counters. */
function countedTally(context: ReadContext, resource: Resource, query: AggregateQuery): Tally | undefined {
  const { groups, measures, conditions, terms } = query;
  if (conditions.length + terms.length > 0 || measures.some(({ function: name }) => name !== 'count')) return undefined;
  const [grouping, ...more] = groups;
  if (!grouping) return tallied(context, resource, '', () => [{ value: null, count: wholeOf(context, resource) }]);
  const { field, via, by } = grouping;
  if (more.length > 0 || via || by.unit !== 'value' || !isCounted(field)) return undefined;
  return tallied(context, resource, field.name, () => groupsOf(context, resource, field));
}

/** Made once for each state of the data. */
const tallied = (
  { memoize }: ReadContext,
  { name }: Resource,
  field: string,
  counts: () => readonly Counted[],
): Tally =>
  memoize(`tally ${name} ${field}`, () => {
    const groups = counts().map(({ value, count }) => ({ keys: field === '' ? [] : [value], rows: count, cells: [] }));
    return { groups, totals: totalsOf(groups, 0), isMergeable: true };
  })!;
