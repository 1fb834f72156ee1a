// Random questions about the records that there are, from the catalogue of the console.
import type { Field, Resource } from '../../../console/src/data/catalogue.ts';
import type { Question } from './expected.ts';

type Path = { readonly path: string; readonly field: Field };
type Random = () => number;

const UNITS = ['year', 'quarter', 'month', 'week', 'weekday'];
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
const isNumber = ({ kind }: Field): boolean => ['number', 'amount', 'count'].includes(kind);
const isDate = ({ kind }: Field): boolean => kind === 'date';

/** Own fields more often than those behind references. */
function pathsOf(resources: readonly Resource[], { fields }: Resource, random: Random): Path[] {
  const own = fields.map((field) => ({ path: field.name, field }));
  const hop = pick(random, [undefined, undefined, ...fields.filter(({ to }) => to)]);
  const there = resources.find(({ name }) => name === hop?.to)?.fields ?? [];
  return [...own, ...there.map((field) => ({ path: `${hop!.name}.${field.name}`, field }))].filter(
    ({ field }) => field.filter === 'value' && field.kind !== 'json',
  );
}

function groupOf({ path, field }: Path, random: Random): string {
  if (isDate(field)) return random() < 0.9 ? `${pick(random, UNITS)}(${path})` : path;
  if (!isNumber(field) || random() < 0.2) return path;
  return `bin(${path},${pick(random, field.currency ? ['10000', '25000'] : ['1', '2.5', '10'])})`;
}

function measureOf(paths: readonly Path[], random: Random): string {
  const numbers = paths.filter(({ field }) => isNumber(field));
  const dates = paths.filter(({ field }) => isDate(field));
  const kinds = [
    'count',
    'distinct',
    ...(numbers.length ? ['number', 'number'] : []),
    ...(dates.length ? ['date', 'days'] : []),
  ];
  const kind = pick(random, kinds);
  if (kind === 'distinct') return `distinct(${pick(random, paths).path})`;
  if (kind === 'number')
    return `${pick(random, ['sum', 'avg', 'median', 'min', 'max'])}(${pick(random, numbers).path})`;
  if (kind === 'date') return `${pick(random, ['min', 'max'])}(${pick(random, dates).path})`;
  if (kind === 'days')
    return `${pick(random, ['avg', 'median'])}(days(${pick(random, dates).path},${pick(random, dates).path}))`;
  return 'count';
}

const several = <T>(count: number, make: () => T): T[] => [...new Set(Array.from({ length: count }, make))];

/** `valuesOf`: some values of a field that records have. */
export async function randomQuestion(
  resources: readonly Resource[],
  random: Random,
  valuesOf: (resource: Resource, field: Field) => Promise<readonly (string | number | null)[]>,
): Promise<Question> {
  const resource = pick(random, resources);
  const paths = pathsOf(resources, resource, random);
  // Names and keys make a group of each record; they are asked now and then.
  const usual = paths.filter(({ field }) => field.counted || isDate(field) || isNumber(field));
  const groups = several(pick(random, [0, 1, 1, 2, 2, 2, 3]), () =>
    groupOf(pick(random, random() < 0.85 && usual.length > 0 ? usual : paths), random),
  );
  const measures = several(pick(random, [1, 1, 2, 3]), () => measureOf(paths, random));
  const field = pick(random, resource.fields.filter(({ counted }) => counted).concat([undefined!, undefined!]));
  const value = field && pick(random, await valuesOf(resource, field));
  const names = [...groups, ...measures];
  const sort = random() < 0.4 && groups.length > 0 ? `${pick(random, ['', '-'])}${pick(random, names)}` : '';
  return {
    ...{ resource, groups, measures, sort },
    filters: field && value !== undefined ? [`${field.name}=${value}`] : [],
    limit: pick(random, ['', '', '', '7', '200']),
    view: pick(random, ['', '', 'table', 'bars', 'pivot', 'lines']),
  };
}

/** As the API gets it; `more`: of the page. */
export function queryOf({ groups, measures, filters, sort, limit }: Partial<Question>, ...more: string[]): string {
  const parts = [
    ...(groups?.length ? [`group=${groups.join()}`] : []),
    ...(measures?.length ? [`measure=${measures.join()}`] : []),
    ...(filters ?? []).map((each) => each.replace(/=(.*)/, (_, value) => `=${encodeURIComponent(value)}`)),
    ...(sort ? [`sort=${sort}`] : []),
    ...(limit ? [`limit=${limit}`] : []),
    ...more,
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
