// The entries of the menu, and what each takes to be seen.
import { catalogue, type Resource, resourceNamed } from '../data/catalogue.ts';
import { capital } from '../data/records.ts';
import { mayReadMetric, mayReadSomething, missingFor } from '../data/rights.ts';
import { say, toSay } from '../words/say.ts';

type PageEntry = {
  readonly path: string;
  readonly name: string;
  /** To be said. */
  readonly title: string;
  /** Paths of the API without which there is nothing to show on it. */
  readonly needs: readonly string[];
};

const KEPT = '/console/kept';

const pages: readonly PageEntry[] = [
  { path: '/', name: 'overview', title: toSay('Overview'), needs: [] },
  { path: '/console/insights', name: 'insights', title: toSay('Insights'), needs: [] },
  { path: '/console/ask', name: 'ask', title: toSay('Ask'), needs: [] },
  { path: '/console/board', name: 'board', title: toSay('Board'), needs: ['applications', 'jobs'] },
  { path: '/console/org-chart', name: 'org-chart', title: toSay('Org chart'), needs: ['employees'] },
  { path: '/console/who-is-out', name: 'who-is-out', title: toSay('Who is out'), needs: ['leave', 'employees'] },
  {
    ...{ path: '/console/careers', name: 'careers', title: toSay('Careers') },
    needs: ['career-sites', 'insights/job-visibility'],
  },
  { path: KEPT, name: 'kept', title: toSay('Kept'), needs: [] },
];

/** The scopes that the page of a path takes and that are missing. A form says itself what it takes. */
export function missingAt(path: string): string[] {
  const [, , first = '', second] = path.split('/');
  if (first === 'insights') {
    if (second !== undefined) return missingFor(`insights/${second}`);
    const { insights } = catalogue.value;
    return insights.some(({ name }) => mayReadMetric(name)) ? [] : missingFor(`insights/${insights[0]?.name}`);
  }
  if (first === 'ask') {
    if (second !== undefined) return resourceNamed(second) ? missingFor(second) : [];
    return mayReadSomething() ? [] : missingFor(catalogue.value.resources[0]?.name ?? '');
  }
  if (resourceNamed(first)) return second === 'new' ? [] : missingFor(first);
  return [...new Set(pages.find((page) => page.path === path)?.needs.flatMap(missingFor))];
}

/** Those that the person may see. Who may read nothing has nothing to keep. */
export const offeredPages = (): readonly PageEntry[] =>
  pages.filter(({ path }) => missingAt(path).length === 0 && (path !== KEPT || mayReadSomething()));

/** What the page of a path is called, where it is one of these. */
export const titleAt = (path: string): string => {
  const title = pages.find((page) => page.path === path)?.title;
  return title === undefined ? path : say(title);
};

/** In the menu. */
export const shortTitle = ({ many, short = many }: Resource): string => capital(say(short));
