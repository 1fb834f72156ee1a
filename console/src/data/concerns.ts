// Which changes concern which question.
import { catalogue, resourceNamed } from './catalogue.ts';
import { parseQuery } from './query.ts';

type Subject = { readonly resource: string; readonly id: number };

/** Whether the answer to a path of the API may be another one after these changes. `data`: the answer so far. */
export function isConcerned(path: string, changes: readonly Subject[], data?: unknown): boolean {
  const [place = '', search = ''] = path.split(/\?(.*)/s);
  const [first = '', second] = place.split('/');
  // Every create, and every erasure.
  if (first === 'totals') return changes.length > 0;
  const isMetric = first === 'insights';
  const isRecord = second !== undefined && !isMetric && first !== 'aggregate';
  const read =
    first === 'org-chart'
      ? ['employees', 'jobs']
      : isMetric
        ? (catalogue.value.insights.find(({ name }) => name === second)?.resources ?? [])
        : [first === 'aggregate' ? second : first];
  const query = parseQuery(search)
    .map((pair) => pair.join('='))
    .join('&');
  const references = (resourceNamed(read[0] ?? '')?.fields ?? []).filter(
    ({ name, to }) => to && asksBehind(name).test(query),
  );
  const record = data as Readonly<Record<string, unknown>> | undefined;
  return changes.some(({ resource, id }) =>
    // Of the resources of a record and of those behind its references, one record matters each.
    isRecord
      ? (resource === first && id === Number(second)) ||
        references.some(({ name, to }) => to === resource && record?.[name] === id)
      : read.includes(resource) || references.some(({ to }) => to === resource),
  );
}

/** Whether a query asks more of a reference than the id: fields behind it, the record, or its label. */
const asksBehind = (name: string): RegExp => new RegExp(`\\b${name}\\.|\\b(expand|group)=[^&]*\\b${name}\\b`);
