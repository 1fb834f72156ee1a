// The head of the explorer: how many records, which columns, the list as a file and as code, and a new record.
import { KeepButton } from '../../app/keep.tsx';
import { print } from '../../app/printing.ts';
import { useIsSmall } from '../../app/small.ts';
import { useAnswer } from '../../data/answers.ts';
import type { Resource } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, type Query } from '../../data/query.ts';
import { capital, type Page } from '../../data/records.ts';
import { mayCreate } from '../../data/rights.ts';
import { counted, numberText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { say, sayWith } from '../../words/say.ts';
import { askHref } from '../ask/ask-link.ts';
import { ImportLink } from '../import/greeting.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { DownloadMenu } from './download-menu.tsx';

type HeadProps = { resource: Resource; query: Query; shown: string; all: number | undefined };

export function ExplorerHead({ resource, query, shown, all }: HeadProps) {
  const isSmall = useIsSmall();
  const narrowed = conditionsIn(query).length > 0;
  const path = `${resource.name}${formatQuery([...conditionsIn(query), ['limit', '1'], ['fields', 'id']])}`;
  const { data } = useAnswer<Page>(narrowed ? path : undefined);
  const total = narrowed ? data?.meta.total : all;
  return (
    <Head
      title={capital(say(resource.many))}
      below={
        total === undefined ? (
          <span>…</span>
        ) : narrowed ? (
          sayWith('{some} of {all}', {
            some: <b class="ink">{numberText(total)}</b>,
            all: all === undefined ? '…' : numberText(all),
          })
        ) : (
          counted(total, resource.one, resource.many)
        )
      }
    >
      <ColumnMenu resource={resource} query={query} />
      <DownloadMenu resource={resource} query={query} />
      <a class="button" href={askHref(resource, query)}>
        <Icon name="ask" />
        {say('Ask')}
      </a>
      <KeepButton />
      <Code shown={[{ path: `${resource.name}${shown}` }]} />
      <button type="button" class="button" aria-label={say('Print')} title={say('Print')} onClick={() => void print()}>
        <Icon name="print" />
      </button>
      <ImportLink resource={resource} />
      {mayCreate(resource) && (
        <a class="button primary" href={`/console/${resource.name}/new`}>
          {isSmall ? say('New') : say('New {record}', { record: say(resource.one) })}
        </a>
      )}
    </Head>
  );
}
