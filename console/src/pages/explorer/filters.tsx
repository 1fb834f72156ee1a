// Which filters are offered: the most useful ones at once, and every other field by choosing it.
import { useState } from 'preact/hooks';
import { type Field, fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { conditionName, conditionsIn, type Query, valuesIn, withValues } from '../../data/query.ts';
import { titleOf } from '../../data/records.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../words/say.ts';
import { Facet } from './facets/facets.tsx';
import { otherSentences, othersOf, otherTitle } from './others.ts';

type Props = { resource: Resource; query: Query; onChange: (query: Query) => void };

const isOffered = (field: Field): boolean => field.filter !== undefined && !field.private;

/** The status, other words, references to little, and the first date. */
function usualFacets(resource: Resource): Field[] {
  const fields = resource.fields.filter(isOffered);
  const words = fields.filter(({ counted, to }) => counted && !to);
  const status = words.filter(({ name }) => name === 'status' || name === 'stage');
  const small = fields.filter(({ to }) => to !== undefined && resourceNamed(to)?.few);
  const date =
    fields.find(({ kind, name }) => kind === 'date' && name !== 'created' && name !== 'updated') ??
    fields.find(({ kind }) => kind === 'date');
  const rest = words.filter((field) => !status.includes(field));
  return [
    ...new Set([...status, ...small.slice(0, 1), ...rest.slice(0, 2), ...(date ? [date] : []), ...small.slice(1)]),
  ].slice(0, 6);
}

/** Fields that were chosen stay until the page is left. */
function Facets({ resource, query, onChange }: Props) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const inQuery = conditionsIn(query).map(([name]) => conditionName(name).field);
  const usual = usualFacets(resource);
  const chosen = [...new Set([...inQuery, ...added])].flatMap((name) => fieldNamed(resource, name) ?? []);
  const shown = [...usual, ...chosen.filter((field) => !usual.includes(field) && isOffered(field))];
  const rest = resource.fields.filter((field) => isOffered(field) && !shown.includes(field));
  const others = Object.entries(otherSentences).flatMap(([name, sentence]) =>
    othersOf(resource)
      .filter((other) => !valuesIn(query, name).includes(other.name))
      .map((other) => ({
        name,
        value: other.name,
        title: say(sentence, { values: otherTitle(resource, other.name) }),
      })),
  );
  return (
    <>
      {shown.map((field) => (
        <Facet key={field.name} resource={resource} field={field} query={query} onChange={onChange} />
      ))}
      {rest.length + others.length > 0 && (
        <div class="add-filter">
          <Menu
            label={
              <>
                <Icon name="plus" />
                {say('Filter')}
              </>
            }
            name={say('Filter by another field')}
          >
            {(close) => (
              <div class="menu-list">
                {rest.map((field) => (
                  <button
                    key={field.name}
                    type="button"
                    onClick={() => {
                      setAdded([...added, field.name]);
                      close();
                    }}
                  >
                    {titleOf(field)}
                  </button>
                ))}
                {others.map(({ name, value, title }) => (
                  <button
                    key={title}
                    type="button"
                    onClick={() => {
                      onChange(withValues(query, name, [...valuesIn(query, name), value]));
                      close();
                    }}
                  >
                    {title}
                  </button>
                ))}
              </div>
            )}
          </Menu>
        </div>
      )}
    </>
  );
}

export const FilterSide = (props: Props) => (
  <aside class="facets" aria-label={say('Filters')}>
    <Facets {...props} />
  </aside>
);

/** On small screens, and where there is no room beside it, the filters are a sheet. */
export function FilterSheet({ isAlways, ...props }: Props & { isAlways?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={`button ${isAlways ? '' : 'small-only'}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="filter" />
        {say('Filter')}
      </button>
      {isOpen && (
        <Dialog title={say('Filters')} look="sheet" onClose={() => setOpen(false)}>
          <Facets {...props} />
          <button type="button" class="button primary" onClick={() => setOpen(false)}>
            {say('Show the list')}
          </button>
        </Dialog>
      )}
    </>
  );
}
