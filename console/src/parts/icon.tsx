// The icons: lines of 1.5 pixels on a grid of 16. Those of resources come with the catalogue.
import { resourceNamed } from '../data/catalogue.ts';

const paths = {
  overview: 'M2.5 2.5h4.5v5h-4.5zM9 2.5h4.5v3H9zM9 8.5h4.5v5H9zM2.5 10.5h4.5v3h-4.5z',
  insights: 'M2.5 13.5v-11M2.5 13.5h11M5 10.5l2.5-3 2 2 3.5-4.5',
  ask: 'M2.5 3h11v8H7.5L5 13.5V11H2.5zM5.5 6h5M5.5 8.3h3',
  board: 'M2.5 2.5h3v11h-3zM6.5 2.5h3v7h-3zM10.5 2.5h3v9h-3z',
  'org-chart': 'M6 2.5h4v3H6zM2.5 10.5h4v3h-4zM9.5 10.5h4v3h-4zM8 5.5v2.5M4.5 10.5V8h7v2.5',
  'who-is-out': 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3M6 9.5l1.5 1.5 3-3',
  careers: 'M2.5 5.5h11v8h-11zM6 5.5v-2h4v2M2.5 9h11',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  sun: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.5 3.5l1.3 1.3M11.2 11.2l1.3 1.3M12.5 3.5l-1.3 1.3M4.8 11.2l-1.3 1.3',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  download: 'M8 2.5v7.5M4.5 7L8 10.5 11.5 7M3 13.5h10',
  upload: 'M8 10.5V3M4.5 6L8 2.5 11.5 6M3 13.5h10',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  warn: 'M8 2.5l6 11H2zM8 6.5v3.5M8 12h.01',
  panel: 'M2.5 3.5h11v9h-11zM6.5 3.5v9',
  up: 'M4 10l4-4 4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  print: 'M4.5 6.5v-4h7v4M4.5 11.5h-2v-5h11v5h-2M4.5 9.5h7v4h-7z',
  link: 'M6.5 9.5l3-3M7 4.5l1-1a3 3 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3 3 0 0 1 3.5 8l1-1',
  kept: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  edit: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7zM9.4 4.4l2.2 2.2',
  language:
    'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM2.7 8h10.6M8 2.5c1.9 1.5 2.5 3.4 2.5 5.5S9.900 12 8 13.5C6.1 12 5.5 10.100 5.500 8S6.100 4 8 2.5z',
  book: 'M8 4c-1.5-1-3.5-1-5.5-1v9.5c2 0 4 0 5.5 1 1.5-1 3.5-1 5.5-1V3c-2 0-4 0-5.5 1zM8 4v9.5',
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

const Lines = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const Icon = ({ name }: { name: IconName }) => <Lines path={paths[name]} />;

const pathOf = (name: string): string | undefined =>
  name in paths ? paths[name as IconName] : resourceNamed(name)?.icon;

/** Of a page or a resource, which comes with its own. */
export const hasIcon = (name: string): boolean => pathOf(name) !== undefined;

export function NamedIcon({ name }: { name: string }) {
  const path = pathOf(name);
  return path === undefined ? null : <Lines path={path} />;
}
