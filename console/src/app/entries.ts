// The entries of the menu.
import type { Resource } from '../data/catalogue.ts';
import { capital } from '../data/records.ts';

export const pages = [
  { path: '/', name: 'overview', title: 'Overview' },
  { path: '/console/insights', name: 'insights', title: 'Insights' },
  { path: '/console/board', name: 'board', title: 'Board' },
  { path: '/console/org-chart', name: 'org-chart', title: 'Org chart' },
  { path: '/console/who-is-out', name: 'who-is-out', title: 'Who is out' },
  { path: '/console/careers', name: 'careers', title: 'Careers' },
] as const;

export const shortTitle = ({ many }: Resource): string =>
  capital(many.replace(/^(recruitment|organization|job) (?=brands|teams|distributions)| records$/g, ''));
