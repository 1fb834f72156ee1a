// Which columns the table has, and in what order.
import { goQuery } from '../../app/router.ts';
import type { Resource } from '../../data/catalogue.ts';
import type { Query } from '../../data/query.ts';
import { titleOfName } from '../../data/records.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { setWidths, widthsOf } from '../../parts/table/widths.ts';
import { say } from '../../words/say.ts';
import { columnNames, usualColumns, withColumns } from './column-names.ts';

export function ColumnMenu({ resource, query }: { resource: Resource; query: Query }) {
  const names = columnNames(resource, query);
  const others = resource.fields
    .map(({ name }) => name)
    .filter((name) => !names.includes(name) && !resource.label.includes(name));
  const set = (next: readonly string[]) => goQuery(withColumns(resource, query, next), { replace: true });
  const moved = (from: number, by: number): string[] => {
    const next = [...names];
    next.splice(from + by, 0, ...next.splice(from, 1));
    return next;
  };
  const entry = (name: string, index: number) => {
    const isOn = index >= 0;
    const title = titleOfName(resource, name);
    return (
      <li key={name}>
        <label>
          <input
            type="checkbox"
            checked={isOn}
            disabled={isOn && names.length === 1}
            onChange={() => set(isOn ? names.filter((each) => each !== name) : [...names, name])}
          />
          {title}
        </label>
        {isOn && (
          <>
            <button
              type="button"
              class="button bare"
              aria-label={say('{column}: further left', { column: title })}
              disabled={index === 0}
              onClick={() => set(moved(index, -1))}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              class="button bare"
              aria-label={say('{column}: further right', { column: title })}
              disabled={index === names.length - 1}
              onClick={() => set(moved(index, 1))}
            >
              <Icon name="down" />
            </button>
          </>
        )}
      </li>
    );
  };
  return (
    <Menu
      label={
        <>
          <Icon name="columns" />
          {say('Columns')}
        </>
      }
    >
      {() => (
        <>
          <ul class="column-list">
            {names.map((name, index) => entry(name, index))}
            {others.map((name) => entry(name, -1))}
          </ul>
          {names.join() !== usualColumns(resource).join() && (
            <button type="button" onClick={() => set(usualColumns(resource))}>
              {say('The usual columns')}
            </button>
          )}
          {Object.keys(widthsOf(resource.name).value).length > 0 && (
            <button type="button" onClick={() => setWidths(resource.name, {})}>
              {say('The usual widths')}
            </button>
          )}
        </>
      )}
    </Menu>
  );
}
