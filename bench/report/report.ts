// Writes the results as Markdown: bars with their targets first, then the machine, then every figure.
import { type Bar, type Figure, passes, type Section, type Unit } from './result.ts';
import type { Stat } from './stats.ts';

export type Results = {
  readonly sections: readonly Section[];
  readonly failures: readonly string[];
  readonly machine: readonly (readonly [string, string])[];
  readonly rounds: string;
  readonly trial: boolean;
};

export function number(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '–';
  if (unit === '/s' || unit === 'MB') return Math.round(value).toLocaleString('en');
  if (unit === 'µs') return value.toFixed(0);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const withUnit = (value: number, unit: Unit) =>
  Number.isNaN(value) ? 'not offered' : `${number(value, unit)}${unit === '×' ? '×' : ` ${unit}`}`;
const spread = ({ min, max }: Stat, unit: Unit) =>
  Number.isNaN(min) ? '' : `${number(min, unit)}–${number(max, unit)}`;
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

export function barLine({ name, value, unit, target, want }: Bar): string[] {
  return [
    name,
    `${want} ${target}${unit === '×' ? '×' : ` ${unit}`}`,
    withUnit(value.median, unit),
    spread(value, unit),
  ];
}

const bars = (section: Section) => section.bars.map((bar) => row(...barLine(bar), passes(bar) ? 'pass' : '**fail**'));

export const figureLine = ({ name, value, unit, note = '' }: Figure): string[] => [
  name,
  withUnit(value.median, unit),
  spread(value, unit),
  note,
];

function details(section: Section): string[] {
  return [
    `## ${section.title}`,
    section.how,
    [
      row('what', 'median', 'spread', ''),
      row('---', '--:', '--:', '---'),
      ...section.figures.map((figure) => row(...figureLine(figure))),
    ].join('\n'),
    ...section.notes,
  ];
}

export function report({ sections, failures, machine, rounds, trial }: Results): string {
  const all = sections.flatMap((section) => section.bars);
  const passed = all.filter(passes).length;
  return `${[
    '# Results of `npm run bench`',
    ...(trial ? ['**A trial, not the whole bench: too short or too small to be compared with the targets.**'] : []),
    `${passed} of ${all.length} bars pass. ${rounds} A ratio is the median of the ratios within each round; the spread is the lowest and the highest.`,
    '![the same figures as a chart](results.svg)',
    [
      row('what', 'target', 'measured', 'spread', ''),
      row('---', '---', '--:', '--:', '---'),
      ...sections.flatMap(bars),
      ...failures.map((failure) => row(failure.replaceAll(/\s+/g, ' '), '', 'not measured', '', '**fail**')),
    ].join('\n'),
    '## Machine',
    machine.map(([name, text]) => `- ${name}: ${text}`).join('\n'),
    ...sections.flatMap(details),
  ].join('\n\n')}\n`;
}
