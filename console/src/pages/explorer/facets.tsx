// Filters, one for each field, by the kind of its values: words with their counts, references by name, dates and numbers with their
// distribution, and texts.
import { useState } from 'preact/hooks';
import { useSteadyAnswer } from '../../data/answers.ts';
import { type Field, type Resource, resourceNamed } from '../../data/catalogue.ts';
import {
  conditionsIn,
  formatQuery,
  type Query,
  valueIn,
  valuesIn,
  withoutField,
  withValue,
  withValues,
} from '../../data/query.ts';
import { type Group, type Groups, titleOf } from '../../data/records.ts';
import { numberText, valueText } from '../../data/words.ts';
import { Histogram } from '../../parts/chart/bars.tsx';
import { ticks } from '../../parts/chart/scale.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { Loading } from '../../parts/states.tsx';

export type FacetProps = { resource: Resource; field: Field; query: Query; onChange: (query: Query) => void };

/** The question for groups of the records that meet all other conditions. */
const groupsPath = (resource: Resource, query: Query, field: Field, more: Query): string =>
  `aggregate/${resource.name}${formatQuery([...withoutField(conditionsIn(query), field.name), ...more])}`;

const FEW = 6;
const MANY = 40;

export function Facet(props: FacetProps) {
  const { field, query, onChange } = props;
  const isSet = withoutField(query, field.name).length < query.length;
  return (
    <section class="facet" aria-label={titleOf(field)}>
      <h2>
        {titleOf(field)}
        {isSet && (
          <button
            type="button"
            aria-label={`Any ${field.title}`}
            onClick={() => onChange(withoutField(query, field.name))}
          >
            any
          </button>
        )}
      </h2>
      <FacetBody {...props} />
    </section>
  );
}

function FacetBody(props: FacetProps) {
  const { kind, filter, counted, to } = props.field;
  if (filter === 'null') return <Missing {...props} />;
  if (kind === 'date') return <Dates {...props} />;
  if (to) return <References {...props} />;
  if (counted) return <Words {...props} />;
  if (['number', 'amount', 'count'].includes(kind)) return <Numbers {...props} />;
  return <Text {...props} />;
}

/** Values with their counts. */
function Words({ resource, field, query, onChange }: FacetProps) {
  const [isLong, setLong] = useState(false);
  const more: Query = [
    ['group', field.name],
    ['sort', '-count'],
    ['limit', String(isLong ? MANY : FEW)],
  ];
  const { data, error } = useSteadyAnswer<Groups>(groupsPath(resource, query, field, more));
  if (error && !data)
    return (
      <p class="faint" title={error.message}>
        Not known now
      </p>
    );
  if (!data) return <Loading lines={4} />;
  const chosen = valuesIn(query, field.name);
  const keyOf = ({ group }: Group) => String(group[field.name]);
  const listed = new Set(data.data.map(keyOf));
  const unlisted = chosen.filter((value) => !listed.has(value));
  const most = Math.max(1, ...data.data.map(({ values }) => values.count ?? 0));
  const toggle = (value: string) =>
    onChange(
      withValues(
        query,
        field.name,
        chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
      ),
    );
  const entry = (value: string, label: string, count: number | undefined) => (
    <label key={value} class={`value ${chosen.includes(value) ? 'on' : ''}`}>
      <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
      <span class="words" title={label}>
        {label}
      </span>
      <span class="amount">{count === undefined ? '' : numberText(count)}</span>
      <i style={{ width: `calc(${((count ?? 0) / most) * 100}% - 12px)` }} />
    </label>
  );
  const labelOf = (each: Group) =>
    each.labels[field.name] ?? (each.group[field.name] === null ? 'none' : valueText(field, each.group[field.name]));
  return (
    <div>
      {unlisted.map((value) => entry(value, value === 'null' ? 'none' : value.replaceAll('_', ' '), undefined))}
      {data.data.map((each) => entry(keyOf(each), labelOf(each), each.values.count ?? 0))}
      {data.data.length === 0 && unlisted.length === 0 && <p class="faint">No values</p>}
      {!isLong && data.meta.total > FEW && (
        <button type="button" class="more" onClick={() => setLong(true)}>
          {data.meta.total - FEW} more
        </button>
      )}
    </div>
  );
}

