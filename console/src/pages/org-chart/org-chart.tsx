// The org chart: who reports to whom today, from the top down, with the roles that are open.
import { useMemo, useRef } from 'preact/hooks';
import { goQuery, place } from '../../app/router.ts';
import { useIsSmall } from '../../app/small.ts';
import { resourceNamed } from '../../data/catalogue.ts';
import { conditionsIn, formatQuery, parseQuery, type Query, valueIn, without, withValue } from '../../data/query.ts';
import { counted, numberText } from '../../data/words.ts';
import { Code } from '../../parts/code.tsx';
import { say } from '../../parts/copy.tsx';
import { Head } from '../../parts/head.tsx';
import { Icon } from '../../parts/icon.tsx';
import { recordHref } from '../../parts/person.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { Chips } from '../explorer/chips.tsx';
import { FilterMenu } from '../explorer/filter-menu.tsx';
import { Canvas, type CanvasTools } from './canvas.tsx';
import { FindPerson } from './find.tsx';
import { OrgList } from './list.tsx';
import { employedQuery, type Loaded, MOST_PEOPLE, pathsOf, usePeople } from './people.ts';
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
          <OrgHead query={query} loaded={loaded} />
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
  const tree = useTree(org, org.byId.get(person));
  const tools = useRef<CanvasTools>(undefined);
  const picture = () => {
    const layout = tools.current?.layout;
    if (!layout) return;
    if (layout.items.length > MOST_IN_PICTURE)
      say(`A picture holds up to ${numberText(MOST_IN_PICTURE)} people: close some branches`);
    else savePicture(layout);
  };
  return (
    <>
      <OrgHead query={query} loaded={loaded} org={org}>
        <FindPerson
          org={org}
          onFind={(node) => {
            goQuery(withValue(query, 'person', String(node.id)), { replace: true });
            tree.find(node);
          }}
        />
        {!isSmall && (
          <>
            <div class="group">
              <button
                type="button"
                class="button"
                aria-label="Smaller"
                title="Smaller (−)"
                onClick={() => tools.current?.zoom(false)}
              >
                <Icon name="minus" />
              </button>
              <button
                type="button"
                class="button"
                aria-label="Larger"
                title="Larger (+)"
                onClick={() => tools.current?.zoom(true)}
              >
                <Icon name="plus" />
              </button>
              <button
                type="button"
                class="button"
                title="Show everything that is open (0)"
                onClick={() => tools.current?.fit()}
              >
                Fit
              </button>
            </div>
            <button type="button" class="button" title="What is open, as a picture" onClick={picture}>
              SVG
            </button>
          </>
        )}
        <button type="button" class="button" title="All people, as a table" onClick={() => saveTable(org)}>
          CSV
        </button>
      </OrgHead>
      <Notes org={org} loaded={loaded} />
      <section class="org-sheet" aria-label="Org chart" aria-busy={loaded.isLoading}>
        {isSmall ? (
          <OrgList tree={tree} found={person || undefined} />
        ) : (
          <Canvas tree={tree} found={person || undefined} tools={tools} />
        )}
      </section>
    </>
  );
}

type HeadProps = Props & { org?: Org; children?: preact.ComponentChildren };

function OrgHead({ query, loaded, org, children }: HeadProps) {
  const employees = resourceNamed('employees')!;
  const change = (next: Query) => goQuery(without(next, 'person'));
  const own = query.filter(([name]) => OWN.includes(name));
  const others = conditionsIn(query).filter(([name]) => !OWN.includes(name));
  const employed = employedQuery([]);
  return (
    <>
      <Head title="Org chart" below={<Summary query={query} loaded={loaded} org={org} />}>
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
        <Code shown={pathsOf(query)} />
      </Head>
      {others.length > 0 && (
        <div class="query">
          <Chips
            resource={employees}
            query={others}
            ignored={loaded.ignored}
            onChange={(next) => goQuery([...own, ...next])}
          />
        </div>
      )}
    </>
  );
}

/** `214 people, 31 managers, 5 levels · spans from 1 to 14` */
function Summary({ query, loaded, org }: Props & { org?: Org | undefined }) {
  if (!org) return <span>{loaded.total === undefined ? '…' : counted(loaded.total, 'person', 'people')}</span>;
  const { byId, managers, levels, spans } = org;
  return (
    <span>
      <a class="org-people" href={`/console/employees${formatQuery(employedQuery(query))}`}>
        {counted(byId.size, 'person', 'people')}
      </a>
      , {counted(managers, 'manager')}, {counted(levels, 'level')}
      {managers > 0 && (
        <>
          {' · '}
          {spans[0] === spans[1]
            ? `spans of ${numberText(spans[0])}`
            : `spans from ${numberText(spans[0])} to ${numberText(spans[1])}`}
        </>
      )}
    </span>
  );
}

const MOST_NAMED = 5;

/** What one should know about the data. */
function Notes({ org, loaded }: { org: Org; loaded: Loaded }) {
  const { inCircles, strays } = org;
  const more = inCircles.length - MOST_NAMED;
  if (inCircles.length === 0 && strays === 0 && !loaded.isStale && !loaded.error) return null;
  return (
    <div class="org-notes">
      {inCircles.length > 0 && (
        <p>
          <Icon name="warn" /> <b>Managers in a circle:</b>{' '}
          <span>
            {inCircles.slice(0, MOST_NAMED).map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <a href={recordHref('employees', id)}>{name}</a>
              </span>
            ))}
            {more > 0 && ` and ${numberText(more)} more`}. Each is shown at the top.
          </span>
        </p>
      )}
      {strays > 0 && (
        <p>
          {counted(strays, 'person', 'people')} at the top {strays === 1 ? 'has' : 'have'} a manager who is not among
          these people.
        </p>
      )}
      {loaded.error && <p>What is shown could not be read again: {loaded.error.message}</p>}
      {(loaded.isStale || loaded.error) && (
        <p>
          {loaded.isStale && 'People have joined or left since this was read. '}
          <button type="button" class="text-link" onClick={loaded.again}>
            Read again
          </button>
        </p>
      )}
    </div>
  );
}

function Waiting({ query, loaded }: Props) {
  const { total, read, error, isLoading } = loaded;
  if (error) return <Failure error={error} retry={loaded.again} />;
  if (isLoading)
    return (
      <div class="state" role="status">
        <strong>Reading the people</strong>
        <progress max={total ?? 1} value={total === undefined ? undefined : read} aria-label="People read" />
        <p>{total === undefined ? '…' : `${numberText(read)} of ${numberText(total)}`}</p>
      </div>
    );
  if (total !== undefined && total > MOST_PEOPLE)
    return (
      <Empty title={`${numberText(total)} people are too many for one chart`}>
        It shows up to {numberText(MOST_PEOPLE)}. Choose a department or a branch above.
      </Empty>
    );
  return (
    <Empty title="Nobody is employed here today">
      {conditionsIn(without(query, 'person')).length > 0 ? (
        <a href="/console/org-chart">Show everybody</a>
      ) : (
        <a href="/console/employees">All employees</a>
      )}
    </Empty>
  );
}
