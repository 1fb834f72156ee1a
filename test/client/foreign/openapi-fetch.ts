// The adapter of the scenario table for openapi-typescript and openapi-fetch.
import createClient from 'openapi-fetch';
import { type ErrorBody, type MakeAdapter, type Outcome, refused, whole } from '../calls.ts';
import type { components, paths } from './generated/openapi-typescript.ts';

type Schemas = components['schemas'];

type Result<Data> = { data?: Data; error?: ErrorBody; response: Response };

const outcome = <Data>({ data, error, response }: Result<Data>): Outcome<Data> =>
  error ? refused(response.status, error) : { status: response.status, data: data! };

export const adapter: MakeAdapter = (url, token) => {
  const client = createClient<paths, 'application/json'>({
    baseUrl: `${url}/api`,
    headers: { Authorization: `Bearer ${token}` },
  });
  return {
    listEmployees: async (query) =>
      whole<Schemas['EmployeeCollection']>(outcome(await client.GET('/v1/employees', { params: { query } }))),
    listManagers: async () =>
      whole<Schemas['EmployeeCollection']>(
        outcome(await client.GET('/v1/employees', { params: { query: { manager_id: ['null'] } } })),
      ),
    getEmployee: async (id) =>
      whole<Schemas['Employee']>(
        outcome(await client.GET('/v1/employees/{item_id}', { params: { path: { item_id: String(id) } } })),
      ),
    getOrganization: async (id) =>
      whole<Schemas['Organization']>(
        outcome(await client.GET('/v1/organizations/{item_id}', { params: { path: { item_id: String(id) } } })),
      ),
    listParts: async (resource, fields) =>
      outcome<unknown>(await client.GET(`/v1/${resource}`, { params: { query: { fields } } })),
    getPart: async (resource, id, fields) =>
      outcome<unknown>(
        await client.GET(`/v1/${resource}/{item_id}`, { params: { path: { item_id: String(id) }, query: { fields } } }),
      ),
    createLeave: async (body) => outcome(await client.POST('/v1/leave', { body })),
    createOrganization: async (body, key) =>
      outcome(await client.POST('/v1/organizations', { body, params: { header: { 'Idempotency-Key': key } } })),
  };
};
