import type { MakeCalls, Outcome } from './calls.ts';
import { type Aggregates, Api, type HttpResponse, type Insight } from './generated/swagger-typescript-api.ts';

async function outcome<Data>(call: Promise<HttpResponse<Data, unknown>>): Promise<Outcome & { body: Data }> {
  const { status, data, error } = await call.catch((thrown) => thrown);
  return { status, body: error ?? data };
}

export const calls: MakeCalls = (url, token) => {
  const headers = { Authorization: `Bearer ${token}` };
  const { v1 } = new Api({ baseUrl: `${url}/api`, baseApiParams: { headers } });
  return {
    list: (query) => outcome(v1.listEmployees(query)),
    get: (id) => outcome(v1.getEmployee(id)),
    // Their types have to be known: a reference to a response would be read as no body.
    aggregate: (query) => outcome<Aggregates>(v1.aggregateEmployees(query)),
    insight: (query) => outcome<Insight>(v1.insightHeadcount(query)),
    create: (body) => outcome(v1.createLeaveRequest(body)),
  };
};
