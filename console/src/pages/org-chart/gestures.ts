// Moves the window onto the chart by wheel, trackpad, mouse and fingers.
import { useEffect } from 'preact/hooks';
import type { Window } from './view.ts';

type Point = { x: number; y: number };

/** A press that moves less than this is a click. */
const SLOP = 4;
const LINE = 24;

const middle = ([a, b]: readonly Point[]): Point => ({ x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 });
const distance = ([a, b]: readonly Point[]): number => Math.hypot(a!.x - b!.x, a!.y - b!.y);

export function useGestures(frame: { current: HTMLElement | null }, { panBy, zoomBy }: Window): void {
  useEffect(() => {
    const element = frame.current!;
    const pressed = new Map<number, Point>();
    let isMoving = false;
    const at = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? LINE : 1;
      // A pinch on a trackpad comes as a wheel with the control key.
      if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(-event.deltaY * unit * 0.0032), at(event));
      else if (event.shiftKey && event.deltaX === 0) panBy(-event.deltaY * unit, 0);
      else panBy(-event.deltaX * unit, -event.deltaY * unit);
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('.org-tools')) return;
      pressed.set(event.pointerId, at(event));
      isMoving = pressed.size > 1;
    };
    const onMove = (event: PointerEvent) => {
      const before = pressed.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      if (!isMoving && Math.hypot(now.x - before.x, now.y - before.y) < SLOP) return;
      if (!isMoving) element.classList.add('moving');
      isMoving = true;
      element.setPointerCapture(event.pointerId);
      const all = [...pressed.values()];
      pressed.set(event.pointerId, now);
      if (all.length === 1) panBy(now.x - before.x, now.y - before.y);
      if (all.length !== 2) return;
      const [from, to] = [all, [...pressed.values()]];
      zoomBy(distance(to) / Math.max(1, distance(from)), middle(to));
      panBy(middle(to).x - middle(from).x, middle(to).y - middle(from).y);
    };
    const onUp = (event: PointerEvent) => {
      pressed.delete(event.pointerId);
      if (pressed.size === 0) element.classList.remove('moving');
    };
    // The click that ends a movement is none.
    const onClick = (event: MouseEvent) => {
      if (isMoving && pressed.size === 0) {
        event.preventDefault();
        event.stopPropagation();
      }
      isMoving = false;
    };
    const onDrag = (event: Event) => event.preventDefault();
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('click', onClick, true);
    element.addEventListener('dragstart', onDrag);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('click', onClick, true);
      element.removeEventListener('dragstart', onDrag);
    };
  }, [frame, panBy, zoomBy]);
}
