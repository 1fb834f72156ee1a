// The distributions in a table: where each is shown, and in words why it is not elsewhere.
import { refresh, useSteadyAnswer } from '../../data/answers.ts';
import { formatQuery, withValue } from '../../data/query.ts';
import type { DataRecord, Page } from '../../data/records.ts';
import { dateText, longDate, numberText, wordText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Pill, recordHref } from '../../parts/person.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say } from '../../words/say.ts';
import { PAGE, rowsPath, type SiteQuestion, visibilityPath } from './questions.ts';
import { areServed, languageName } from './site.tsx';
import { type Figures, idsOf, places, reasonsIn, troubledIds, type Visibility } from './visibility.ts';

/** The ids of what is shown; `undefined`: all that meet the conditions. */
export function shownIds(show: string | undefined, figures: Figures): number[] | undefined {
  if (show === undefined) return undefined;
  const ids = show === 'problems' ? troubledIds(figures) : figures[show] ? idsOf(figures[show]) : [];
  return ids?.sort((one, other) => other - one);
}

type Props = {
  asked: SiteQuestion;
  /** Of everything that meets the conditions; `undefined` while it is not known. */
  figures: Figures | undefined;
  meaning: (figure: string) => string;
};

export function Distributions({ asked, figures, meaning }: Props) {
  const { show, conditions, offset } = asked;
  // Without a choice, the rows need not wait for the figures.
  const ids = figures && shownIds(show, figures);
  const isKnown = show === undefined || figures !== undefined;
  const isNone = ids !== undefined && ids.length === 0;
  const rows = useSteadyAnswer<Page>(isKnown && !isNone ? rowsPath(conditions, ids, offset) : undefined);
  const records = isNone ? [] : rows.data?.data;
  const seen = useSteadyAnswer<Visibility>(
    records && records.length > 0 ? visibilityPath(records.map(({ id }) => id)) : undefined,
  );
  const isUnknown = seen.error !== undefined && !seen.data;
  const figuresOf = (id: number) => seen.data?.data.find(({ group }) => group.id === id)?.values;
  const total = ids ? ids.length : rows.data?.meta.total;
  if (rows.error && !rows.data)
    return (
      <Failure error={rows.error}>
        <a class="button" href={`/console/careers${asked.site ? `?site=${asked.site}` : ''}`}>
          {say('Without filters')}
        </a>
      </Failure>
    );
  if (!records) return <Loading lines={8} />;
  if (records.length === 0)
    return (
      <Empty title={show === 'problems' ? say('No problems') : say('No distribution meets all of this')}>
        {show === 'problems' && `${say('Every distribution is shown everywhere.')} `}
        <a href={`/console/careers${asked.site ? `?site=${asked.site}` : ''}`}>{say('Show all')}</a>
      </Empty>
    );
  const hasSite = asked.site === undefined;
  return (
    <>
      {seen.error && !seen.data && (
        <Failure error={seen.error} title={say('It is not known where these are shown')} retry={() => refresh()} />
      )}
      <div
        class={`spread ${hasSite ? 'with-site' : ''}`}
        role="table"
        aria-label={say('Job distributions')}
        aria-busy={rows.isOld}
      >
        <div role="row" class="spread-head">
          <div role="columnheader">{say('Job')}</div>
          {hasSite && (
            <div role="columnheader" class="aside">
              {say('Site')}
            </div>
          )}
          <div role="columnheader">{say('Language, brand')}</div>
          <div role="columnheader">{say('Status')}</div>
          {places.map(({ figure, short }) => (
            <div key={figure} role="columnheader" class="place" title={meaning(figure)}>
              {say(short)}
            </div>
          ))}
          <div role="columnheader" class="aside">
            {say('Why not')}
          </div>
        </div>
        {records.map((record) => (
          <Row
            key={record.id}
            record={record}
            figures={figuresOf(record.id)}
            meaning={meaning}
            hasSite={hasSite}
            isUnknown={isUnknown}
          />
        ))}
      </div>
      <Pager asked={asked} total={total ?? 0} count={records.length} />
    </>
  );
}

type RowProps = {
  record: DataRecord;
  figures: Figures | undefined;
  meaning: Props['meaning'];
  hasSite: boolean;
  /** The metric could not be asked. */
  isUnknown: boolean;
};

