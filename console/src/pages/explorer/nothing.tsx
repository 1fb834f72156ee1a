// What the explorer says where there is no row: what narrows the list, or how the first record comes in.
import type { Resource } from '../../data/catalogue.ts';
import { conditionsIn, type Query } from '../../data/query.ts';
import { mayCreate } from '../../data/rights.ts';
import { counted } from '../../data/words.ts';
import { Empty } from '../../parts/states.tsx';
import { say, sayWith } from '../../words/say.ts';

type Props = { resource: Resource; query: Query; all: number | undefined };

export const Nothing = ({ resource, query, all }: Props) =>
  conditionsIn(query).length > 0 ? (
    <Empty title={say('No {record} meets all of this', { record: say(resource.one) })}>
      {all
        ? `${say('There are {records} without filters.', { records: counted(all, resource.one, resource.many) })} `
        : ''}
      <a href={`/console/${resource.name}`}>{say('Show all')}</a>
    </Empty>
  ) : (
    <Empty title={say('There are no {records} yet', { records: say(resource.many) })}>
      {mayCreate(resource) ? (
        <a href={`/console/${resource.name}/new`}>{say('Make the first one')}</a>
      ) : (
        sayWith('{command} brings them in.', { command: <code>workforce import {resource.name} FILE</code> })
      )}
    </Empty>
  );