/** Those that most records refer to, and any other by typing its name. */
function References(props: FacetProps) {
  const { resource, field, query, onChange } = props;
  const target = resourceNamed(field.to!)!;
  return (
    <div>
      <Combobox
        resource={target}
        label={`Add: ${field.title}`}
        placeholder={`Find ${/^[aeiou]/.test(target.one) ? 'an' : 'a'} ${target.one}`}
        clearsAfter
        onChoose={(choice) => {
          if (choice)
            onChange(withValues(query, field.name, [...new Set([...valuesIn(query, field.name), String(choice.id)])]));
        }}
      />
      <Words {...props} resource={resource} />
    </div>
  );
}

/** From and to, with a column for each year or month. Ranges are half open, as those of the API. */
function Dates({ resource, field, query, onChange }: FacetProps) {
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
  const groups = (isShort ? months.data : years.data)?.data.filter(({ group }) => group[`${unit}(${name})`] !== null);
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
              name={`${titleOf(field)} by ${unit}`}
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
      ) : (
        <Loading lines={2} />
      )}
      <div class="between">
        <label>
          from
          <input
            type="date"
            value={dayIn(from)}
            onChange={({ currentTarget }) => set(currentTarget.value || undefined, to)}
          />
        </label>
        <label>
          before
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
function Numbers({ resource, field, query, onChange }: FacetProps) {
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
  if (extremes.error && !extremes.data)
    return (
      <p class="faint" title={extremes.error.message}>
        Not known now
      </p>
    );
  return (
    <div>
      {bins.length > 0 && (
        <>
          <Histogram
            name={`Distribution: ${field.title}`}
            bars={bins.map(({ group, values }) => {
              const start = Number(group[`bin(${name},${step})`]);
              const isOn =
                (from !== undefined || to !== undefined) &&
                Number(from ?? -Infinity) <= start &&
                Number(to ?? Infinity) >= start + step;
              return { label: `${numberText(start)} to ${numberText(start + step)}`, value: values.count ?? 0, isOn };
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
          at least
          <input
            type="number"
            step="any"
            value={from ?? ''}
            onChange={({ currentTarget }) => set(currentTarget.value || undefined, to)}
          />
        </label>
        <label>
          below
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

/** A text that is exactly this. */
function Text({ field, query, onChange }: FacetProps) {
  const value = valueIn(query, field.name) ?? '';
  return (
    <input
      type="text"
      class="text-facet"
      aria-label={`${titleOf(field)} is exactly`}
      placeholder="is exactly"
      value={value}
      onChange={({ currentTarget }) => onChange(withValue(query, field.name, currentTarget.value))}
    />
  );
}

/** Whether there is a value. */
function Missing({ field, query, onChange }: FacetProps) {
  if (field.required) return null;
  const isNone = valueIn(query, field.name) === 'null';
  const isSome = valueIn(query, `${field.name}[ne]`) === 'null';
  const set = (none: boolean, some: boolean) =>
    onChange(
      withValue(
        withValue(query, field.name, none ? 'null' : undefined),
        `${field.name}[ne]`,
        some ? 'null' : undefined,
      ),
    );
  return (
    <div>
      <label class={`value ${isSome ? 'on' : ''}`}>
        <input type="checkbox" checked={isSome} onChange={() => set(false, !isSome)} />
        <span class="words">is set</span>
      </label>
      <label class={`value ${isNone ? 'on' : ''}`}>
        <input type="checkbox" checked={isNone} onChange={() => set(!isNone, false)} />
        <span class="words">is not set</span>
      </label>
    </div>
  );
}