function Row({ record, figures, meaning, hasSite, isUnknown }: RowProps) {
  const locale = String(record.locale ?? '');
  const published = record.published_at === null ? undefined : String(record.published_at);
  const hasPage = areServed() && figures?.with_page?.value === 1;
  return (
    <div role="row" class="spread-row">
      <div role="cell" class="spread-job">
        <a class="name-link" href={recordHref('jobs', record.job_posting_id!)}>
          {record['job_posting_id.title'] ?? say('Job {id}', { id: record.job_posting_id! })}
        </a>
        <small>
          <a href={recordHref('job-distributions', record.id)}>{say('Distribution {id}', { id: record.id })}</a>
          {hasPage && (
            <a href={`/careers/${record['career_site_id.slug']}/${locale}/${record.slug}`}> · {say('Open page')}</a>
          )}
        </small>
      </div>
      {hasSite && (
        <div role="cell" class="spread-site">
          <a class="reference" href={`/console/careers?site=${record.career_site_id}`}>
            {record['career_site_id.name'] ?? say('Site {id}', { id: record.career_site_id! })}
          </a>
        </div>
      )}
      <div role="cell">
        <span title={locale}>{locale ? languageName(locale) : '–'}</span>
        <small>
          {record.brand_id === null ? (
            say('No brand')
          ) : (
            <a href={recordHref('brands', record.brand_id!)}>
              {record['brand_id.primary_color'] && (
                <i class="swatch" style={{ background: String(record['brand_id.primary_color']) }} />
              )}
              {record['brand_id.name'] ?? say('Brand {id}', { id: record.brand_id! })}
            </a>
          )}
        </small>
      </div>
      <div role="cell">
        <Pill word={String(record.status)} text={say(wordText(String(record.status)))} />
        <small title={published && longDate(published)}>
          {published ? dateText(published).slice(0, 10) : say('No date')}
        </small>
      </div>
      {places.map(({ figure, short, title }) => (
        <div key={figure} role="cell" class="place">
          <Mark value={figures?.[figure]?.value} title={say(title)} isUnknown={isUnknown} />
          <span class="place-name" aria-hidden="true">
            {say(short)}
          </span>
        </div>
      ))}
      <div role="cell" class="why">
        {figures ? (
          <Reasons figures={figures} meaning={meaning} />
        ) : isUnknown ? (
          <span class="faint">{say('Not known')}</span>
        ) : (
          <i class="blank" />
        )}
      </div>
    </div>
  );
}

type MarkProps = { value: number | null | undefined; title: string; isUnknown: boolean };

const Mark = ({ value, title, isUnknown }: MarkProps) => {
  if (value === undefined || value === null)
    return isUnknown ? (
      <span class="mark-no" title={say('{place}: not known', { place: title })}>
        ?
      </span>
    ) : (
      <i class="blank" />
    );
  return (
    <span
      class={value === 1 ? 'mark-yes' : 'mark-no'}
      title={value === 1 ? say('{place}: yes', { place: title }) : say('{place}: no', { place: title })}
    >
      <Icon name={value === 1 ? 'check' : 'minus'} />
      <span class="unseen">{value === 1 ? say('Yes') : say('No')}</span>
    </span>
  );
};

function Reasons({ figures, meaning }: { figures: Figures; meaning: Props['meaning'] }) {
  const names = reasonsIn(figures);
  if (names.length === 0) return <span class="faint">{say('Shown everywhere')}</span>;
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{meaning(name)}</li>
      ))}
    </ul>
  );
}

function Pager({ asked, total, count }: { asked: SiteQuestion; total: number; count: number }) {
  const { offset, query } = asked;
  const at = (next: number) =>
    `/console/careers${formatQuery(withValue(query, 'offset', next > 0 ? String(next) : undefined))}`;
  return (
    <nav class="pager" aria-label={say('Pages of the table')}>
      <span class="soft">
        {say('{first} – {last} of {total}', {
          first: numberText(offset + 1),
          last: numberText(offset + count),
          total: numberText(total),
        })}
      </span>
      {offset > 0 && (
        <a class="button" href={at(offset - PAGE)}>
          <Icon name="left" />
          {say('Before')}
        </a>
      )}
      {offset + count < total && (
        <a class="button" href={at(offset + PAGE)}>
          {say('Next')}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
