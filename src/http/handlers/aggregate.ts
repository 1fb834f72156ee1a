// The aggregate operation of all resources: groups of records with their measures, each with the address of the records
// behind it. CSV, JSON lines and workbooks are made a batch at a time.
import type { Value } from '../../catalogue/kinds.ts';
import { type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { bucketOf } from '../../contract/aggregate/buckets.ts';
import { isDays, type Measure } from '../../contract/aggregate/grouping.ts';
import { csvLine } from '../../contract/formats/csv.ts';
import { type SheetColumn, sheetColumn, textColumn, xlsxBytes } from '../../contract/formats/xlsx/workbook.ts';
import { type AggregateQuery, parseAggregateQuery } from '../../contract/request/aggregate-query.ts';
import { rowsAddress } from '../../contract/request/canonical-query.ts';
import { referringTo } from '../../contract/request/conditions.ts';
import type { Format } from '../../contract/request/list-query.ts';
import type { Aggregates, AnsweredGroup } from '../../store/shared/aggregate/finish.ts';
import { type Context, type Handler, pathOf, variesFor, whenReady } from '../context.ts';
import { acceptedFormat, checkParameters } from '../request/negotiate.ts';
import {
  groupCells,
  groupColumns,
  groupTexts,
  inBatches,
  type LabelReader,
  labelReader,
  totalsText,
} from '../response/aggregate-text.ts';
import { bodyHeaders, untilMidnight, withNotes } from '../response/body.ts';
import { listHeaders, POSITION, streamHeaders } from '../response/responses.ts';
import { type Batches, batchesOf } from '../response/streams.ts';

export function aggregate(resource: Resource, context: Context): Handler {
  const { store, streams } = context;
  const path = pathOf(resource);
  // Labels may be private, too.
  const reachedFrom = (each: Resource): Resource[] => [each, ...referencesOf(each).map(({ target }) => target)];
  const variesOver = (resources: readonly Resource[]): string =>
    resources
      .flatMap(reachedFrom)
      .map((each) => variesFor(context, each))
      .find(Boolean) ?? '';
  const usual = variesOver([resource]);
  const usualHeaders = bodyHeaders(listHeaders(usual));
  return (request, location, caller) => {
    const { hidden, rows } = caller.access;
    const accepted = acceptedFormat(request.headers.get('accept'));
    const { query, format, faults, ignored } = parseAggregateQuery(resource, location.query, hidden, accepted);
    const notes = checkParameters(request, faults, ignored);
    const varies = usual || variesOver(referringTo(query.conditions));
    const answerHeaders = varies === usual ? usualHeaders : bodyHeaders(listHeaders(varies));
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

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const BATCH = 200;

type Options = {
  /** The name of the table. */
  readonly name: string;
  readonly path: string;
  readonly query: AggregateQuery;
  readonly format: Exclude<Format, 'json'>;
  readonly labels: LabelReader;
};

function aggregateBatches({ groups }: Aggregates, options: Options): Batches {
  const { name, query, format } = options;
  const pieces =
    format === 'xlsx'
      ? xlsxBytes({ name, columns: columnsOf(query) }, rowsOf(groups, options))
      : linesOf(groups, options);
  return batchesOf(pieces);
}

async function* linesOf(groups: readonly AnsweredGroup[], options: Options): AsyncGenerator<Bytes, undefined> {
  const { path, query, format, labels } = options;
  if (format === 'csv') {
    yield encoder.encode(csvLine(columnsOf(query).map(({ name }) => name)));
    for await (const rows of rowsOf(groups, options)) yield encoder.encode(rows.map(csvLine).join(''));
    return;
  }
  for (const batch of inBatches(groups, BATCH))
    yield encoder.encode(
      groupTexts(path, query, batch, await labels(batch))
        .map((line) => `${line}\n`)
        .join(''),
    );
}

const columnsOf = ({ groups, measures }: AggregateQuery): SheetColumn[] => [
  ...groupColumns(groups),
  ...measures.map((measure) => sheetColumn(measure.name, dateOf(measure))),
  textColumn('rows'),
];

/** The first or last of some dates is one, too. */
const dateOf = (measure: Measure): Field | undefined =>
  (measure.function === 'min' || measure.function === 'max') && !isDays(measure.of) ? measure.of.field : undefined;

async function* rowsOf(groups: readonly AnsweredGroup[], { path, query, labels }: Options): AsyncGenerator<Value[][]> {
  const buckets = query.groups.map(bucketOf);
  for (const batch of inBatches(groups, BATCH)) {
    const named = await labels(batch);
    yield batch.map(({ keys, values }) => [
      ...groupCells(keys, query.groups, buckets, named),
      ...values,
      rowsAddress(path, query, keys),
    ]);
  }
}
