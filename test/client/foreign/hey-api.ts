// The adapter of the scenario table for @hey-api/openapi-ts.
import { type ErrorBody, type MakeAdapter, type Outcome, readsOf, refused, whole } from '../calls.ts';
import { createClient } from './generated/hey-api/client/index.ts';
import * as calls from './generated/hey-api/sdk.gen.ts';
import type { Employee, EmployeeCollection, Organization } from './generated/hey-api/types.gen.ts';

const { createLeaveRequest, createOrganization, getEmployee, getOrganization, listEmployees } = calls;

/** Its errors are of unknown type, because some of the answers that the description states have no body. */
type Result<Data> = { data?: Data; error?: unknown; response?: Response };

function outcome<Data>({ data, error, response }: Result<Data>): Outcome<Data> {
  if (!response) throw error;
  return error ? refused(response.status, error as ErrorBody) : { status: response.status, data: data! };
}

export const adapter: MakeAdapter = (url, token) => {
  const client = createClient({ baseUrl: `${url}/api`, auth: token });
  return {
    listEmployees: async (query) => whole<EmployeeCollection>(outcome(await listEmployees({ client, query }))),
    listManagers: async () =>
      whole<EmployeeCollection>(outcome(await listEmployees({ client, query: { manager_id: ['null'] } }))),
    getEmployee: async (id) => whole<Employee>(outcome(await getEmployee({ client, path: { item_id: String(id) } }))),
    getOrganization: async (id) =>
      whole<Organization>(outcome(await getOrganization({ client, path: { item_id: String(id) } }))),
    listParts: async (resource, fields) => outcome(await readsOf(calls, resource).list({ client, query: { fields } })),
    getPart: async (resource, id, fields) =>
      outcome(await readsOf(calls, resource).get({ client, path: { item_id: String(id) }, query: { fields } })),
    createLeave: async (body) => outcome(await createLeaveRequest({ client, body })),
    createOrganization: async (body, key) =>
      outcome(await createOrganization({ client, body, headers: { 'Idempotency-Key': key } })),
  };
};
