// The org chart: a part of the tree of the people who are employed today, with the exact sizes of all branches.
import { type Access, mayRead } from '../../access/access.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { BASE } from '../../contract/product.ts';
import { parseAggregateQuery } from '../../contract/request/aggregate-query.ts';
import { endOfDay } from '../../contract/request/days.ts';
import { charts } from '../../org/charts.ts';
import { parseOrgChart } from '../../org/request.ts';
import { partOf, type Tree } from '../../org/tree.ts';
import type { ReadOptions } from '../../store/store.ts';
import { type Context, type Handler, nowIn } from '../context.ts';
import { requireFields } from '../request/auth.ts';
import { checkParameters } from '../request/negotiate.ts';
import { bodyHeaders, withNotes } from '../response/body.ts';
import { viewedRecords, viewOf } from '../response/projection.ts';
import { POSITION, recordHeaders } from '../response/responses.ts';

export const ORG_CHART_PATH = `${BASE}/v1/org-chart`;

const SHOWN = ['first_name', 'last_name', 'designation'] as const;
/** Without these there is no tree of those employed today. */
const NEEDED = ['manager_id', 'date_of_joining', 'termination_date'];

/** `undefined` for a catalogue without employees who have managers. */
export function orgChart(context: Context): Handler | undefined {
  const { catalogue, store } = context;
  const employees = catalogue.find(({ name }) => name === 'employees');
  const jobs = catalogue.find(({ name }) => name === 'jobs');
  if (!employees?.fields.some(({ name, to }) => name === 'manager_id' && to === 'employees')) return undefined;
  const treeFor = charts(store, employees);
  const headers = bodyHeaders(recordHeaders(context.varies));

  /** How many jobs each of them hires for; `undefined` where the caller may not know. */
  async function openRoles(ids: readonly number[], { hidden }: Access, options: ReadOptions) {
    const isKnown = jobs && mayRead({ hidden }, jobs) && !ROLES.some((name) => hidden.jobs?.has(name));
    if (!isKnown || ids.length === 0) return undefined;
    const text = `status=open&group=hiring_manager_id&${ids.map((id) => `hiring_manager_id=${id}`).join('&')}`;
    const { query } = parseAggregateQuery(jobs, text, hidden, 'json');
    const { groups } = await store.aggregate(jobs, { ...query, limit: ids.length }, options);
    return new Map(groups.map(({ keys, values }) => [keys[0], Number(values[0])]));
  }

  /** The records of these people, as the caller sees them. */
  async function recordsOf(ids: readonly number[], { hidden }: Access, options: ReadOptions) {
    const condition = { field: employees!.fields[0]!, operator: 'in', values: ids } as const;
    const query = { terms: [], conditions: [condition], limit: Math.max(1, ids.length), offset: 0 };
    const { items } = await store.list(employees!, query, options);
    const records = viewedRecords(employees!, viewOf(employees!, {}, hidden, context))(decoder.decode(items), {});
    return new Map(records.map((record) => [record.id as number, record]));
  }

  return async (request, location, caller) => {
    const { access } = caller;
    const today = nowIn(context).slice(0, 10);
    const { part, people, key, faults, ignored } = parseOrgChart(employees, location.query, access.hidden, today);
    const notes = checkParameters(request, faults, ignored);
    requireFields(access, 'employees', NEEDED, 'the org chart is');
    const options = { position: request.headers.get(POSITION) ?? undefined, rows: access.rows, asker: caller };
    const hidden = access.hidden.employees ?? NONE;
    const tree = await treeFor({
      key: `${today} ${access.key} ${key}`,
      people,
      hidden,
      options: { ...options, searchPrivate: access.hidden.employees === undefined },
    });
    const numberOf = (name: 'root' | 'to'): number | undefined => {
      const number = part[name] === undefined ? undefined : tree.numberOf.get(part[name]);
      if (part[name] !== undefined && number === undefined) throw nobody(employees, name);
      return number;
    };
    const root = numberOf('root');
    const shown = partOf(tree, { ...part, root, to: numberOf('to') });
    const ids = shown.map((at) => tree.ids[at]!);
    const [records, roles] = await Promise.all([recordsOf(ids, access, options), openRoles(ids, access, options)]);
    const data = shown.map((at) => nodeOf(tree, at, records.get(tree.ids[at]!), roles));
    const { limit, offset } = part;
    const total = (root === undefined ? tree.tops : tree.reportsOf(root)).length;
    return {
      content: JSON.stringify({ data, summary: tree.summary, meta: { total, limit, offset } }),
      headers: withNotes(headers, notes),
      until: endOfDay(Date.now()),
    };
  };
}

const ROLES = ['status', 'hiring_manager_id'];
const NONE: ReadonlySet<string> = new Set();
const decoder = new TextDecoder();

function nodeOf(
  tree: Tree,
  at: number,
  record: DataRecord | undefined,
  roles: Map<unknown, number> | undefined,
): object {
  const above = tree.above[at]!;
  const id = tree.ids[at]!;
  return {
    id,
    ...Object.fromEntries(SHOWN.map((name) => [name, record?.[name] ?? null])),
    reports_to: above < 0 ? null : tree.ids[above],
    place: tree.placeOf(at),
    level: tree.levels[at],
    direct_reports: tree.reportsOf(at).length,
    all_reports: tree.below[at],
    open_roles: roles ? (roles.get(id) ?? 0) : null,
    in_circle: tree.isInCircle[at] === 1,
  };
}

const nobody = (employees: Resource, name: string): Refusal =>
  new Refusal('not_found', `There is no ${employees.one} with the id of ${name} among these people.`);
