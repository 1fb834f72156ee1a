// One filter as a menu, for pages that are no list.
import { fieldNamed, type Resource } from '../../data/catalogue.ts';
import { type Query, valuesIn } from '../../data/query.ts';
import { titleOf } from '../../data/records.ts';
import { valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../words/say.ts';
import { ReferenceName } from './chips.tsx';
import { Facet } from './facets/facets.tsx';

type Props = { resource: Resource; name: string; query: Query; onChange: (query: Query) => void };

export function FilterMenu({ resource, name, query, onChange }: Props) {
  const field = fieldNamed(resource, name);
  if (!field) return null;
  const [value, ...more] = valuesIn(query, name);
  return (
    <Menu
      class={`button filter-menu ${value === undefined ? '' : 'set'}`}
      label={
        <>
          <span>
            {value === undefined ? (
              titleOf(field)
            ) : value === 'null' ? (
              say('No {field}', { field: say(field.title) })
            ) : field.to ? (
              <ReferenceName to={field.to} id={value} />
            ) : (
              valueText(field, value)
            )}
            {more.length > 0 && ` + ${more.length}`}
          </span>
          <Icon name="down" />
        </>
      }
    >
      {() => (
        <div class="filter-panel">
          <h2 class="unseen">{say('Filter')}</h2>
          <Facet resource={resource} field={field} query={query} onChange={onChange} />
        </div>
      )}
    </Menu>
  );
}
