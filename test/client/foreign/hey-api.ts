import type { MakeCalls, Outcome } from './calls.ts';
import { createClient } from './generated/hey-api/client/index.ts';
import {
  aggregateEmployees,
  createLeaveRequest,
  getEmployee,
  insightHeadcount,
  listEmployees,
} from './generated/hey-api/sdk.gen.ts';

function outcome({ data, error, response }: { data?: unknown; error?: unknown; response?: Response }): Outcome {
  if (!response) throw error;
  return { status: response.status, body: error ?? data };
}

export const calls: MakeCalls = (url, token) => {
  const client = createClient({ baseUrl: `${url}/api`, auth: token });
  return {
    list: async (query) => outcome(await listEmployees({ client, query })),
    get: async (id) => outcome(await getEmployee({ client, path: { item_id: id } })),
    aggregate: async (query) => outcome(await aggregateEmployees({ client, query })),
    insight: async (query) => outcome(await insightHeadcount({ client, query })),
    create: async (body) => outcome(await createLeaveRequest({ client, body })),
  };
};
