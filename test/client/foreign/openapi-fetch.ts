// The adapter of the scenario table for openapi-typescript and openapi-fetch.
import createClient from 'openapi-fetch';
import { type ErrorBody, type MakeAdapter, type Outcome, refused } from '../calls.ts';
import type { paths } from './generated/openapi-typescript.ts';

type Result<Data> = { data?: Data; error?: ErrorBody; response: Response };

const outcome = <Data>({ data, error, response }: Result<Data>): Outcome<Data> =>
  error ? refused(response.status, error) : { status: response.status, data: data! };

export const adapter: MakeAdapter = (url, token) => {
  const client = createClient<paths, 'application/json'>({
    baseUrl: `${url}/api`,
    headers: { Authorization: `Bearer ${token}` },
  });
  return {
    listEmployees: async (query) => outcome(await client.GET('/v1/employees', { params: { query } })),
    listManagers: async () =>
      outcome(await client.GET('/v1/employees', { params: { query: { manager_id: ['null'] } } })),
    getEmployee: async (id) =>
      outcome(await client.GET('/v1/employees/{item_id}', { params: { path: { item_id: String(id) } } })),
    getOrganization: async (id) =>
      outcome(await client.GET('/v1/organizations/{item_id}', { params: { path: { item_id: String(id) } } })),
    createLeave: async (body) => outcome(await client.POST('/v1/leave', { body })),
    createOrganization: async (body, key) =>
      outcome(await client.POST('/v1/organizations', { body, params: { header: { 'Idempotency-Key': key } } })),
  };
};
