// The adapter of the scenario table for @hey-api/openapi-ts.
import { type ErrorBody, type MakeAdapter, type Outcome, refused } from '../calls.ts';
import { createClient } from './generated/hey-api/client/index.ts';
import {
  createLeaveRequest,
  createOrganization,
  getEmployee,
  getOrganization,
  listEmployees,
} from './generated/hey-api/sdk.gen.ts';

/** Its errors are of unknown type, because some of the answers that the description states have no body. */
type Result<Data> = { data?: Data; error?: unknown; response?: Response };

function outcome<Data>({ data, error, response }: Result<Data>): Outcome<Data> {
  if (!response) throw error;
  return error ? refused(response.status, error as ErrorBody) : { status: response.status, data: data! };
}

export const adapter: MakeAdapter = (url, token) => {
  const client = createClient({ baseUrl: `${url}/api`, auth: token });
  return {
    listEmployees: async (query) => outcome(await listEmployees({ client, query })),
    listManagers: async () => outcome(await listEmployees({ client, query: { manager_id: ['null'] } })),
    getEmployee: async (id) => outcome(await getEmployee({ client, path: { item_id: String(id) } })),
    getOrganization: async (id) => outcome(await getOrganization({ client, path: { item_id: String(id) } })),
    createLeave: async (body) => outcome(await createLeaveRequest({ client, body })),
    createOrganization: async (body, key) =>
      outcome(await createOrganization({ client, body, headers: { 'Idempotency-Key': key } })),
  };
};
