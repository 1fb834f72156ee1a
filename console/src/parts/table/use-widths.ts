// The widths of a table's columns, and the keys that change them.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { fitting, type Sized, STEP, setWidths, tracks, widthsOf, without } from './widths.ts';

/** `keptAs`: what they are kept under; without it they cannot be set. */
export function useWidths(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Sized[],
  keptAs: string | undefined,
) {
  const widths = keptAs === undefined ? {} : widthsOf(keptAs).value;
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setRoom(scroller.current?.clientWidth ?? 0));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  const shown = (): number[] =>
    [...scroller.current!.querySelectorAll<HTMLElement>('[role=columnheader]')].map(({ offsetWidth }) => offsetWidth);
  // From the first change on, every column keeps its width, so that no other one moves.
  const set = (column: number, width: number) => {
    const now = shown();
    const all = Object.fromEntries(columns.map(({ name }, at) => [name, now[at]!]));
    setWidths(keptAs!, { ...widths, ...all, [columns[column]!.name]: width });
  };
  const fit = (column: number) => set(column, fitting(scroller.current!, column));
  /** Whether the key is one for widths. */
  const onKey = (key: string, column: number): boolean => {
    if (keptAs === undefined) return false;
    if (key === '+') set(column, shown()[column]! + STEP);
    else if (key === '-') set(column, shown()[column]! - STEP);
    else if (key === '=') fit(column);
    else if (key === '0') setWidths(keptAs, without(widths, columns[column]!.name));
    else return false;
    return true;
  };
  return { ...tracks(columns, widths, room), set, fit, onKey };
}
