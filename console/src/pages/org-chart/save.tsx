// The chart as files: what is open, as a picture and as a table.
import { render } from 'preact';
import { today } from '../../data/words.ts';
import { saveSvg } from '../../parts/chart/save.ts';
import { download } from '../../parts/download.tsx';
import { say } from '../../words/say.ts';
import { Drawing } from './drawing.tsx';
import type { Item } from './items.ts';
import type { Layout } from './layout.ts';

/** A picture of more people is too large for most programs. */
export const MOST_IN_PICTURE = 2000;
const MARGIN = 32;

const fileName = (): string => `org-chart-${today()}`;

/** Draws everything that is open, also what is out of sight, and saves it. */
export function savePicture(layout: Layout): void {
  const { x, y, width, height } = layout.bounds;
  const whole = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  const holder = document.createElement('div');
  holder.className = 'unseen';
  holder.setAttribute('aria-hidden', 'true');
  document.body.append(holder);
  try {
    render(
      <svg class="org-svg" viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}>
        <title>{say('Org chart')}</title>
        <rect class="org-paper" {...whole} />
        <Drawing layout={layout} part={whole} detail="all" active={undefined} found={undefined} />
      </svg>,
      holder,
    );
    saveSvg(holder.querySelector('svg')!, fileName());
  } finally {
    render(null, holder);
    holder.remove();
  }
}

const cell = (value: string | number): string => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns how many people are in it. */
export function saveTable(items: readonly Item[]): number {
  const head = ['id', 'name', 'title', 'manager', 'level', 'direct reports', 'all reports'];
  const rows = items
    .filter(({ kind }) => kind === 'person')
    .map(({ node: { id, name, title, manager, level, direct, all } }) => [
      id,
      name,
      title,
      manager?.name ?? '',
      level,
      direct,
      all,
    ]);
  const text = [head, ...rows].map((cells) => cells.map(cell).join(',')).join('\r\n');
  download(`${fileName()}.csv`, new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv' }));
  return rows.length;
}
