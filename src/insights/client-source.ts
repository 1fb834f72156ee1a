// The TypeScript source of the part of the typed client that is derived from the metrics: what each may be asked, and
// what it answers. scripts/generate.ts writes the file.
import type { Catalogue } from '../catalogue/resource.ts';
import { catalogueHas, type Metric } from './metric.ts';
import { resourceOf } from './request.ts';

export function insightSource(metrics: readonly Metric[], catalogue: Catalogue): Record<string, string> {
  const known = metrics.filter((metric) => catalogueHas(catalogue, metric));
  const schemas = known.map((metric) => resourceOf(metric, catalogue).schema);
  const types = [...new Set(schemas.flatMap((name) => [name, `${name}Filters`, `${name}Names`]))].sort();
  const lines = known.flatMap((metric) => [
    doc(metric.meaning),
    `${metric.name.includes('-') ? `'${metric.name}'` : metric.name}: ${shapeOf(metric, resourceOf(metric, catalogue).schema)};`,
  ]);
  return {
    'client/src/insights.ts': `// The metrics, and what may be asked of each. Written by \`npm run generate\`; change src/insights instead.
import type { AnyFigure, Behind, BehindNames, CountFigure, MeasureFigure, RatioFigure } from './insight-types.ts';
import type { ${types.join(', ')} } from './resources.ts';

export type Insights = {
${lines.map((line) => `  ${line}\n`).join('')}};
`,
  };
}

const doc = (text: string): string => `/** ${text.replaceAll('*/', '*\\/')} */`;

function shapeOf(metric: Metric, schema: string): string {
  const { unit, isSeries, groups, through, isWhole } = metric;
  const filters = through === undefined ? `${schema}Filters` : `Behind<${schema}Filters, '${through}'>`;
  const names =
    through === undefined ? `${schema}Names['groups']` : `BehindNames<${schema}Names['groups'], '${through}'>`;
  const parts = {
    unit: `'${unit}'`,
    isSeries: String(isSeries),
    of: schema,
    filters: isWhole ? 'unknown' : filters,
    groups: groups ? 'never' : names,
    always: groups?.map((name) => `'${name}'`).join(' | ') || 'never',
    figures: figuresOf(metric),
  };
  const texts = Object.entries(parts).map(([name, text]) => `${name}: ${text}`);
  return `{ ${texts.join('; ')} }`;
}

const FIGURES = { count: 'CountFigure', ratio: 'RatioFigure', measure: 'MeasureFigure' } as const;

/** Of a metric that answers itself only the names of the figures are known; of one without names, not even these. */
function figuresOf(metric: Metric): string {
  const day = '2026-01-01';
  const known = 'figuresOf' in metric ? metric.figuresOf({ from: day, to: day, partial: false }, day) : {};
  const names = Object.keys(metric.figures);
  if (names.length === 0) return 'Record<string, AnyFigure>';
  const texts = names.map((name) => {
    const kind = known[name]?.kind;
    return `${/^\d/.test(name) ? `'${name}'` : name}: ${kind ? FIGURES[kind] : 'AnyFigure'}`;
  });
  return `{ ${texts.join('; ')} }`;
}
