// The window onto the chart: where it is and how large. Moving it changes one attribute; what is drawn changes only
// when the window leaves the part that is drawn.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { storedFor, storeForReturn } from '../../app/router.ts';
import type { Frame } from './layout.ts';

export type View = { x: number; y: number; scale: number };
export type Detail = 'all' | 'names' | 'shapes';
/** The part of the chart that is drawn, and how much of each person. */
export type Drawn = Frame & { readonly detail: Detail };

const SMALLEST = 0.12;
const LARGEST = 2;
/** In smaller charts, names are hard to read. */
const READABLE = 0.65;
const EDGE = 48;
const GLIDE = 120;

const detailAt = (scale: number): Detail => (scale >= 0.5 ? 'all' : scale >= 0.26 ? 'names' : 'shapes');
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export type Window = {
  readonly drawn: Drawn;
  readonly scale: ReadonlySignal<number>;
  readonly panBy: (dx: number, dy: number) => void;
  /** Around a point of the window, in pixels; without one, around its middle. */
  readonly zoomBy: (factor: number, at?: { x: number; y: number }) => void;
  readonly fit: (bounds: Frame) => void;
  readonly centre: (frame: Frame) => void;
  /** Moves as little as needed. */
  readonly reveal: (frame: Frame) => void;
  /** After the chart has changed: what was there is here now, and stays at its place of the screen. */
  readonly follow: (dx: number, dy: number) => void;
  /** The whole chart, or its top if the whole cannot be read. */
  readonly goHome: () => void;
  /** After the window or the chart has another size. */
  readonly settle: () => void;
};

export function useView(
  frame: { current: HTMLElement | null },
  moved: { current: SVGGElement | null },
  bounds: Frame,
  /** What one wants to see first where the whole is too large to be read. */
  home: Frame,
): Window {
  const view = useRef<View>(storedFor<View>('view') ?? { x: 0, y: 0, scale: 0 });
  const size = useRef({ width: 0, height: 0 });
  const limits = useRef(bounds);
  limits.current = bounds;
  const start = useRef(home);
  start.current = home;
  const gliding = useRef(0);
  const [drawn, setDrawn] = useState<Drawn>({ x: 0, y: 0, width: 0, height: 0, detail: 'all' });
  const shown = useRef(drawn);
  const scale = useSignal(1);

  const tools = useMemo(() => {
    const visible = (): Frame => {
      const { x, y, scale: k } = view.current;
      return { x: -x / k, y: -y / k, width: size.current.width / k, height: size.current.height / k };
    };
    const apply = () => {
      const { x, y, scale: k } = view.current;
      moved.current?.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`);
      storeForReturn('view', { x, y, scale: k });
      scale.value = k;
      const [seen, known] = [visible(), shown.current];
      const isInside =
        seen.x >= known.x &&
        seen.y >= known.y &&
        seen.x + seen.width <= known.x + known.width &&
        seen.y + seen.height <= known.y + known.height;
      // After zooming in, far more may be drawn than is seen.
      const isWasteful = known.width > seen.width * 4;
      if (isInside && !isWasteful && known.detail === detailAt(k)) return;
      const [wide, high] = [seen.width / 2, seen.height / 2];
      shown.current = {
        x: seen.x - wide,
        y: seen.y - high,
        width: seen.width + 2 * wide,
        height: seen.height + 2 * high,
        detail: detailAt(k),
      };
      setDrawn(shown.current);
    };
    const set = (next: View) => {
      const [{ width, height }, around, k] = [size.current, limits.current, next.scale];
      // A part of the chart stays in the window.
      view.current = {
        scale: k,
        x: clamp(next.x, EDGE * 2 - (around.x + around.width) * k, width - EDGE * 2 - around.x * k),
        y: clamp(next.y, EDGE * 2 - (around.y + around.height) * k, height - EDGE * 2 - around.y * k),
      };
      apply();
    };
    const stop = () => cancelAnimationFrame(gliding.current);
    const glide = (next: View) => {
      stop();
      if (isCalm()) return set(next);
      const [from, began] = [{ ...view.current }, performance.now()];
      const step = () => {
        const part = Math.min(1, (performance.now() - began) / GLIDE);
        const eased = 1 - (1 - part) ** 3;
        const between = (a: number, b: number) => a + (b - a) * eased;
        set({
          x: between(from.x, next.x),
          y: between(from.y, next.y),
          scale: between(from.scale, next.scale),
        });
        if (part < 1) gliding.current = requestAnimationFrame(step);
      };
      step();
    };
    const fitted = (around: Frame): View => {
      const { width, height } = size.current;
      const whole = Math.min((width - 2 * EDGE) / around.width, (height - 2 * EDGE) / around.height);
      const k = clamp(whole, SMALLEST, 1);
      return {
        scale: k,
        x: width / 2 - (around.x + around.width / 2) * k,
        // What does not fit is shown from its top; what is low stands in the upper part.
        y:
          whole < SMALLEST
            ? EDGE
            : Math.max(EDGE, Math.min(height / 6, (height - around.height * k) / 2)) - around.y * k,
      };
    };
    return {
      stop,
      set,
      panBy: (dx: number, dy: number) => {
        stop();
        const { x, y, scale: k } = view.current;
        set({ x: x + dx, y: y + dy, scale: k });
      },
      zoomBy: (factor: number, at = { x: size.current.width / 2, y: size.current.height / 2 }) => {
        stop();
        const { x, y, scale: before } = view.current;
        const k = clamp(before * factor, SMALLEST, LARGEST);
        set({ scale: k, x: at.x - ((at.x - x) * k) / before, y: at.y - ((at.y - y) * k) / before });
      },
      fit: (around: Frame) => glide(fitted(around)),
      centre: (around: Frame) => {
        const k = Math.max(view.current.scale, 0.75);
        const { width, height } = size.current;
        glide({
          scale: k,
          x: width / 2 - (around.x + around.width / 2) * k,
          y: height / 2.4 - (around.y + around.height / 2) * k,
        });
      },
      reveal: (around: Frame) => {
        const { x, y, scale: k } = view.current;
        const [left, top] = [around.x * k + x, around.y * k + y];
        const [right, bottom] = [left + around.width * k, top + around.height * k];
        const { width, height } = size.current;
        const dx = left < EDGE ? EDGE - left : right > width - EDGE ? width - EDGE - right : 0;
        const dy = top < EDGE ? EDGE - top : bottom > height - EDGE ? height - EDGE - bottom : 0;
        if (dx !== 0 || dy !== 0) glide({ x: x + dx, y: y + dy, scale: k });
      },
      follow: (dx: number, dy: number) => {
        stop();
        const { x, y, scale: k } = view.current;
        set({ x: x - dx * k, y: y - dy * k, scale: k });
      },
      goHome: () => {
        const whole = fitted(limits.current);
        const { x, width } = start.current;
        const top = { scale: READABLE, x: size.current.width / 2 - (x + width / 2) * READABLE, y: EDGE };
        set(whole.scale < READABLE ? top : whole);
      },
      settle: () => set(view.current),
    };
  }, [moved, scale]);

  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = () => {
      const isFirst = size.current.width === 0;
      size.current = { width: element.clientWidth, height: element.clientHeight };
      if (isFirst && view.current.scale === 0) tools.goHome();
      else tools.settle();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      tools.stop();
    };
  }, [tools, frame]);

  return { drawn, scale, ...tools };
}
