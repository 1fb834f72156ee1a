// The aggregate operation of all resources: groups of records with their measures, each with the address of the records
// behind it.
import type { Resource } from '../../catalogue/resource.ts';
import { parseAggregateQuery } from '../../contract/request/aggregate-query.ts';
import { type Context, type Handler, pathOf, variesFor, whenReady } from '../context.ts';
import { acceptedFormat } from '../request/negotiate.ts';
import { checkParameters } from '../request/preferences.ts';
import { aggregateBatches } from '../response/aggregate-export.ts';
import { groupTexts, labelReader, totalsText } from '../response/aggregate-text.ts';
import { bodyHeaders, untilMidnight, withNotes } from '../response/body.ts';
import { listHeaders, POSITION, streamHeaders } from '../response/headers.ts';

export function aggregate(resource: Resource, context: Context): Handler {
  const { store, streams } = context;
  const path = pathOf(resource);
  // Labels may be private, too.
  const reached = [resource, ...resource.fields.flatMap(({ target }) => target ?? [])];
  const varies = reached.map((each) => variesFor(context, each)).find(Boolean) ?? '';
  const answerHeaders = bodyHeaders(listHeaders(varies));
  return (request, location, caller) => {
    const { hidden, rows } = caller.access;
    const accepted = acceptedFormat(request.headers.get('accept'));
    const { query, format, faults, ignored } = parseAggregateQuery(resource, location.query, hidden, accepted);
    const notes = checkParameters(request, faults, ignored);
    const position = request.headers.get(POSITION) ?? undefined;
    const options = { searchPrivate: hidden[resource.name] === undefined, position, rows, asker: caller };
    const labels = labelReader(store, query, hidden, options);
    if (format !== 'json') {
      const name = `${resource.name}-aggregate`;
      const headers = { ...streamHeaders(name, format, varies), ...notes };
      if (request.method === 'HEAD') return new Response(null, { headers });
      const found = async () =>
        aggregateBatches(await store.aggregate(resource, query, options), { name, path, query, format, labels });
      return streams.send(found, headers, caller);
    }
    return whenReady(store.aggregate(resource, query, options), ({ groups, total, totals }) =>
      whenReady(labels(groups), (named) => {
        const { limit, offset } = query;
        const data = groupTexts(path, query, groups, named).join(',');
        return {
          content: `{"data":[${data}],"totals":${totalsText(path, query, totals)},"meta":${JSON.stringify({ total, limit, offset })}}`,
          headers: withNotes(answerHeaders, notes),
          ...untilMidnight(location.query),
        };
      }),
    );
  };
}
