// A career site: its preview, whether it is active, its domain, its languages, and how many of its distributions are on it.
import type { ComponentChildren } from 'preact';
import { catalogue } from '../../data/catalogue.ts';
import { formatQuery, pageOf, type Query } from '../../data/query.ts';
import type { DataRecord, Groups } from '../../data/records.ts';
import { numberText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { recordHref } from '../../parts/person.tsx';
import { Preview } from './preview.tsx';
import { pageWith } from './questions.ts';
import { amountOf, type Figures, idsOf, listOf } from './visibility.ts';

/** Whether the service serves the public pages itself; only then there is something to open. */
export const areServed = (): boolean => catalogue.value.careers === true;

const languages = new Intl.DisplayNames(['en-GB'], { type: 'language', languageDisplay: 'standard' });

export function languageName(locale: string): string {
  try {
    return languages.of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/** A number that is a link to what it counts. None of something is no list to open. */
export const Count = ({
  value,
  href,
  children,
}: {
  value: number | undefined;
  href?: string | undefined;
  children: ComponentChildren;
}) => {
  const content = (
    <>
      <b>{value === undefined ? '…' : numberText(value)}</b> {children}
    </>
  );
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
        <h2>{isAlone ? 'This site' : <a href={href}>{site.name}</a>}</h2>
        <p class="site-state">
          {site.is_active === 1 ? <span class="tag good">Active</span> : <span class="tag warn">Not active</span>}
          <span class="soft">{site.custom_domain ?? 'No domain of its own'}</span>
        </p>
        <p class="site-counts">
          <Count value={shown} href={listOf(figures?.on_site)}>
            on the site
          </Count>
          <Count
            value={all === undefined || shown === undefined ? undefined : all - shown}
            href={hiddenHref(site, figures)}
          >
            not
          </Count>
        </p>
        <ul class="site-locales" aria-label="Languages">
          {own.map(({ group, values, rows }) => (
            <li key={String(group.locale)}>
              <a
                class="tag"
                href={pageOf(rows)}
                data-count={values.count ?? 0}
                title={`${languageName(String(group.locale))}: distributions in this language`}
              >
                {String(group.locale)} <b>{numberText(values.count ?? 0)}</b>
              </a>
            </li>
          ))}
        </ul>
        {children}
        <p class="site-links">
          {!isAlone && (
            <a href={href}>
              Its jobs, and why not
              <Icon name="right" />
            </a>
          )}
          <a href={recordHref('career-sites', site.id)}>Record</a>
          {areServed() && site.is_active === 1 && <a href={`/careers/${site.slug}`}>Open page</a>}
        </p>
      </div>
    </article>
  );
}
