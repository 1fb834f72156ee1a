// The options of each metric on the command line: the filters of its resource, or fewer, and the options that have a
// meaning for it.
import { catalogue } from '../../catalogue/catalogue.ts';
import { insights } from '../../insights/insights.ts';
import { catalogueHas, type Metric } from '../../insights/metric.ts';
import type { Subject } from './command.ts';
import { optionsOf, resourceNamed } from './resource-options.ts';

export const metrics = insights.filter((metric) => catalogueHas(catalogue, metric));
export const metricNames = metrics.map(({ name }) => name);

export const metricNamed = (name: string): Metric | undefined => metrics.find((each) => each.name === name);

export function metricSubject(name: string): Subject | undefined {
  const metric = metricNamed(name);
  if (!metric) return undefined;
  const { of, through } = metric;
  return {
    resource: resourceNamed(of),
    ...(through !== undefined && { through }),
    about: aboutMetric(metric),
    refusal: (option, isFilter) => (isFilter ? filterRefusal(metric, option) : optionRefusal(metric, option)),
  };
}

function optionRefusal({ name, isSeries, groups }: Metric, option: string): string | undefined {
  if (!isSeries && ['from', 'to', 'every'].includes(option)) return `${name} is about today, and takes no --${option}`;
  if (!groups || option !== 'group') return undefined;
  return `${name} ${groups.length > 0 ? `is always by ${groups.join(', ')}` : 'has no groups'}, and takes no --group`;
}

function filterRefusal({ name, of, through, isWhole }: Metric, option: string): string | undefined {
  if (isWhole) return `${name} is about all ${of}, and takes no filters such as --${option}`;
  if (through === undefined || option.startsWith(`${through}.`)) return undefined;
  const behind = `${through}.${option}`;
  const meant = Object.hasOwn(optionsOf(resourceNamed(of), 'filters'), behind) ? ` (did you mean --${behind}?)` : '';
  return `${name} takes only filters behind --${through}, no --${option}${meant}`;
}

/** For the help. */
const aboutMetric = ({ title, meaning, formula, edges, cannotSay, figures }: Metric): string =>
  [
    `${title}: ${meaning}`,
    `Formula: ${formula}.`,
    ...Object.entries(figures).map(([name, { unit, meaning: what }]) => `Figure ${name} (${unit}): ${what}`),
    ...edges,
    ...cannotSay.map((text) => `It cannot say: ${text}`),
  ].join('\n');
