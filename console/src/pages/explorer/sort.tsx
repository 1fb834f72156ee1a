// The heads of columns: a click sorts by one, with Shift by it too.
import { fieldNamed, type Resource } from '../../data/catalogue.ts';
import type { Query } from '../../data/query.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Column } from '../../parts/table/column.ts';
import { say } from '../../words/say.ts';
import { nextSort, sortOf } from './sorting.ts';

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
