// Which distributions the table shows: of a site, in a language, with a status, on the site or with problems.
import { useSteadyAnswer } from '../../data/answers.ts';
import { type Query, valuesIn, without, withValue } from '../../data/query.ts';
import { capital, type DataRecord, type Groups } from '../../data/records.ts';
import { numberText, wordText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { say, sayWith } from '../../words/say.ts';
import { countsPath, pageWith, type SiteQuestion } from './questions.ts';
import { languageName } from './site.tsx';
import { amountOf, type Figures, isReason, troubledIds } from './visibility.ts';

export function SiteMenu({ asked, sites }: { asked: SiteQuestion; sites: readonly DataRecord[] }) {
  const chosen = sites.find(({ id }) => String(id) === asked.site);
  const bare = without(asked.query, 'site', 'career_site_id');
  const entry = (id: string | undefined, title: string, detail: string) => (
    <a key={title} href={pageWith(withValue(bare, 'site', id))} aria-current={asked.site === id ? 'true' : undefined}>
      <span class={asked.site === id ? 'tick' : 'tick none'}>
        <Icon name="check" />
      </span>
      {title}
      <small>{detail}</small>
    </a>
  );
  return (
    <Menu
      label={
        <>
          <span class="menu-choice">{chosen ? chosen.name : say('All sites')}</span>
          <Icon name="down" />
        </>
      }
      name={say('Site: {name}', { name: chosen ? String(chosen.name) : say('All sites') })}
    >
      {(close) => (
        <div class="menu-list" onClick={close}>
          {entry(undefined, say('All sites'), '')}
          {sites.map(({ id, name, is_active: isActive }) =>
            entry(String(id), String(name), isActive === 1 ? '' : say('not active')),
          )}
        </div>
      )}
    </Menu>
  );
}

type WordProps = { asked: SiteQuestion; field: 'locale' | 'status'; title: string; textOf: (word: string) => string };

/** The values of a field with their counts. One value or any can be chosen. */
function WordMenu({ asked, field, title, textOf }: WordProps) {
  const counts = useSteadyAnswer<Groups>(countsPath(asked.conditions, field));
  const chosen = valuesIn(asked.query, field);
  const sum = counts.data?.data.reduce((total, { values }) => total + (values.count ?? 0), 0);
  const entry = (word: string | undefined, text: string, count: number | undefined) => {
    const isOn = word === undefined ? chosen.length === 0 : chosen.includes(word);
    return (
      <a key={text} href={pageWith(withValue(asked.query, field, word))} aria-current={isOn ? 'true' : undefined}>
        <span class={isOn ? 'tick' : 'tick none'}>
          <Icon name="check" />
        </span>
        {text}
        <small>{count === undefined ? '' : numberText(count)}</small>
      </a>
    );
  };
  const label = chosen.length === 0 ? title : chosen.map(textOf).join(', ');
  return (
    <Menu
      label={
        <>
          <span class="menu-choice">{label}</span>
          <Icon name="down" />
        </>
      }
      name={say('{field}: {choice}', { field: title, choice: chosen.length === 0 ? say('any') : label })}
    >
      {(close) => (
        <div class="menu-list" onClick={close}>
          {entry(undefined, say('Any'), sum)}
          {counts.error && !counts.data && <p class="padded">{counts.error.message}</p>}
          {counts.data?.data.map(({ group, values }) =>
            entry(String(group[field]), textOf(String(group[field])), values.count ?? 0),
          )}
        </div>
      )}
    </Menu>
  );
}

type ShowProps = { asked: SiteQuestion; figures: Figures | undefined; meaning: (figure: string) => string };

/** All, those on the site, or those with problems. */
function ShowTabs({ asked: { query, show }, figures }: Pick<ShowProps, 'asked' | 'figures'>) {
  const all = amountOf(figures, 'distributions');
  const troubled = figures && (troubledIds(figures)?.length ?? all);
  const tab = (name: string | undefined, title: string, count: number | undefined) => (
    <a
      key={title}
      class="button"
      href={pageWith(withValue(query, 'show', name))}
      aria-current={show === name ? 'true' : undefined}
    >
      {title} <span>{count === undefined ? '' : numberText(count)}</span>
    </a>
  );
  return (
    <div class="group show-tabs" role="group" aria-label={say('Which are shown')}>
      {tab(undefined, say('All'), all)}
      {tab('on_site', say('On the site'), amountOf(figures, 'on_site'))}
      {tab('problems', say('With problems'), troubled)}
    </div>
  );
}

/** A place or a reason that was chosen above. */
function ShowChip({ asked: { query, show }, meaning }: Pick<ShowProps, 'asked' | 'meaning'>) {
  if (show === undefined || show === 'on_site' || show === 'problems') return null;
  return (
    <div class="show-chip">
      <span class="chip">
        <span>
          {isReason(show) ? sayWith('Why not: {reason}', { reason: <b>{meaning(show)}</b> }) : <b>{meaning(show)}</b>}
        </span>
        <a class="chip-close" href={pageWith(without(query, 'show'))} aria-label={say('All again')}>
          <Icon name="close" />
        </a>
      </span>
    </div>
  );
}

export const FilterBar = ({ asked, figures, meaning, sites }: ShowProps & { sites: readonly DataRecord[] }) => (
  <div class="query career-filters">
    <ShowTabs asked={asked} figures={figures} />
    <span class="space" />
    <SiteMenu asked={asked} sites={sites} />
    <WordMenu asked={asked} field="locale" title={say('Language')} textOf={languageName} />
    <WordMenu asked={asked} field="status" title={say('Status')} textOf={(word) => capital(say(wordText(word)))} />
    <ShowChip asked={asked} meaning={meaning} />
  </div>
);

/** Conditions that the menus do not offer. */
export const otherConditions = (conditions: Query): Query => without(conditions, 'career_site_id', 'locale', 'status');
