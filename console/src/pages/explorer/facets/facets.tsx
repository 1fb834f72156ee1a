// Filters, one for each field, by the kind of its values: words with their counts, references by name, dates and
// numbers with their distribution, and texts.

import { useState } from 'preact/hooks';
import { useSteadyAnswer } from '../../../data/answers.ts';
import { resourceNamed } from '../../../data/catalogue.ts';
import { type Query, valueIn, valuesIn, withoutField, withValue, withValues } from '../../../data/query.ts';
import { type Group, type Groups, idLabel, titleOf } from '../../../data/records.ts';
import { mayRead } from '../../../data/rights.ts';
import { numberText, valueText } from '../../../data/words.ts';
import { Combobox } from '../../../parts/combobox.tsx';
import { Loading } from '../../../parts/states.tsx';
import { say, sayCount } from '../../../words/say.ts';
import { type FacetProps, groupsPath, Missing, NotKnown } from './facet.tsx';
import { Dates, Numbers } from './range-facets.tsx';

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
            aria-label={say('Any {field}', { field: say(field.title) })}
            onClick={() => onChange(withoutField(query, field.name))}
          >
            {say('any')}
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
  if (error && !data) return <NotKnown error={error} />;
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
    each.labels[field.name] ??
    (each.group[field.name] === null
      ? say('none')
      : field.to
        ? idLabel(field.to, each.group[field.name])
        : valueText(field, each.group[field.name]));
  return (
    <div>
      {unlisted.map((value) => entry(value, value === 'null' ? say('none') : valueText(field, value), undefined))}
      {data.data.map((each) => entry(keyOf(each), labelOf(each), each.values.count ?? 0))}
      {data.data.length === 0 && unlisted.length === 0 && <p class="faint">{say('No values')}</p>}
      {!isLong && data.meta.total > FEW && (
        <button type="button" class="more" onClick={() => setLong(true)}>
          {sayCount(data.meta.total - FEW, '{n} more', '{n} more')}
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
      {mayRead(target.name) && (
        <Combobox
          resource={target}
          label={say('Add: {field}', { field: say(field.title) })}
          placeholder={
            /^[aeiou]/.test(target.one)
              ? say('Find an {record}', { record: say(target.one) })
              : say('Find a {record}', { record: say(target.one) })
          }
          clearsAfter
          onChoose={(choice) => {
            if (choice)
              onChange(
                withValues(query, field.name, [...new Set([...valuesIn(query, field.name), String(choice.id)])]),
              );
          }}
        />
      )}
      <Words {...props} resource={resource} />
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
      aria-label={say('{field} is exactly', { field: titleOf(field) })}
      placeholder={say('is exactly')}
      value={value}
      onChange={({ currentTarget }) => onChange(withValue(query, field.name, currentTarget.value))}
    />
  );
}
