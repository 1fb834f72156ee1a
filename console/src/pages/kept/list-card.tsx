// A list, small: how many records it has, and its first rows.
import { useAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, type Query, without } from '../../data/query.ts';
import type { Page } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import { say } from '../../words/say.ts';
import { columnNames, fieldsNeeded } from '../explorer/column-names.ts';
import { columnsOf } from '../explorer/columns.tsx';
import { Answered, queryOf } from './answered.tsx';

const ROWS = 5;
/** With the name of the record. */
const COLUMNS = 4;

export function Content({ name, path }: { name: string; path: string }) {
  const [resource, query] = [resourceNamed(name)!, queryOf(path)];
  const columns = columnsOf(resource, columnNames(resource, query)).slice(0, COLUMNS);
  const names = columns.slice(1).map(({ name }) => name);
  const asked = without(query, 'limit', 'offset', 'fields', 'expand', 'format');
  const limited: Query = [...asked, ['fields', fieldsNeeded(resource, names)], ['limit', String(ROWS)]];
  const answer = useAnswer<Page>(`${resource.name}${formatQuery(limited)}`);
  return (
    <Answered answer={answer}>
      {({ data, meta }) => (
        <>
          <p class="kept-number">
            <a href={path} data-count={conditionsIn(query).length > 0 ? undefined : meta.total}>
              <strong>{numberText(meta.total)}</strong>
            </a>{' '}
            <span class="soft">{say(meta.total === 1 ? resource.one : resource.many)}</span>
          </p>
          {data.length > 0 && (
            <table class="kept-rows">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.name} scope="col" class={column.isNumber ? 'number' : ''}>
                      {column.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((record) => (
                  <tr key={record.id}>
                    {columns.map((column) => (
                      <td key={column.name} class={column.isNumber ? 'number' : ''}>
                        {column.cell(record)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {meta.total > data.length && (
            <p class="faint small-text">
              {say('The first {shown} of {all}', { shown: data.length, all: numberText(meta.total) })}
            </p>
          )}
        </>
      )}
    </Answered>
  );
}
