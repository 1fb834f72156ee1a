// The career sites: each as its visitors see it, and for every job on them whether it is on the site and in each feed,
// or why not.
import { useMemo } from 'preact/hooks';
import { goQuery, place } from '../../app/router.ts';
import { refresh, useSteadyAnswer } from '../../data/answers.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { parseQuery, type Query, withValue } from '../../data/query.ts';
import type { DataRecord, Groups, Page } from '../../data/records.ts';
import { mayCreate } from '../../data/rights.ts';
import { counted, longDate, numberText } from '../../data/words.ts';
import { Code, type Shown } from '../../parts/code.tsx';
import { Head } from '../../parts/head.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { say, sayWith, toSay } from '../../words/say.ts';
import { Chips } from '../explorer/chips.tsx';
import { Distributions, shownIds } from './distributions.tsx';
import { FilterBar, otherConditions } from './filters.tsx';
import {
  askedIn,
  figuresPath,
  pageWith,
  rowsPath,
  SITES,
  type SiteQuestion,
  siteFiguresPath,
  siteLocalesPath,
} from './questions.ts';
import { Site } from './site.tsx';
import { amountOf, type Figures, listOf, places, reasonsIn, useMeanings, type Visibility } from './visibility.ts';

export function Careers() {
  const { search } = place.value;
  const asked = useMemo(() => askedIn(parseQuery(search)), [search]);
  const meaning = useMeanings();
  const sites = useSteadyAnswer<Page>(SITES);
  const all = sites.data?.data ?? [];
  const site = asked.site === undefined ? undefined : all.find(({ id }) => String(id) === asked.site);
  const shownSites = asked.site === undefined ? all : site ? [site] : [];
  // Unless there are more sites than one answer has, what is asked of them need not wait for them.
  const areMany = (sites.data?.meta.total ?? 0) > all.length;
  const ids = asked.site !== undefined ? [asked.site] : areMany ? all.map(({ id }) => id) : [];
  const ofSites = useSteadyAnswer<Visibility>(siteFiguresPath(ids));
  const locales = useSteadyAnswer<Groups>(siteLocalesPath(ids));
  const isMissing = asked.site !== undefined && sites.data !== undefined && site === undefined;
  const totals = useSteadyAnswer<Visibility>(isMissing ? undefined : figuresPath(asked.conditions));
  const figures = totals.isOld ? undefined : totals.data?.data[0]?.values;
  const wanted = figures && shownIds(asked.show, figures);
  const shown: Shown[] = [
    { title: say('The sites'), path: SITES },
    { title: say('Where the jobs of each site are shown'), path: siteFiguresPath(ids) },
    { title: say('Where these distributions are shown, and why not'), path: figuresPath(asked.conditions) },
    { title: say('The distributions'), path: rowsPath(asked.conditions, wanted, asked.offset) },
  ];
  return (
    <>
      <CareersHead asked={asked} site={site} sites={sites.data} figures={figures} shown={shown} />
      {sites.error && !sites.data ? (
        <Failure error={sites.error} retry={() => refresh()} />
      ) : !sites.data ? (
        <Loading lines={8} />
      ) : isMissing ? (
        <Empty title={say('There is no such career site')}>
          <a href="/console/careers">{say('All career sites')}</a>
        </Empty>
      ) : all.length === 0 ? (
        <Empty title={say('There are no career sites yet')}>
          {mayCreate(resourceNamed('career-sites')!) ? (
            <a href="/console/career-sites/new">{say('Make the first one')}</a>
          ) : (
            sayWith('{command} brings them in.', { command: <code>workforce import career-sites FILE</code> })
          )}
        </Empty>
      ) : (
        <>
          <div class={`sites ${site ? 'one' : ''}`}>
            {shownSites.map((each) => (
              <Site
                key={each.id}
                site={each}
                figures={figuresOfSite(ofSites.data, each)}
                locales={locales.data}
                isAlone={site !== undefined}
              />
            ))}
            {site && !(totals.error && !totals.data) && <Summary asked={asked} figures={figures} meaning={meaning} />}
          </div>
          <section class="card spread-card" aria-label={say('Job distributions')}>
            <FilterBar asked={asked} figures={figures} meaning={meaning} sites={all} />
            <OtherConditions asked={asked} ignored={totals.arrival?.ignored ?? []} />
            {totals.error && !totals.data && asked.show ? (
              <Failure
                error={totals.error}
                title={say('It is not known where these are shown')}
                retry={() => refresh()}
              />
            ) : (
              <Distributions asked={asked} figures={figures} meaning={meaning} />
            )}
          </section>
        </>
      )}
    </>
  );
}

/** A site without distributions has no group. */
const NONE: Figures = { distributions: { value: 0, rows: [] }, on_site: { value: 0, rows: [] } };

const figuresOfSite = (answer: Visibility | undefined, { id }: DataRecord): Figures | undefined =>
  answer && (answer.data.find(({ group }) => group.career_site_id === id)?.values ?? NONE);

