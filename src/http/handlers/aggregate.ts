// The aggregate operation of all resources: groups of records with their measures, each with the address of the records behind it.
import type { Resource } from '../../catalogue/resource.ts';
import { parseAggregateQuery } from '../../contract/request/aggregate-query.ts';
import { type Context, type Handler, pathOf, whenReady } from '../context.ts';
import { acceptedFormat } from '../request/negotiate.ts';
import { checkParameters } from '../request/preferences.ts';
import { aggregateBatches } from '../response/aggregate-export.ts';
import { groupTexts, labelReader, totalsText } from '../response/aggregate-text.ts';
import { bodyHeaders, untilMidnight, withNotes } from '../response/body.ts';
import { listHeaders, POSITION, streamHeaders } from '../response/headers.ts';
import { hiddenFrom } from '../response/projection.ts';

export function aggregate(resource: Resource, context: Context): Handler {
  const { store, streams, privateFields } = context;
  const path = pathOf(resource);
  const [publicHeaders, privateHeaders] = [bodyHeaders(listHeaders(false)), bodyHeaders(listHeaders(true))];
  // Labels may be private, too.
  const isPrivate = [resource, ...resource.fields.flatMap(({ target }) => target ?? [])].some(
    ({ name }) => privateFields[name] !== undefined,
  );
  return (request, location, asker) => {
    const hidden = hiddenFrom(request, context);
    const accepted = acceptedFormat(request.headers.get('accept'));
    const { query, format, faults, ignored } = parseAggregateQuery(resource, location.query, hidden, accepted);
    const notes = checkParameters(request, faults, ignored);
    const position = request.headers.get(POSITION) ?? undefined;
    const options = { searchPrivate: hidden[resource.name] === undefined, position, asker };
    const labels = labelReader(store, query, hidden, options);
    if (format !== 'json') {
      const name = `${resource.name}-aggregate`;
      const headers = { ...streamHeaders(name, format, isPrivate), ...notes };
      if (request.method === 'HEAD') return new Response(null, { headers });
      const found = async () =>
        aggregateBatches(await store.aggregate(resource, query, options), { name, path, query, format, labels });
      return streams.send(found, headers, asker);
    }
    return whenReady(store.aggregate(resource, query, options), ({ groups, total, totals }) =>
      whenReady(labels(groups), (named) => {
        const { limit, offset } = query;
        const data = groupTexts(path, query, groups, named).join(',');
        return {
          content: `{"data":[${data}],"totals":${totalsText(path, query, totals)},"meta":${JSON.stringify({ total, limit, offset })}}`,
          headers: withNotes(isPrivate ? privateHeaders : publicHeaders, notes),
          ...untilMidnight(location.query),
        };
      }),
    );
  };
}
