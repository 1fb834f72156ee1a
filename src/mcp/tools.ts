// The tools for assistants. They send the same requests as any client of the API, so they find the same records and are
// refused the same things.
import type { Catalogue } from '../catalogue/resource.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { CHANGES, IDEMPOTENCY_KEY, Q_LENGTH } from '../contract/limits.ts';
import { describeTool } from './describe-tool.ts';
import { aggregateTool, insightTool } from './group-tools.ts';
import { listTool } from './list-tool.ts';
import {
  addLists,
  brief,
  type FieldLists,
  object,
  type Page,
  projection,
  requestApi,
  type Tool,
  withinSize,
} from './tool.ts';

const SEARCH = { minimum: 1, maximum: 20, default: 5 };

export function tools(catalogue: Catalogue): Readonly<Record<string, Tool>> {
  const names = catalogue.map(({ name }) => name);
  const resource = { type: 'string', enum: names, description: 'Which resource.' };
  const creatable = catalogue.filter((each) => each.creatable).map(({ name }) => name);
  return {
    describe_resources: describeTool(catalogue, resource),
    search_records: search(names),
    list_records: listTool(catalogue, resource),
    aggregate_records: aggregateTool(catalogue, resource),
    get_insight: insightTool(catalogue),
    get_record: get(resource),
    list_changes: changesTool(names),
    create_record: create({ ...resource, enum: creatable }),
  };
}

const resourceList = (names: readonly string[]): Json => ({
  type: 'array',
  items: { type: 'string', enum: names },
  minItems: 1,
  description: 'Which resources; all without it.',
});

function search(names: readonly string[]): Tool<{ q: string; resources?: readonly string[]; limit?: number }> {
  return {
    title: 'Search records',
    about:
      'Finds records by words in their text, in any case; every word must occur. Looks through all resources, or those you name, and gives the first few of each with the exact total. For more of one resource use list_records with the same q.',
    input: object(
      {
        q: { type: 'string', minLength: 1, maxLength: Q_LENGTH, description: 'The words, such as "engineer berlin".' },
        resources: resourceList(names),
        limit: { type: 'integer', ...SEARCH, description: 'How many of each resource.' },
      },
      ['q'],
    ),
    async call({ q, resources: chosen = names, limit = SEARCH.default }, send) {
      const resources = [...new Set(chosen)];
      const query = new URLSearchParams({ q, limit: String(limit) });
      const results = await Promise.all(
        resources.map(async (resource) => {
          const { data, meta } = await requestApi<Page>(send, `${resource}?${query}`);
          const records = data.map((record) => brief(record, false));
          return { resource, total: meta.total, data: withinSize(records, resources.length) };
        }),
      );
      return { results: results.filter(({ total }) => total > 0), searched: resources };
    },
  };
}

function get(resource: Json): Tool<{ resource: string; id: number } & FieldLists> {
  return {
    title: 'Get one record',
    about: 'One record by its id, with all fields that have a value unless you choose some.',
    input: object({ resource, id: { type: 'integer' }, ...projection }, ['resource', 'id']),
    async call({ resource: name, id, ...lists }, send) {
      const query = new URLSearchParams();
      addLists(query, lists);
      return brief(await requestApi(send, `${name}/${id}?${query}`), lists.fields !== undefined);
    },
  };
}

type CreateInput = { readonly resource: string; readonly values: Json; readonly idempotency_key?: string };

function create(resource: Json): Tool<CreateInput> {
  return {
    title: 'Create a record',
    about:
      'Creates one record; the API cannot change or delete it afterwards. describe_resources says what values a resource takes (in_create). When a call may have been lost, send it again with the same idempotency_key: it happens once.',
    input: object(
      {
        resource,
        values: { type: 'object', description: 'The fields of the new record, such as {"name": "Harbour Foods"}.' },
        idempotency_key: { type: 'string', ...IDEMPOTENCY_KEY, description: 'Any text, new for each record.' },
      },
      ['resource', 'values'],
    ),
    writes: true,
    async call({ resource: name, values, idempotency_key: key }, send) {
      const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) };
      return brief(await requestApi(send, name, { method: 'POST', headers, body: JSON.stringify(values) }), false);
    },
  };
}

type Input = {
  readonly after?: string;
  readonly since?: string;
  readonly resources?: readonly string[];
  readonly limit?: number;
};

type Entry = { readonly cursor: string; readonly record: Json | null } & Json;
type ChangesAnswer = {
  readonly data: readonly Entry[];
  readonly meta: { readonly cursor: string; readonly up_to_date: boolean };
};

const LIMIT = { minimum: 1, maximum: 200, default: 50 };
const NOW = 'now';

function changesTool(names: readonly string[]): Tool<Input> {
  return {
    title: 'What has changed since',
    about:
      'What was created, updated and erased since an earlier call, in order. The first call, without after, tells nothing but a cursor for now: keep it. A later call with it in after gives everything since, each with the record as it is now (none where it is erased), and the next cursor. up_to_date says whether that was all; otherwise call again with the new cursor. since begins with a day instead; for records that are new by a date of their own use list_records.',
    input: object({
      after: {
        type: 'string',
        minLength: 1,
        maxLength: CHANGES.cursor,
        description: 'The cursor of an earlier answer; without it, the place that is now the end.',
      },
      since: {
        type: 'string',
        minLength: 1,
        description:
          'Instead of after: a day such as 2026-03-04 or today-7d, or a timestamp, from which on changes are told; all records where the database is younger.',
      },
      resources: resourceList(names),
      limit: { type: 'integer', ...LIMIT, description: 'How many changes at most.' },
    }),
    async call({ after, since, resources = [], limit = LIMIT.default }, send) {
      const query = new URLSearchParams({ limit: String(limit) });
      if (since !== undefined) query.set('since', since);
      if (after !== undefined || since === undefined) query.set('after', after ?? NOW);
      if (resources.length > 0) query.set('resources', resources.join());
      const { data, meta } = await requestApi<ChangesAnswer>(send, `changes?${query}`);
      const shown = withinSize(data.map(changeOf));
      const isCut = shown.length < data.length;
      return {
        changes: shown,
        cursor: isCut ? data[shown.length - 1]!.cursor : meta.cursor,
        up_to_date: meta.up_to_date && !isCut,
      };
    },
  };
}

const changeOf = ({ cursor: _, record, ...entry }: Entry): Json => ({
  ...entry,
  ...(record && { record: brief(record, false) }),
});
