// The head of the explorer: how many records, which columns, the list as a file and as code, and a new record.
import { KeepButton } from '../../app/keep.tsx';
import { useAnswer } from '../../data/answers.ts';
import type { Resource } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, parseQuery, type Query, withValue } from '../../data/query.ts';
import { capital, type Page } from '../../data/records.ts';
import { mayCreate } from '../../data/rights.ts';
import { counted, numberText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say } from '../../words/say.ts';
import { askHref } from '../ask/ask-link.ts';
import { ColumnMenu } from './column-menu.tsx';

type HeadProps = { resource: Resource; query: Query; shown: string; all: number | undefined };

export function ExplorerHead({ resource, query, shown, all }: HeadProps) {
  const narrowed = conditionsIn(query).length > 0;
  const path = `${resource.name}${formatQuery([...conditionsIn(query), ['limit', '1'], ['fields', 'id']])}`;
  const { data } = useAnswer<Page>(narrowed ? path : undefined);
  const total = narrowed ? data?.meta.total : all;
  const file = (format: string) =>
    `/api/v1/${resource.name}${formatQuery(withValue(parseQuery(shown), 'format', format))}`;
  return (
    <Head
      title={capital(resource.many)}
      below={
        total === undefined ? (
          <span>…</span>
        ) : narrowed ? (
          <>
            <b class="ink">{numberText(total)}</b> of {all === undefined ? '…' : numberText(all)}
          </>
        ) : (
          counted(total, resource.one, resource.many)
        )
      }
    >
      <ColumnMenu resource={resource} query={query} />
      <Menu
        label={
          <>
            <Icon name="download" />
            Download
          </>
        }
      >
        {(close) => (
          <div class="menu-list" onClick={close}>
            <a href={file('xlsx')} download={`${resource.name}.xlsx`}>
              Excel <small>with dates and numbers</small>
            </a>
            <a href={file('csv')} download={`${resource.name}.csv`}>
              CSV <small>a line a record</small>
            </a>
            <a href={file('ndjson')} download={`${resource.name}.ndjson`}>
              NDJSON <small>an object a line</small>
            </a>
          </div>
        )}
      </Menu>
      <a class="button" href={askHref(resource, query)}>
        <Icon name="ask" />
        {say('Ask')}
      </a>
      <KeepButton />
      <Code shown={[{ path: `${resource.name}${shown}` }]} />
      {mayCreate(resource) && (
        <a class="button primary" href={`/console/${resource.name}/new`}>
          New<span class="wide-only"> {resource.one}</span>
        </a>
      )}
    </Head>
  );
}
