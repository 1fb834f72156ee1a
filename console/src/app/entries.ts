// The entries of the menu, and what each takes to be seen.
import { catalogue, type Resource, resourceNamed } from '../data/catalogue.ts';
import { capital } from '../data/records.ts';
import { mayReadMetric, missingFor } from '../data/rights.ts';

type PageEntry = {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  /** Paths of the API without which there is nothing to show on it. */
  readonly needs: readonly string[];
};

const pages: readonly PageEntry[] = [
  { path: '/', name: 'overview', title: 'Overview', needs: [] },
  { path: '/console/insights', name: 'insights', title: 'Insights', needs: [] },
  { path: '/console/ask', name: 'ask', title: 'Ask', needs: [] },
  { path: '/console/board', name: 'board', title: 'Board', needs: ['applications', 'jobs'] },
  { path: '/console/org-chart', name: 'org-chart', title: 'Org chart', needs: ['employees'] },
  { path: '/console/who-is-out', name: 'who-is-out', title: 'Who is out', needs: ['leave', 'employees'] },
  {
    ...{ path: '/console/careers', name: 'careers', title: 'Careers' },
    needs: ['career-sites', 'insights/job-visibility'],
  },
];

/** The scopes that the page of a path takes and that are missing. A form says itself what it takes. */
export function missingAt(path: string): string[] {
  const [, , first = '', second] = path.split('/');
  if (first === 'insights') {
    if (second !== undefined) return missingFor(`insights/${second}`);
    const { insights } = catalogue.value;
    return insights.some(({ name }) => mayReadMetric(name)) ? [] : missingFor(`insights/${insights[0]?.name}`);
  }
  if (first === 'ask') return second !== undefined && resourceNamed(second) ? missingFor(second) : [];
  if (resourceNamed(first)) return second === 'new' ? [] : missingFor(first);
  return [...new Set(pages.find((page) => page.path === path)?.needs.flatMap(missingFor))];
}

/** Those that the person may see. */
export const offeredPages = (): readonly PageEntry[] => pages.filter(({ path }) => missingAt(path).length === 0);

export const shortTitle = ({ many }: Resource): string =>
  capital(many.replace(/^(recruitment|organization|job) (?=brands|teams|distributions)| records$/g, ''));