type HeadProps = {
  asked: SiteQuestion;
  site: DataRecord | undefined;
  sites: Page | undefined;
  figures: Figures | undefined;
  shown: readonly Shown[];
};

function CareersHead({ asked, site, sites, figures, shown }: HeadProps) {
  const active = sites?.data.filter((each) => each.is_active === 1).length;
  const isNarrowed = asked.conditions.length > (asked.site === undefined ? 0 : 1);
  return (
    <Head
      title={site ? String(site.name) : say('Career sites')}
      above={site && <a href="/console/careers">{say('Career sites')}</a>}
      below={
        <ul class="facts">
          {!site && sites && (
            <li>
              <a class="text-link" href="/console/career-sites" data-count={sites.meta.total}>
                {counted(sites.meta.total, 'site')}
              </a>
            </li>
          )}
          {!site && active !== undefined && (
            <li>
              <a class="text-link" href="/console/career-sites?is_active=1" data-count={active}>
                {say('{n} active', { n: numberText(active) })}
              </a>
            </li>
          )}
          {site && (
            <li>{say('changed {day}', { day: longDate(String(site.updated ?? site.created).slice(0, 10)) })}</li>
          )}
          {figures ? (
            <li class="spaced">
              {sayWith(
                site
                  ? isNarrowed
                    ? toSay('{shown} of {all} distributions on the site, with these filters')
                    : toSay('{shown} of {all} distributions on the site')
                  : isNarrowed
                    ? toSay('{shown} of {all} distributions on their site, with these filters')
                    : toSay('{shown} of {all} distributions on their site'),
                {
                  shown: <FigureLink figures={figures} name="on_site" />,
                  all: <FigureLink figures={figures} name="distributions" />,
                },
              )}
            </li>
          ) : (
            <li>…</li>
          )}
        </ul>
      }
    >
      <Code shown={shown} />
      {mayCreate(resourceNamed('job-distributions')!) && (
        <a class="button primary" href={`/console/job-distributions/new${site ? `?career_site_id=${site.id}` : ''}`}>
          {say('New distribution')}
        </a>
      )}
    </Head>
  );
}

function FigureLink({ figures, name }: { figures: Figures | undefined; name: string }) {
  const value = amountOf(figures, name);
  const href = listOf(figures?.[name]);
  const text = value === undefined ? '…' : numberText(value);
  return href ? (
    <a class="text-link" href={href} data-count={value}>
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );
}

type SummaryProps = { asked: SiteQuestion; figures: Figures | undefined; meaning: (figure: string) => string };

/** How many of the distributions are in each place, and how many each reason keeps away. */
function Summary({ asked, figures, meaning }: SummaryProps) {
  if (!figures)
    return (
      <section class="card summary">
        <Loading lines={5} />
      </section>
    );
  const all = amountOf(figures, 'distributions') ?? 0;
  const reasons = reasonsIn(figures).sort((one, other) => figures[other]!.value! - figures[one]!.value!);
  const line = (name: string, title: string, look: string) => {
    const value = amountOf(figures, name) ?? 0;
    const list = listOf(figures[name]);
    return (
      <li key={name}>
        <a href={pageWith(withValue(asked.query, 'show', name))} title={say('Only these in the table')}>
          {title}
        </a>
        <i class={look} aria-hidden="true">
          <i style={{ width: `${all === 0 ? 0 : (value / all) * 100}%` }} />
        </i>
        {list ? (
          <a
            class="summary-count"
            href={list}
            data-count={value}
            aria-label={say('{title} {n}, as a list', { title, n: numberText(value) })}
          >
            {numberText(value)}
          </a>
        ) : (
          <span class="summary-count">{numberText(value)}</span>
        )}
      </li>
    );
  };
  return (
    <section class="card summary" aria-label={say('Where they are shown, and why not')}>
      <h3>{say('Where they are shown')}</h3>
      <ul>{places.map(({ figure, title }) => line(figure, say(title), 'share'))}</ul>
      <h3>{say('Why not')}</h3>
      {reasons.length === 0 ? (
        <p class="faint">{say('Nothing keeps any of them from anywhere.')}</p>
      ) : (
        <ul>{reasons.map((name) => line(name, meaning(name), 'share why'))}</ul>
      )}
    </section>
  );
}

function OtherConditions({ asked, ignored }: { asked: SiteQuestion; ignored: readonly string[] }) {
  const others: Query = otherConditions(asked.conditions);
  if (others.length === 0) return null;
  const fixed = asked.query.filter(([name]) => !others.some(([each]) => each === name) && name !== 'offset');
  return (
    <div class="query">
      <Chips
        resource={resourceNamed('job-distributions')!}
        query={others}
        ignored={ignored}
        onChange={(next) => goQuery([...fixed, ...next])}
      />
    </div>
  );
}
