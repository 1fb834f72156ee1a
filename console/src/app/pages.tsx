// Which page belongs to which path. Pages load their code when they are first opened.
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ConnectionError } from '../../../client/src/index.ts';
import { doesAnswer } from '../data/api.ts';
import { resourceNamed } from '../data/catalogue.ts';
import { untilReachable } from '../data/reachable.ts';
import { isShutOut, losses } from '../data/rights.ts';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../words/say.ts';
import { EndedBanner, Forbidden, SignIn } from './access.tsx';
import { missingAt } from './entries.ts';
import { NoPage } from './no-page.tsx';

type PageProps = Readonly<Record<string, string>>;
type Loader = () => Promise<ComponentType<never>>;
type FoundPage = { readonly load: Loader; readonly props: PageProps; readonly key: string };

/** By the first part of the address, below /console. */
export const loaders = {
  overview: () => import('../pages/overview/overview.tsx').then(({ Overview }) => Overview),
  explorer: () => import('../pages/explorer/explorer.tsx').then(({ Explorer }) => Explorer),
  record: () => import('../pages/record/record.tsx').then(({ RecordPage }) => RecordPage),
  create: () => import('../pages/create/create.tsx').then(({ CreatePage }) => CreatePage),
  board: () => import('../pages/board/board.tsx').then(({ Board }) => Board),
  'org-chart': () => import('../pages/org-chart/org-chart.tsx').then(({ OrgChart }) => OrgChart),
  'who-is-out': () => import('../pages/who-is-out/who-is-out.tsx').then(({ WhoIsOut }) => WhoIsOut),
  insights: () => import('../pages/insights/insights.tsx').then(({ Insights }) => Insights),
  insight: () => import('../pages/insights/insight.tsx').then(({ InsightPage }) => InsightPage),
  ask: () => import('../pages/ask/ask.tsx').then(({ Ask }) => Ask),
  question: () => import('../pages/ask/question-page.tsx').then(({ QuestionPage }) => QuestionPage),
  careers: () => import('../pages/careers/careers.tsx').then(({ Careers }) => Careers),
  kept: () => import('../pages/kept/kept.tsx').then(({ KeptPage }) => KeptPage),
  import: () => import('../pages/import/import.tsx').then(({ ImportPage }) => ImportPage),
} as unknown as Record<string, Loader>;

function pageAt(path: string): FoundPage | undefined {
  const [, root, first, second, ...more] = path.split('/');
  if (path === '/' || path === '/console') return { load: loaders.overview!, props: {}, key: 'overview' };
  if (root !== 'console' || first === undefined || more.length > 0) return undefined;
  if (first === 'insights' && second)
    return { load: loaders.insight!, props: { name: second }, key: `insight ${second}` };
  if (first === 'ask' && second) return { load: loaders.question!, props: { name: second }, key: `question ${second}` };
  if (resourceNamed(first)) {
    if (second === undefined) return { load: loaders.explorer!, props: { name: first }, key: first };
    if (second === 'new') return { load: loaders.create!, props: { name: first }, key: `new ${first}` };
    return { load: loaders.record!, props: { name: first, id: second }, key: `${first} ${second}` };
  }
  const load = second === undefined ? loaders[first] : undefined;
  return load && !['explorer', 'record', 'create', 'insight', 'question', 'overview'].includes(first)
    ? { load, props: {}, key: first }
    : undefined;
}

/** Starts to load the code of the page of a path, before it is known which resources there are. */
export function preloadPage(path: string): void {
  const [, root, first, second] = path.split('/');
  const ofResource = second === undefined ? 'explorer' : second === 'new' ? 'create' : 'record';
  const name =
    root === '' || first === undefined
      ? 'overview'
      : first === 'insights' && second
        ? 'insight'
        : first === 'ask' && second
          ? 'question'
          : first in loaders
            ? first
            : ofResource;
  // Where it fails, the page says so when it loads its code itself.
  loaders[name]!().catch(() => undefined);
}

/** Whether a page has asked its questions. What is around it asks after that. */
export const isPageShown = signal(false);

const loaded = new Map<Loader, ComponentType<PageProps>>();

export function CurrentPage({ path }: { path: string }) {
  const found = pageAt(path);
  const [, update] = useState(0);
  const [failure, setFailure] = useState<'away' | 'gone'>();
  const isOpened = useRef<string>(undefined);
  const load = found?.load;
  useLayoutEffect(() => {
    setFailure(undefined);
    if (!load || loaded.has(load)) return;
    let isWanted = true;
    const begin = async () => {
      for (let [isLast, wasAway] = [false, false]; isWanted; ) {
        const Component = await load().catch(() => undefined);
        if (Component) loaded.set(load, Component as unknown as ComponentType<PageProps>);
        if (!isWanted) return;
        if (Component) {
          setFailure(undefined);
          return update((count) => count + 1);
        }
        // A service that answers, and has no such code twice, has another version by now. Some browsers also never
        // ask again for code that they could not load; a page that is loaded anew has all of it.
        const isThere = await doesAnswer();
        if (isThere && isLast && isWanted) return wasAway ? location.reload() : setFailure('gone');
        isLast = isThere;
        if (isThere) continue;
        wasAway = true;
        if (isWanted) setFailure('away');
        await untilReachable();
      }
    };
    void begin();
    return () => {
      isWanted = false;
    };
  }, [load]);
  const Component = found && loaded.get(found.load);
  const isThere = Component !== undefined || !found || failure !== undefined;
  useEffect(() => {
    if (isThere) isPageShown.value = true;
  }, [isThere]);
  if (!found) return <NoPage path={path} />;
  if (failure === 'away') return <Failure error={new ConnectionError('')} />;
  if (failure)
    return (
      <Failure
        title={say('This page could not be loaded')}
        error={new Error(say('The service may have been upgraded meanwhile. Load the page again.'))}
        retry={() => window.location.reload()}
      />
    );
  // A form that is half filled stays; so does what needs no records.
  const isForm = found.load === loaders.create;
  const isKept = (isForm && isOpened.current === found.key) || found.load === loaders.parts;
  if (isShutOut() && !isKept) {
    isOpened.current = undefined;
    return <SignIn />;
  }
  const scopes = isShutOut() ? [] : missingAt(path);
  if (scopes.length > 0) return <Forbidden scopes={scopes} title={say('You may not see this')} />;
  if (!Component) return <Loading lines={6} />;
  isOpened.current = found.key;
  return (
    <>
      <EndedBanner />
      <Component key={isForm ? found.key : `${found.key} ${losses.value}`} {...found.props} />
    </>
  );
}
