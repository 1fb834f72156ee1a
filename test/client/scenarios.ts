// One table of scenarios, for our client and for those that other tools generate from openapi.json: list, get and
// create, and every error that a client can cause.

import type { Given } from '../access/tokens.ts';
import type { ServiceOptions } from '../harness/service.ts';
import { type Adapter, type Leave, type Organization, type Outcome, type ResourceName, resources } from './calls.ts';

/** The services that the scenarios need: the usual one, one without a token, one with named tokens, and ones at their
 * limits. */
export const circumstances = {
  usual: {},
  readOnly: { token: undefined },
  named: {},
  limited: { parts: { limits: { inFlight: 100, perMinute: 1 } } },
  busy: { parts: { limits: { inFlight: 0, perMinute: undefined } } },
} as const satisfies Record<string, ServiceOptions>;

export type Scenario = {
  name: string;
  at?: keyof typeof circumstances;
  token?: string;
  /** The rights of a named token, which is sent instead. */
  with?: Given;
  run(client: Adapter): Promise<Outcome>;
  status: number;
  code?: string;
  faultsAt?: string[];
  /** What a client that checks what it sends may find, so that nothing is sent. */
  notSent?: string[];
  /** Whether the answer is right. */
  data?: (data: any) => boolean;
};

const leave = (more: Partial<Leave> = {}): Leave => ({ employee_id: 7, leave_type: 'annual', ...more });
const every = (holds: (record: any) => boolean) => (page: any) => page.data.length > 0 && page.data.every(holds);

let slugs = 0;
const organization = (): Organization => ({ name: 'Harbour Foods', slug: `harbour-${Date.now()}-${++slugs}` });

const isPart = (record: object) => Object.keys(record).join() === 'id';

/** Answers that lack required fields, which strict clients have to understand too. */
const parts = (Object.keys(resources) as ResourceName[]).flatMap((resource): Scenario[] => [
  {
    name: `${resource} with one field`,
    run: (client) => client.listParts(resource, 'id'),
    status: 200,
    data: every(isPart),
  },
  {
    name: `one of ${resource} with one field`,
    run: (client) => client.getPart(resource, 1, 'id'),
    status: 200,
    data: (record) => isPart(record) && record.id === 1,
  },
]);

