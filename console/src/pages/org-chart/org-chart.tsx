// The org chart: who reports to whom today, from the top down, with the roles that are open.
import { useMemo, useRef } from 'preact/hooks';
import { goQuery, place } from '../../app/router.ts';
import { useIsSmall } from '../../app/small.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, parseQuery, type Query, valueIn, without, withValue } from '../../data/query.ts';
import { counted, numberText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { notify } from '../../parts/copy.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { say, sayWith } from '../../words/say.ts';
import { Chips } from '../explorer/chips.tsx';
import { FilterMenu } from '../explorer/filter-menu.tsx';
import { Canvas, type CanvasTools } from './canvas.tsx';
import { FindPerson } from './find.tsx';
import { OrgList } from './list.tsx';
import { Notes } from './notes.tsx';
import { employedQuery, type Loaded, MOST_OPENED, partPath, usePeople } from './people.ts';
import { MOST_IN_PICTURE, savePicture, saveTable } from './save.tsx';
import type { Org } from './tree.ts';
import { useTree } from './use-tree.ts';

/** The menus and the finder show these; other conditions are chips. */
const OWN = ['dept_id', 'branch', 'person'];

export function OrgChart() {
  const { search } = place.value;
  const query = useMemo(() => parseQuery(search), [search]);
  const loaded = usePeople(query);
  const { org } = loaded;
  return (
    <div class="org">
      {org && org.byId.size > 0 ? (
        <Chart key={loaded.key} org={org} query={query} loaded={loaded} />
      ) : (
        <>
          <OrgHead query={query} />
          <section class="org-sheet">
            <Waiting query={query} loaded={loaded} />
          </section>
        </>
      )}
    </div>
  );
}

type Props = { query: Query; loaded: Loaded };

function Chart({ org, query, loaded }: Props & { org: Org }) {
  const isSmall = useIsSmall();
  const person = Number(valueIn(query, 'person'));
  const tree = useTree(org, org.byId.get(person), loaded);
  const { people } = org.summary;
  const tools = useRef<CanvasTools>(undefined);
  const picture = () => {
    const layout = tools.current?.layout;
    if (!layout) return;
    if (layout.items.length > MOST_IN_PICTURE)
      notify(say('A picture holds up to {n} people: close some branches', { n: numberText(MOST_IN_PICTURE) }));
    else savePicture(layout);
  };
  const ofAll = (n: number) => ({ n: numberText(n), all: counted(people, 'person', 'people') });
  const table = () => {
    const saved = saveTable(tree.items);
    notify(
      saved < people
        ? say('Saved {n} of {all}: those who are shown', ofAll(saved))
        : say('Saved all {all}', ofAll(saved)),
    );
  };
  const onOpened = () => {
    if (people > MOST_OPENED) notify(say('Opened {n} of {all}, from the top', ofAll(MOST_OPENED)));
  };
  return (
    <>
      <OrgHead query={query} org={org}>
        <FindPerson
          query={query}
          onFind={async (id) => {
            goQuery(withValue(query, 'person', String(id)), { replace: true });
            if (!(await tree.find(id))) notify(say('This person is not in the chart'));
          }}
        />
        {!isSmall && (
          <>
            <div class="group">
              <button
                type="button"
                class="button"
                aria-label={say('Smaller')}
                title={say('Smaller (−)')}
                onClick={() => tools.current?.zoom(false)}
              >
                <Icon name="minus" />
              </button>
              <button
                type="button"
                class="button"
                aria-label={say('Larger')}
                title={say('Larger (+)')}
                onClick={() => tools.current?.zoom(true)}
              >
                <Icon name="plus" />
              </button>
              <button
                type="button"
                class="button"
                title={say('Show everything that is open (0)')}
                onClick={() => tools.current?.fit()}
              >
                {say('Fit')}
              </button>
            </div>
            <button type="button" class="button" title={say('What is open, as a picture')} onClick={picture}>
              SVG
            </button>
          </>
        )}
        <button type="button" class="button" title={say('Who is shown, as a table')} onClick={table}>
          CSV
        </button>
      </OrgHead>
      <Notes org={org} loaded={loaded} />
      <section class="org-sheet" aria-label={say('Org chart')} aria-busy={loaded.isLoading}>
        {isSmall ? (
          <OrgList tree={tree} found={person || undefined} />
        ) : (
          <Canvas tree={tree} found={person || undefined} tools={tools} onOpened={onOpened} />
        )}
      </section>
    </>
  );
}

type HeadProps = { query: Query; org?: Org; children?: preact.ComponentChildren };

function OrgHead({ query, org, children }: HeadProps) {
  const employees = resourceNamed('employees')!;
  const change = (next: Query) => goQuery(without(next, 'person'));
  const own = query.filter(([name]) => OWN.includes(name));
  const others = conditionsIn(query).filter(([name]) => !OWN.includes(name));
  const employed = employedQuery([]);
  return (
    <>
      <Head title={say('Org chart')} below={<Summary query={query} org={org} />}>
        {['dept_id', 'branch'].map((name) => (
          <FilterMenu
            key={name}
            resource={employees}
            name={name}
            query={[...conditionsIn(without(query, 'person')), ...employed]}
            onChange={(next) => change(next.filter(([each]) => !employed.some(([known]) => known === each)))}
          />
        ))}
        {children}
        <Code shown={[{ title: say('The top'), path: partPath(query, { depth: 2 }) }]} />
      </Head>
      {others.length > 0 && (
        <div class="query">
          <Chips resource={employees} query={others} ignored={[]} onChange={(next) => goQuery([...own, ...next])} />
        </div>
      )}
    </>
  );
}

/** `214 people, 31 managers, 5 levels · spans from 1 to 14` */
function Summary({ query, org }: { query: Query; org?: Org | undefined }) {
  if (!org) return <span>…</span>;
  const { people, managers, levels, least_reports: least, most_reports: most } = org.summary;
  const link = (
    <a class="org-people" href={`/console/employees${formatQuery(employedQuery(query))}`} data-count={people}>
      {counted(people, 'person', 'people')}
    </a>
  );
  return (
    <span>
      {sayWith('{people}, {managers}, {levels}', {
        ...{ people: link, managers: counted(managers, 'manager'), levels: counted(levels, 'level') },
      })}
      {managers > 0 && (
        <>
          {' · '}
          {least === most
            ? say('spans of {n}', { n: numberText(least) })
            : say('spans from {least} to {most}', { least: numberText(least), most: numberText(most) })}
        </>
      )}
    </span>
  );
}

function Waiting({ query, loaded }: Props) {
  const { error, isLoading, org } = loaded;
  if (error) return <Failure error={error} retry={loaded.again} />;
  if (isLoading || !org)
    return (
      <div class="state" role="status">
        <strong>{say('Reading the people')}</strong>
        <progress aria-label={say('Reading the people')} />
      </div>
    );
  return (
    <Empty title={say('Nobody is employed here today')}>
      {conditionsIn(without(query, 'person')).length > 0 ? (
        <a href="/console/org-chart">{say('Show everybody')}</a>
      ) : (
        <a href="/console/employees">{say('All employees')}</a>
      )}
    </Empty>
  );
}
