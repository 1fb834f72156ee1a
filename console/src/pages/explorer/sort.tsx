// The heads of columns: a click sorts by one, with Shift by it too.
import { fieldNamed, type Resource } from '../../data/catalogue.ts';
import { type Query, valueIn, withValue } from '../../data/query.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Column } from '../../parts/table/column.ts';
import { say } from '../../words/say.ts';

const keysOf = (query: Query): string[] => (valueIn(query, 'sort') ?? '').split(',').filter(Boolean);

export function sortOf(query: Query, { name }: Column): 'ascending' | 'descending' | 'none' {
  const key = keysOf(query).find((each) => each.replace(/^-/, '') === name);
  return key === undefined ? 'none' : key.startsWith('-') ? 'descending' : 'ascending';
}

/** Up, down, and not at all. */
function nextSort(query: Query, name: string, adds: boolean): Query {
  const keys = keysOf(query);
  const known = keys.find((each) => each.replace(/^-/, '') === name);
  const next = known === undefined ? name : known.startsWith('-') ? undefined : `-${name}`;
  const others = adds ? keys.filter((each) => each !== known) : [];
  return withValue(query, 'sort', [...others, ...(next ? [next] : [])].join());
}

type Props = { resource: Resource; column: Column; query: Query; onChange: (query: Query) => void };

export function SortHead({ resource, column, query, onChange }: Props) {
  const order = sortOf(query, column);
  if (!fieldNamed(resource, column.name)?.sort) return <span class="plain">{column.title}</span>;
  return (
    <button
      type="button"
      title={say('{column}: sort (with Shift by this too)', { column: column.title })}
      onClick={(event) => onChange(nextSort(query, column.name, event.shiftKey))}
    >
      <span>{column.title}</span>
      {order !== 'none' && <Icon name={order === 'ascending' ? 'up' : 'down'} />}
    </button>
  );
}
