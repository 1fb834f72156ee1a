// What the table shows as a file: its columns in their order, what narrows and orders it, with names for references.
import { signal } from '@preact/signals';
import type { Resource } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, type Query, valueIn } from '../../data/query.ts';
import { Downloads, type FileFormat } from '../../parts/download.tsx';
import { say } from '../../words/say.ts';
import { columnNames } from './column-names.ts';
import { type FileColumn, fileColumns, headingsText } from './file-columns.ts';

const KEY = 'headings';
/** For as long as the tab is open. */
const isReadable = signal(sessionStorage.getItem(KEY) !== 'names');

function setReadable(isOn: boolean): void {
  isReadable.value = isOn;
  sessionStorage.setItem(KEY, isOn ? 'readable' : 'names');
}

export function DownloadMenu({ resource, query }: { resource: Resource; query: Query }) {
  const columns = fileColumns(resource, columnNames(resource, query));
  const named: FileColumn[] = isReadable.value ? columns : columns.map(({ name }) => ({ name, heading: name }));
  const sort = valueIn(query, 'sort');
  const href = (format: FileFormat) =>
    `/api/v1/${resource.name}${formatQuery([
      ...conditionsIn(query),
      ...(sort ? ([['sort', sort]] as const) : []),
      ['fields', columns.map(({ name }) => name).join()],
      // The names too: with headings, the columns have the order of the table.
      ...(format === 'ndjson' ? [] : ([['headings', headingsText(named)]] as const)),
      ['format', format],
    ])}`;
  return (
    <Downloads
      name={resource.name}
      hrefOf={href}
      lines={{ csv: say('a line a record'), ndjson: say('an object a line') }}
    >
      <label class="check">
        <input
          type="checkbox"
          checked={isReadable.value}
          onChange={({ currentTarget }) => setReadable(currentTarget.checked)}
        />
        {say('Readable headings')}
      </label>
    </Downloads>
  );
}
