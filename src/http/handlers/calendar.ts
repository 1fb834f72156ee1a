// The calendar of who is out: approved leave as events of whole days. It says who is away, and never why.
import { kinds } from '../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { CALENDAR_END, CALENDAR_TYPE, calendarStart, NO_EVENTS, wholeDays } from '../../contract/formats/icalendar.ts';
import { parseListQuery } from '../../contract/request/list-query.ts';
import { ignoredAmong, parametersIn } from '../../contract/request/parameters.ts';
import type { HiddenFields } from '../../contract/request/paths.ts';
import { pauses } from '../../fairness/slices.ts';
import { dayAfter } from '../../insights/question.ts';
import type { RecordStream } from '../../store/store.ts';
import { type Context, type Handler, nowIn } from '../context.ts';
import { CALENDAR_KEY, requireFields } from '../request/auth.ts';
import { checkParameters } from '../request/negotiate.ts';
import { bodyHeaders, sendBody } from '../response/body.ts';
import { type View, viewedRecords, viewOf } from '../response/projection.ts';
import { POSITION, recordHeaders } from '../response/responses.ts';
import { type Batches, batchesOf, inPieces } from '../response/streams.ts';

export const WHO_IS_OUT = '/calendar/who-is-out.ics';

/** Leave that ended longer ago is left out, and so is leave that begins later. */
const DAYS_BACK = 31;
const DAYS_AHEAD = 365;

/** The parameters, and the filters of leave that they are. */
const FILTERS: Readonly<Record<string, string>> = {
  branch: 'employee_id.branch',
  dept_id: 'employee_id.dept_id',
  employee_id: 'employee_id',
};
const FIELDS = ['id', 'from_date', 'to_date', 'applied_on', 'employee_id.first_name', 'employee_id.last_name'];
/** Without these there is no calendar. */
const NEEDED = ['status', 'from_date', 'to_date'];

/** The resources behind it. */
export const OUT_OF: readonly string[] = ['leave', 'employees'];

/** `undefined` for a catalogue without leave of employees. */
export function whoIsOut(context: Context): Handler | undefined {
  const leave = context.catalogue.find(({ name }) => name === 'leave');
  const { store, streams } = context;
  if (!leave?.fields.some(({ name, to }) => name === 'employee_id' && to === 'employees')) return undefined;
  return async (request, location, caller) => {
    const { hidden, rows } = caller.access;
    const today = nowIn(context).slice(0, 10);
    const { query, faults, ignored } = parseCalendar(leave, location.query, { hidden, today });
    const notes = checkParameters(request, faults, ignored);
    requireFields(caller.access, 'leave', NEEDED, 'this calendar is');
    const view = viewOf(leave, query, hidden, context);
    const position = request.headers.get(POSITION) ?? undefined;
    const open = async () =>
      events(
        await store.stream(leave, query, { position, rows, asker: caller }),
        viewedRecords(leave, view),
        hidden,
        today,
      );
    const content = await streams.whole(open, caller);
    return sendBody(request, { content, headers: bodyHeaders({ ...headers(view), ...notes }) });
  };
}

function parseCalendar(
  leave: Resource,
  text: string,
  { hidden, today }: { readonly hidden: HiddenFields; readonly today: string },
) {
  const { parameters } = parametersIn(text);
  const isKnown = (name: string) => Object.hasOwn(FILTERS, name);
  const own = [
    ['format', 'ndjson'],
    ['fields', FIELDS.join(',')],
    ['status', 'approved'],
    ['from_date[lt]', dayAfter(today, DAYS_AHEAD + 1)],
    ['to_date[gte_or_null]', dayAfter(today, -DAYS_BACK)],
  ] as const;
  const sent = parameters
    .filter(({ name }) => isKnown(name))
    .map(({ name, value }) => [FILTERS[name]!, value] as const);
  // A private field of the calendar's own filters refuses the whole request; here it would be a fault of parameters
  // that nobody sent.
  const parsed = parseListQuery(leave, queryText([...own, ...sent]), withoutNeeded(hidden));
  return {
    query: parsed.query,
    faults: parsed.faults.map((fault) => asSent(fault)),
    ignored: ignoredAmong(
      parameters,
      (name) => isKnown(name) || name === CALENDAR_KEY,
      () => Object.keys(FILTERS),
    ),
  };
}

const queryText = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

const withoutNeeded = (hidden: HiddenFields): HiddenFields =>
  hidden.leave ? { ...hidden, leave: new Set([...hidden.leave].filter((name) => !NEEDED.includes(name))) } : hidden;

/** With the name of the parameter as the client knows it. */
function asSent(fault: Fault): Fault {
  const [part, filter, ...rest] = fault.loc;
  const [name = filter!] = Object.entries(FILTERS).find(([, each]) => each === filter) ?? [];
  return { ...fault, loc: [part!, name, ...rest] };
}

const headers = ({ varies }: View): Record<string, string> => ({
  ...recordHeaders(varies),
  'Cache-Control': `${varies ? 'private' : 'public'}, max-age=60, stale-while-revalidate=600`,
  'Content-Type': CALENDAR_TYPE,
  'Content-Disposition': 'inline; filename="who-is-out.ics"',
});

const decoder = new TextDecoder();

/** The text of the calendar, some events at a time. */
function events(
  stream: RecordStream,
  read: ReturnType<typeof viewedRecords>,
  hidden: HiddenFields,
  today: string,
): Batches {
  const isNamed =
    !hidden.leave?.has('employee_id') && !['first_name', 'last_name'].some((name) => hidden.employees?.has(name));
  const horizon = dayAfter(today, DAYS_AHEAD);
  async function* parts(): AsyncGenerator<string> {
    const pause = pauses();
    let isEmpty = true;
    yield calendarStart('Who is out');
    for (let batch = await stream.next(); batch; batch = await stream.next())
      for (const record of read(decoder.decode(batch.lines), batch.expanded ?? {})) {
        const event = eventOf(record, isNamed, horizon);
        if (event !== '') yield event;
        isEmpty &&= event === '';
        await pause();
      }
    yield (isEmpty ? NO_EVENTS : '') + CALENDAR_END;
  }
  return batchesOf(inPieces(parts()), stream.close);
}

/** A leave that ends before it begins covers no day, and is no event. */
function eventOf(record: DataRecord, isNamed: boolean, horizon: string): string {
  const [from, to] = [dayOf(record.from_date)!, dayOf(record.to_date)];
  const last = to === undefined || to >= LAST_DAY ? horizon : to;
  if (last < from) return '';
  const name = [record['employee_id.first_name'], record['employee_id.last_name']].filter(Boolean).join(' ').trim();
  return wholeDays({
    uid: `leave-${record.id}@workforce`,
    from,
    until: dayAfter(last, 1),
    stamp: dayOf(record.applied_on) ?? from,
    summary: `${(isNamed && name) || 'Somebody'} away`,
  });
}

/** The day after it has no name. Such an end means that there is none. */
const LAST_DAY = '9999-12-31';

/** The day in UTC of a date or a time. */
const dayOf = (value: DataRecord[string] | undefined): string | undefined =>
  typeof value === 'string' ? kinds.date!.column!(value).slice(0, 10) : undefined;
