// Filters by dates and numbers, with their distribution.

import { useSteadyAnswer } from '../../../data/answers.ts';
import { valueIn, withValue } from '../../../data/query.ts';
import { type Group, type Groups, titleOf } from '../../../data/records.ts';
import { numberText } from '../../../data/words.ts';
import { Histogram } from '../../../parts/chart/bars.tsx';
import { ticks } from '../../../parts/chart/scale.ts';
import { Loading } from '../../../parts/states.tsx';
import { say } from '../../../words/say.ts';
import { type FacetProps, groupsPath, Missing, NotKnown } from './facet.tsx';

/** From and to, with a column for each year or month. Ranges are half open, as those of the API. */
export function Dates({ resource, field, query, onChange }: FacetProps) {
  const { name } = field;
  const ask = (unit: string) =>
    groupsPath(resource, query, field, [
      ['group', `${unit}(${name})`],
      ['limit', '60'],
    ]);
  const years = useSteadyAnswer<Groups>(ask('year'));
  const known = years.data?.data.filter(({ group }) => group[`year(${name})`] !== null) ?? [];
  const isShort = years.data !== undefined && known.length <= 3;
  const months = useSteadyAnswer<Groups>(isShort ? ask('month') : undefined);
  const unit = isShort ? 'month' : 'year';
  const { data, error } = isShort ? months : years;
  const groups = data?.data.filter(({ group }) => group[`${unit}(${name})`] !== null);
  const [from, to] = [valueIn(query, `${name}[gte]`), valueIn(query, `${name}[lt]`)];
  const until = valueIn(query, `${name}[lte]`);
  const set = (low: string | undefined, high: string | undefined) =>
    onChange(
      withValue(
        withValue(withValue(withValue(query, name, undefined), `${name}[gte]`, low), `${name}[lte]`, undefined),
        `${name}[lt]`,
        high,
      ),
    );
  const boundsOf = ({ rows }: Group): [string | undefined, string | undefined] => {
    const parameters = new URLSearchParams(rows.slice(rows.indexOf('?')));
    return [parameters.get(`${name}[gte]`) ?? undefined, parameters.get(`${name}[lt]`) ?? undefined];
  };
  const bounds = groups?.map(boundsOf) ?? [];
  return (
    <div>
      {groups ? (
        groups.length > 0 && (
          <>
            <Histogram
              name={
                isShort
                  ? say('{field} by month', { field: titleOf(field) })
                  : say('{field} by year', { field: titleOf(field) })
              }
              bars={groups.map(({ group, values }, index) => ({
                label: String(group[`${unit}(${name})`]),
                value: values.count ?? 0,
                isOn:
                  (from !== undefined || to !== undefined) &&
                  (from ?? '') <= (bounds[index]![0] ?? '') &&
                  (to === undefined || to >= (bounds[index]![1] ?? '')),
              }))}
              onChoose={(index) => {
                const [low, high] = bounds[index]!;
                if (from === low && to === high) set(undefined, undefined);
                else set(low, high);
              }}
            />
            <div class="ends">
              <span>{String(groups[0]!.group[`${unit}(${name})`])}</span>
              <span>{groups.length > 1 ? String(groups.at(-1)!.group[`${unit}(${name})`]) : ''}</span>
            </div>
          </>
        )
      ) : error ? (
        <NotKnown error={error} />
      ) : (
        <Loading lines={2} />
      )}
      <div class="between">
        <label>
          {say('from')}
          <input
            type="date"
            value={dayIn(from)}
            onChange={({ currentTarget }) => set(currentTarget.value || undefined, to)}
          />
        </label>
        <label>
          {say('before')}
          <input
            type="date"
            value={dayIn(to ?? until)}
            onChange={({ currentTarget }) => set(from, currentTarget.value || undefined)}
          />
        </label>
      </div>
      <Missing {...{ resource, field, query, onChange }} />
    </div>
  );
}

/** What a control for days can show. */
const dayIn = (text: string | undefined): string => /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? '';

type Extremes = { readonly totals: { readonly values: Readonly<Record<string, number | null>> } };

/** From and to, with the distribution in about a dozen steps. */
export function Numbers({ resource, field, query, onChange }: FacetProps) {
  const { name } = field;
  const extremes = useSteadyAnswer<Extremes>(
    groupsPath(resource, query, field, [
      ['measure', `min(${name}),max(${name})`],
      ['limit', '1'],
    ]),
  );
  const { [`min(${name})`]: low, [`max(${name})`]: high } = extremes.data?.totals.values ?? {};
  const isSpread = typeof low === 'number' && typeof high === 'number' && high > low;
  const steps = isSpread ? ticks(low, high, 10) : [];
  const step = steps.length > 1 ? Number((steps[1]! - steps[0]!).toPrecision(6)) : 1;
  const groups = useSteadyAnswer<Groups>(
    isSpread
      ? groupsPath(resource, query, field, [
          ['group', `bin(${name},${step})`],
          ['limit', '60'],
        ])
      : undefined,
  );
  const bins = groups.data?.data.filter(({ group }) => group[`bin(${name},${step})`] !== null) ?? [];
  const [from, to] = [valueIn(query, `${name}[gte]`), valueIn(query, `${name}[lt]`)];
  const set = (least: string | undefined, below: string | undefined) =>
    onChange(withValue(withValue(query, `${name}[gte]`, least), `${name}[lt]`, below));
  if (extremes.error && !extremes.data) return <NotKnown error={extremes.error} />;
  return (
    <div>
      {bins.length > 0 && (
        <>
          <Histogram
            name={say('Distribution: {field}', { field: say(field.title) })}
            bars={bins.map(({ group, values }) => {
              const start = Number(group[`bin(${name},${step})`]);
              const isOn =
                (from !== undefined || to !== undefined) &&
                Number(from ?? -Infinity) <= start &&
                Number(to ?? Infinity) >= start + step;
              return {
                label: say('{low} to {high}', { low: numberText(start), high: numberText(start + step) }),
                value: values.count ?? 0,
                isOn,
              };
            })}
            onChoose={(index) => {
              const start = Number(bins[index]!.group[`bin(${name},${step})`]);
              set(String(start), String(Number((start + step).toPrecision(12))));
            }}
          />
          <div class="ends">
            <span>{numberText(low!)}</span>
            <span>{numberText(high!)}</span>
          </div>
        </>
      )}
      <div class="between">
        <label>
          {say('at least')}
          <input
            type="number"
            step="any"
            value={from ?? ''}
            onChange={({ currentTarget }) => set(currentTarget.value || undefined, to)}
          />
        </label>
        <label>
          {say('below')}
          <input
            type="number"
            step="any"
            value={to ?? ''}
            onChange={({ currentTarget }) => set(from, currentTarget.value || undefined)}
          />
        </label>
      </div>
    </div>
  );
}
