// How wide columns are: as their values need it, or as the person has set them. What was set is kept in the browser.
import { type Signal, signal } from '@preact/signals';

/** Pixels of the columns that were set, by name. */
export type Widths = Readonly<Record<string, number>>;

export type Sized = { readonly name: string; readonly width: number; readonly least?: number };

const NARROWEST = 48;
const WIDEST = 1200;
export const STEP = 16;

const known = new Map<string, Signal<Widths>>();

/** `table`: what they are kept under, such as the name of a resource. */
export function widthsOf(table: string): Signal<Widths> {
  const found = known.get(table) ?? signal(stored(table));
  known.set(table, found);
  return found;
}

const keyOf = (table: string): string => `widths ${table}`;

function stored(table: string): Widths {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}');
    return Object.fromEntries(
      Object.entries(read as Widths).flatMap(([name, width]) => (width > 0 ? [[name, bounded(width)]] : [])),
    );
  } catch {
    return {};
  }
}

const bounded = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));

export function setWidths(table: string, widths: Widths): void {
  const entries = Object.entries(widths).map(([name, width]) => [name, bounded(width)] as const);
  widthsOf(table).value = Object.fromEntries(entries);
  if (entries.length === 0) localStorage.removeItem(keyOf(table));
  else localStorage.setItem(keyOf(table), JSON.stringify(widthsOf(table).peek()));
}

export const without = (widths: Widths, name: string): Widths =>
  Object.fromEntries(Object.entries(widths).filter(([each]) => each !== name));

/** The tracks of a grid, and how wide it is at least. Columns that were not set share the `room` that is left; they
 * only become narrower than usual where that brings all of them into it. */
export function tracks(columns: readonly Sized[], widths: Widths, room: number): { css: string; least: number } {
  const squeezed = columns.reduce((sum, { name, width, least = width }) => sum + (widths[name] ?? least), 0);
  const leastOf = ({ name, width, least = width }: Sized) => widths[name] ?? (squeezed <= room ? least : width);
  return {
    css: columns
      .map((each) =>
        widths[each.name] === undefined ? `minmax(${leastOf(each)}px, ${each.width}fr)` : `${widths[each.name]}px`,
      )
      .join(' '),
    least: columns.reduce((sum, each) => sum + leastOf(each), 0),
  };
}

/** What a column needs for the values in view and its head. */
export function fitting(grid: HTMLElement, column: number): number {
  const head = grid.querySelectorAll('[role=columnheader] > :first-child')[column];
  const cells = [...grid.querySelectorAll(`.cell[data-column="${column}"]`)];
  return Math.max(...[...cells, ...(head ? [head] : [])].map(contentWidth)) + PADDING;
}

/** Both sides of a cell, and what rounding takes. */
const PADDING = 22;

function contentWidth(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return Math.ceil(range.getBoundingClientRect().width);
}
