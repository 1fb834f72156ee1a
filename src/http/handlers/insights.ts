// The metrics: their list, and the answer of each, with the addresses of the records behind every number.

import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { BASE } from '../../contract/product.ts';
import { endOfDay } from '../../contract/request/days.ts';
import { didYouMean } from '../../contract/words.ts';
import { answerOf } from '../../insights/answer.ts';
import { asked } from '../../insights/asked.ts';
import { insightLimits, type Limits, withinBounds } from '../../insights/bounds.ts';
import { insights as all } from '../../insights/insights.ts';
import { catalogueHas, type Entry, type Metric } from '../../insights/metric.ts';
import { filterSource, groupNames, parseInsight, resourceOf } from '../../insights/request.ts';
import { type Context, type Handler, nowIn } from '../context.ts';
import { acceptedFormat, checkParameters } from '../request/negotiate.ts';
import { labelReader } from '../response/aggregate-text.ts';
import { bodyHeaders, withNotes } from '../response/body.ts';
import { figureTable, insightBatches, insightCsv, insightText } from '../response/insight-text.ts';
import { listHeaders, POSITION, streamHeaders } from '../response/responses.ts';

export const INSIGHTS = `${BASE}/v1/insights`;

/** Those that the catalogue has the resources for. */
export const metricsOf = ({ insights = all, catalogue }: Context): readonly Metric[] =>
  insights.filter((metric) => catalogueHas(catalogue, metric));

export function insightList(context: Context): Handler {
  const data = metricsOf(context).map((metric) => described(metric, context));
  const body = {
    content: JSON.stringify({ data }),
    headers: bodyHeaders(listHeaders(context.read === 'token' ? context.varies : '')),
  };
  return () => body;
}

function described(metric: Metric, { catalogue }: Context): object {
  const { name, title, meaning, formula, unit, figures, edges, cannotSay, isSeries } = metric;
  return {
    ...{ name, title, meaning, formula, unit, figures, edges, cannot_say: cannotSay },
    parameters: [
      ...(isSeries ? ['from', 'to', 'every'] : []),
      ...(metric.groups ? [] : ['group']),
      'limit',
      'offset',
      'format',
    ],
    groups: groupNames(metric, resourceOf(metric, catalogue)),
    filters_of: filterSource(metric) ?? null,
    address: `${INSIGHTS}/${name}`,
  };
}

/** The answers of all metrics, by their addresses. */
export function insights(context: Context): [path: string, handler: Handler, needs: Resource[]][] {
  const limits = insightLimits(context.questionSeconds ?? QUESTION_SECONDS);
  return metricsOf(context).map((metric) => [
    `${INSIGHTS}/${metric.name}`,
    insight(metric, context, limits),
    resourcesRead(metric, context),
  ]);
}

const resourcesRead = ({ of, reads }: Metric, { catalogue }: Context): Resource[] =>
  catalogue.filter(({ name }) => name === of || reads.some((read) => read.startsWith(`${name}.`)));

function insight(metric: Metric, context: Context, limits: Limits): Handler {
  const { store, streams, catalogue, varies } = context;
  const headers = bodyHeaders(listHeaders(varies));
  return async (request, location, caller) => {
    const { hidden, rows } = caller.access;
    const accepted = acceptedFormat(request.headers.get('accept'));
    const parsed = parseInsight(metric, catalogue, location.query, { hidden, accepted, now: nowIn(context) });
    const { question, groupings, format, limit, offset } = parsed;
    const notes = checkParameters(request, parsed.faults, parsed.ignored);
    const options = { position: request.headers.get(POSITION) ?? undefined, rows };
    const page = { limit, offset };
    return withinBounds(question, caller, limits, async (bounds) => {
      const sources = { store, catalogue, options, bounds };
      const { entries, total, excluded, isBrief } = await answerOf(metric, asked(question, sources), page);
      const shown: Entry[] = [];
      for (let at = 0; at < entries.length; at++) {
        shown.push(entries.at(at)!);
        await bounds.pause();
      }
      const groups = { groups: groupings, terms: [], conditions: [], measures: [], sort: [], ...page };
      const grouped = shown.filter(({ keys }) => keys.length > 0).map(({ keys }) => ({ keys, values: [] }));
      const labels = await labelReader(store, groups, hidden, { ...options, asker: bounds.asker })(grouped);
      const part = { metric, question, groupings, labels, entries: shown, excluded };
      if (format !== 'json') {
        const sent = { ...streamHeaders(metric.name, format, varies), ...notes };
        if (request.method === 'HEAD') return new Response(null, { headers: sent });
        const table = await figureTable(part, bounds.pause);
        if (format === 'csv') return new Response(await insightCsv(table, bounds.pause), { headers: sent });
        const workbook = await streams.whole(async () => insightBatches(metric.name, table), bounds.asker);
        return new Response(workbook, { headers: sent });
      }
      // The answer depends on the day, too.
      return {
        content: insightText(part, { total, ...page }),
        headers: withNotes(headers, notes),
        until: isBrief ? 0 : endOfDay(Date.parse(question.now)),
        isDear: true,
      };
    });
  };
}

/** Without another setting. */
const QUESTION_SECONDS = 10;

export function noInsight(context: Context): Handler {
  const names = metricsOf(context).map(({ name }) => name);
  return (_, { segment }) => {
    const meant = segment.length <= 64 ? didYouMean(segment, names) : '';
    throw new Refusal('not_found', `There is no such insight${meant}; GET ${INSIGHTS} lists them.`);
  };
}
