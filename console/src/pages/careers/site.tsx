// A career site: its preview, whether it is active, its domain, its languages, and how many of its distributions are on
// it.
import type { ComponentChildren } from 'preact';
import { catalogue } from '../../data/catalogue.ts';
import { formatQuery, pageOf, type Query } from '../../data/query.ts';
import { capital, type DataRecord, type Groups } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { recordHref } from '../../parts/person.tsx';
import { locale, say, sayWith, toSay } from '../../words/say.ts';
import { Preview } from './preview.tsx';
import { pageWith } from './questions.ts';
import { amountOf, type Figures, idsOf, listOf } from './visibility.ts';

/** Whether the service serves the public pages itself; only then there is something to open. */
export const areServed = (): boolean => catalogue.value.careers === true;

const languages = new Intl.DisplayNames([locale], { type: 'language', languageDisplay: 'standard' });

/** Records may have `zh_CN`. */
export function languageName(tag: string): string {
  try {
    return capital(languages.of(tag.replaceAll('_', '-')) ?? tag);
  } catch {
    return tag;
  }
}

/** A number that is a link to what it counts. None of something is no list to open. */
export const Count = ({
  value,
  href,
  text,
}: {
  value: number | undefined;
  href?: string | undefined;
  /** With `{n}` in it. */
  text: string;
}) => {
  const content = <>{sayWith(text, { n: <b>{value === undefined ? '…' : numberText(value)}</b> })}</>;
  return value && href ? (
    <a class="count-link" href={href} data-count={value}>
      {content}
    </a>
  ) : (
    <span class="count-link">{content}</span>
  );
};

/** What is not on the site: all of its distributions but those that are. */
function hiddenHref(site: DataRecord, figures: Figures | undefined): string {
  const shown = figures?.on_site;
  const ids = shown && idsOf(shown);
  const here = pageWith([
    ['site', String(site.id)],
    ['show', 'problems'],
  ]);
  // Lists of more ids are too long for an address.
  if (!ids || ids.length > 200) return here;
  const others: Query = [['career_site_id', String(site.id)], ...ids.map((id) => ['id[ne]', String(id)] as const)];
  return `/console/job-distributions${formatQuery(others)}`;
}

type Props = {
  site: DataRecord;
  figures: Figures | undefined;
  locales: Groups | undefined;
  isAlone: boolean;
  children?: ComponentChildren;
};

export function Site({ site, figures, locales, isAlone, children }: Props) {
  const all = amountOf(figures, 'distributions') ?? (figures ? 0 : undefined);
  const shown = amountOf(figures, 'on_site');
  const own = locales?.data.filter(({ group }) => group.career_site_id === site.id) ?? [];
  const href = pageWith([['site', String(site.id)]]);
  return (
    <article class={`card site ${isAlone ? 'alone-site' : ''}`} aria-label={String(site.name)}>
      <Preview site={site} shown={figures?.on_site} />
      <div class="site-facts">
        <h2>{isAlone ? say('This site') : <a href={href}>{site.name}</a>}</h2>
        <p class="site-state">
          {site.is_active === 1 ? (
            <span class="tag good">{say('Active')}</span>
          ) : (
            <span class="tag warn">{say('Not active')}</span>
          )}
          <span class="soft">{site.custom_domain ?? say('No domain of its own')}</span>
        </p>
        <p class="site-counts">
          <Count value={shown} href={listOf(figures?.on_site)} text={toSay('{n} on the site')} />
          <Count
            value={all === undefined || shown === undefined ? undefined : all - shown}
            href={hiddenHref(site, figures)}
            text={toSay('{n} not')}
          />
        </p>
        <ul class="site-locales" aria-label={say('Languages')}>
          {own.map(({ group, values, rows }) => (
            <li key={String(group.locale)}>
              <a
                class="tag"
                href={pageOf(rows)}
                data-count={values.count ?? 0}
                title={say('{language}: distributions in this language', {
                  language: languageName(String(group.locale)),
                })}
              >
                {languageName(String(group.locale))} <b>{numberText(values.count ?? 0)}</b>
              </a>
            </li>
          ))}
        </ul>
        {children}
        <p class="site-links">
          {!isAlone && (
            <a href={href}>
              {say('Its jobs, and why not')}
              <Icon name="right" />
            </a>
          )}
          <a href={recordHref('career-sites', site.id)}>{say('Record')}</a>
          {areServed() && site.is_active === 1 && <a href={`/careers/${site.slug}`}>{say('Open page')}</a>}
        </p>
      </div>
    </article>
  );
}
