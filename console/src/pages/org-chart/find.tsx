// Finds a person among those of the chart, loaded or not.
import { resourceNamed } from '../../data/catalogue.ts';
import { formatQuery, type Query } from '../../data/query.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { say } from '../../words/say.ts';
import { employedQuery } from './people.ts';

export const FindPerson = ({ query, onFind }: { query: Query; onFind: (id: number) => void }) => (
  <div class="org-find">
    <Combobox
      resource={resourceNamed('employees')!}
      where={formatQuery(employedQuery(query)).slice(1)}
      label={say('Find a person')}
      placeholder={say('Find a person')}
      clearsAfter
      onChoose={(choice) => choice && onFind(choice.id)}
    />
  </div>
);
