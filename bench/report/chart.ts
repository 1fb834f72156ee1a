// Draws the results as SVG: a group of figures for each section, to the scale of its largest.
import { number } from './report.ts';
import type { Figure, Section } from './result.ts';

const WIDTH = 980;
const LABEL = 390;
const FULL = 420;
const ROW = 22;
const OURS = '#1d4ed8';
const OTHERS = '#9ca3af';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const other = ({ name }: Figure) => /^(static|bare|Fastify|FastAPI|json-server)/.test(name);

function row(figure: Figure, y: number, longest: number): string {
  const { name, value, unit } = figure;
  const x = (amount: number) => (LABEL + (amount / longest) * FULL).toFixed(1);
  const middle = y + 7;
  return [
    `<text x="${LABEL - 10}" y="${y + 12}" text-anchor="end">${escaped(name)}</text>`,
    `<rect x="${LABEL}" y="${y}" width="${((value.median / longest) * FULL).toFixed(1)}" height="14" rx="2" fill="${other(figure) ? OTHERS : OURS}"/>`,
    `<path d="M${x(value.min)} ${middle}H${x(value.max)}" stroke="#111827"/>`,
    `<text x="${Number(x(Math.max(value.median, value.max))) + 8}" y="${y + 12}">${number(value.median, unit)} ${unit}</text>`,
  ].join('\n');
}

/** Figures of one section with the same unit, which share a scale. */
function groups({ title, figures }: Section): { title: string; figures: Figure[] }[] {
  const units = [...new Set(figures.map(({ unit }) => unit))];
  return units.map((unit) => ({ title: `${title} (${unit})`, figures: figures.filter((each) => each.unit === unit) }));
}

export function chart(sections: readonly Section[], caption: string): string {
  let y = 78;
  const parts: string[] = [];
  for (const { title, figures } of sections.flatMap(groups)) {
    parts.push(`<text x="20" y="${y}" font-weight="600">${escaped(title)}</text>`);
    y += 14;
    const longest = Math.max(...figures.map(({ value }) => value.max));
    for (const figure of figures) {
      parts.push(row(figure, y, longest));
      y += ROW;
    }
    y += 26;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" font-family="system-ui, sans-serif" font-size="13" fill="#111827">
<title>Medians and spreads of npm run bench</title>
<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>
<text x="20" y="26" font-size="17" font-weight="600">npm run bench: medians, and the spread as a line</text>
<text x="20" y="44" fill="#4b5563">${escaped(caption)}</text>
${parts.join('\n')}
</svg>
`;
}