export const scenarios: Scenario[] = [
  ...parts,
  {
    name: 'a list',
    run: (client) => client.listEmployees({}),
    status: 200,
    data: ({ data, meta }) => data.length === 50 && meta.total > 50 && meta.limit === 50 && data[0].id === 1,
  },
  {
    name: 'a page of a list',
    run: (client) => client.listEmployees({ limit: 3, offset: 4 }),
    status: 200,
    data: ({ data, meta }) => data.map(({ id }: any) => id).join() === '5,6,7' && meta.offset === 4,
  },
  {
    name: 'a filter',
    run: (client) => client.listEmployees({ status: ['terminated'] }),
    status: 200,
    data: every(({ status }) => status === 'terminated'),
  },
  {
    name: 'a filter with several values',
    run: (client) => client.listEmployees({ dept_id: [1, 2], limit: 200 }),
    status: 200,
    data: (page) =>
      every(({ dept_id }) => dept_id < 3)(page) && new Set(page.data.map((e: any) => e.dept_id)).size === 2,
  },
  {
    name: 'a filter for what is missing',
    run: (client) => client.listManagers(),
    status: 200,
    data: every(({ manager_id }) => manager_id === null),
  },
  {
    name: 'ranges',
    run: (client) =>
      client.listEmployees({
        'date_of_joining[gte]': '2020-01-01',
        'date_of_joining[lt]': '2022-01-01',
        'base_salary[gt]': 50_000,
      }),
    status: 200,
    data: every(({ date_of_joining: day, base_salary }) => day >= '2020' && day < '2022' && base_salary > 50_000),
  },
  {
    name: 'a filter for all others',
    run: (client) => client.listEmployees({ 'status[ne]': ['active', 'on_leave'] }),
    status: 200,
    data: every(({ status }) => status !== 'active' && status !== 'on_leave'),
  },
  {
    name: 'a range that finds missing values too',
    run: (client) => client.listEmployees({ 'termination_date[gte_or_null]': '2026-01-01', limit: 200 }),
    status: 200,
    data: (page) =>
      every(({ termination_date: day }) => day === null || day >= '2026')(page) &&
      page.data.some(({ termination_date: day }: any) => day === null),
  },
  {
    name: 'filters behind references',
    run: (client) =>
      client.listEmployees({ 'dept_id.name': ['Engineering'], 'manager_id.branch[ne]': ['London'], limit: 200 }),
    status: 200,
    data: (page) => every(({ dept_id }) => dept_id === page.data[0].dept_id)(page) && page.meta.total < 200,
  },
  {
    name: 'another order',
    run: (client) => client.listEmployees({ sort: '-date_of_joining', limit: 9 }),
    status: 200,
    data: ({ data }) =>
      data.every((each: any, i: number) => i === 0 || each.date_of_joining <= data[i - 1].date_of_joining),
  },
  {
    name: 'a search',
    run: (client) => client.listEmployees({ q: 'ENGINEER senior' }),
    status: 200,
    data: every((record) => /engineer/i.test(JSON.stringify(record)) && /senior/i.test(JSON.stringify(record))),
  },
  {
    name: 'a search that finds nothing',
    run: (client) => client.listEmployees({ q: 'ö&=#+ %5B' }),
    status: 200,
    data: ({ data, meta }) => data.length === 0 && meta.total === 0,
  },
  {
    name: 'one record',
    run: (client) => client.getEmployee(7),
    status: 200,
    data: ({ id, status }) => id === 7 && status,
  },
  {
    name: 'a create',
    run: (client) => client.createLeave(leave({ from_date: '2026-12-21', to_date: '2026-12-23', reason: 'Ünïcödé' })),
    status: 201,
    data: ({ id, status, reason }) => id > 0 && status === 'pending' && reason === 'Ünïcödé',
  },
  {
    name: 'a create that is read again',
    run: async (client) => {
      const { data } = await client.createOrganization(organization(), `key-${Math.random()}`);
      return client.getOrganization(data!.id!);
    },
    status: 200,
    data: ({ name, timezone }) => name === 'Harbour Foods' && timezone === 'UTC',
  },
  {
    name: 'a create that is sent again',
    run: async (client) => {
      const [body, key] = [organization(), `key-${Math.random()}`];
      const first = await client.createOrganization(body, key);
      const second = await client.createOrganization(body, key);
      return { ...second, data: [first.data, second.data] };
    },
    status: 201,
    data: ([first, second]) => first.id === second.id && JSON.stringify(first) === JSON.stringify(second),
  },
  {
    name: 'invalid parameters',
    run: (client) => client.listEmployees({ limit: 500, offset: -1, 'date_of_joining[gte]': 'soon' }),
    status: 422,
    code: 'invalid_parameters',
    faultsAt: ['query.limit', 'query.offset', 'query.date_of_joining[gte]'],
  },
  {
    name: 'a record that is not there',
    run: (client) => client.getEmployee(999_999_999),
    status: 404,
    code: 'not_found',
  },
  {
    name: 'an address that is too long',
    run: (client) => client.listEmployees({ q: 'x'.repeat(33_000) }),
    status: 414,
    code: 'uri_too_long',
  },
  {
    name: 'a create without a right token',
    token: 'not-the-token',
    run: (client) => client.createLeave(leave()),
    status: 401,
    code: 'unauthorized',
  },
  {
    name: 'a create with a token that may read only',
    at: 'named',
    with: { read: 'all' },
    run: (client) => client.createLeave(leave()),
    status: 403,
    code: 'forbidden',
  },
  {
    name: 'a create with a token that may',
    at: 'named',
    with: { create: ['leave'] },
    run: (client) => client.createLeave(leave()),
    status: 201,
  },
  {
    name: 'an invalid create',
    run: (client) => client.createLeave(leave({ employee_id: 999_999_999, from_date: '2026-02-30', leave_type: ' ' })),
    status: 422,
    code: 'validation_error',
    faultsAt: ['body.leave_type', 'body.from_date', 'body.employee_id'],
    notSent: ['body.leave_type', 'body.from_date'],
  },
  {
    name: 'a key that was used for another create',
    run: async (client) => {
      const key = `key-${Math.random()}`;
      await client.createOrganization(organization(), key);
      return client.createOrganization(organization(), key);
    },
    status: 422,
    code: 'idempotency_conflict',
  },
  {
    name: 'a create that is too large',
    run: (client) => client.createLeave(leave({ reason: 'x'.repeat(2 ** 21) })),
    status: 413,
    code: 'payload_too_large',
    notSent: ['body.reason'],
  },
  {
    name: 'a create where nothing can be created',
    at: 'readOnly',
    run: (client) => client.createLeave(leave()),
    status: 503,
    code: 'writes_disabled',
  },
  { name: 'a read where nothing can be created', at: 'readOnly', run: (client) => client.getEmployee(1), status: 200 },
  {
    name: 'more requests than are allowed',
    at: 'limited',
    run: async (client) => {
      await client.getEmployee(1);
      return client.getEmployee(1);
    },
    status: 429,
    code: 'rate_limited',
  },
  {
    name: 'a read while there is too much to do',
    at: 'busy',
    run: (client) => client.listEmployees({}),
    status: 503,
    code: 'unavailable',
  },
  {
    name: 'a create while there is too much to do',
    at: 'busy',
    run: (client) => client.createLeave(leave()),
    status: 503,
    code: 'unavailable',
  },
];

/** Of the changes feed, which the adapters of generated clients do not call. */
export const changesScenarios: Scenario[] = [
  {
    name: 'the end of the changes',
    run: (client) => client.listChanges!('now'),
    status: 200,
    data: ({ data, meta }) => data.length === 0 && meta.up_to_date,
  },
  {
    name: 'a place in the changes that is not known',
    run: (client) => client.listChanges!('banana'),
    status: 410,
    code: 'cursor_gone',
  },
];
