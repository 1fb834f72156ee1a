// A chart with what belongs to it: its name for screen readers, the same figures as a table, and saving it as a
// picture.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { say } from '../../words/say.ts';
import { Icon } from '../icon.tsx';
import { Menu } from '../menu.tsx';
import { savePng, saveSvg } from './save.ts';

/** A figure in the table below a chart: its text, and the list of the records behind it. */
export type Figure = { readonly text: string; readonly href?: string | undefined };
export type FigureTable = { readonly head: readonly string[]; readonly rows: readonly (readonly Figure[])[] };

type Props = {
  /** What the chart shows, in a sentence. */
  name: string;
  table: FigureTable;
  children: ComponentChildren;
  /** Small ones on an overview have no tools. */
  isBare?: boolean;
};

export function ChartFigure({ name, table, children, isBare }: Props) {
  const figure = useRef<HTMLElement>(null);
  const [isTable, setTable] = useState(false);
  const svg = () => figure.current!.querySelector<SVGSVGElement>('svg.chart');
  const fileName = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  return (
    <figure
      ref={figure}
      class="chart-figure"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        setTable(!isTable);
      }}
    >
      <div class={isTable ? 'gone' : ''}>{children}</div>
      {isTable && <FigureRows table={table} name={name} />}
      <div class={`chart-tools ${isBare ? 'quiet' : ''}`}>
        <button
          type="button"
          class="button bare"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
          title={say('Figures as a table (t)')}
        >
          <Icon name="table" />
          <span>{say(isTable ? 'Chart' : 'Table')}</span>
        </button>
        <Menu
          label={
            <>
              <Icon name="download" />
              <span>{say('Save')}</span>
            </>
          }
          name={say('Save the chart')}
          class="button bare"
        >
          {(close) => (
            <>
              <button
                type="button"
                disabled={isTable}
                onClick={() => {
                  close();
                  const element = svg();
                  if (element) saveSvg(element, fileName);
                }}
              >
                SVG
              </button>
              <button
                type="button"
                disabled={isTable}
                onClick={() => {
                  close();
                  const element = svg();
                  if (element) void savePng(element, fileName);
                }}
              >
                PNG
              </button>
            </>
          )}
        </Menu>
      </div>
    </figure>
  );
}

export const FigureRows = ({ table: { head, rows }, name }: { table: FigureTable; name: string }) => (
  <div class="figure-rows" tabIndex={0} role="region" aria-label={name}>
    <table>
      <thead>
        <tr>
          {head.map((each, index) => (
            <th key={each} scope="col" class={index > 0 ? 'number' : ''}>
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]!.text}>
            {cells.map(({ text, href }, index) =>
              index === 0 ? (
                <th key={head[index]} scope="row">
                  {href ? <a href={href}>{text}</a> : text}
                </th>
              ) : (
                <td key={head[index]} class="number">
                  {href ? <a href={href}>{text}</a> : text}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
