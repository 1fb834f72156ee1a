import createClient from 'openapi-fetch';
import type { MakeCalls, Outcome } from './calls.ts';
import type { paths } from './generated/openapi-typescript.ts';

const outcome = ({ data, error, response }: { data?: unknown; error?: unknown; response: Response }): Outcome => ({
  status: response.status,
  body: error ?? data,
});

export const calls: MakeCalls = (url, token) => {
  const headers = { Authorization: `Bearer ${token}` };
  const client = createClient<paths, 'application/json'>({ baseUrl: `${url}/api`, headers });
  return {
    list: async (query) => outcome(await client.GET('/v1/employees', { params: { query } })),
    get: async (id) => outcome(await client.GET('/v1/employees/{item_id}', { params: { path: { item_id: id } } })),
    aggregate: async (query) => outcome(await client.GET('/v1/aggregate/employees', { params: { query } })),
    insight: async (query) => outcome(await client.GET('/v1/insights/headcount', { params: { query } })),
    create: async (body) => outcome(await client.POST('/v1/leave', { body })),
  };
};
