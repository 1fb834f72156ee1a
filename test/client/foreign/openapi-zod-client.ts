// The adapter of the scenario table for openapi-zod-client, which checks all answers with zod.
import { isAxiosError } from 'axios';
import type { z } from 'zod';
import { type MakeAdapter, type Outcome, readsOf, refused, whole } from '../calls.ts';
import type { schemas } from './generated/openapi-zod-client.ts';
import { workforce } from './generated/zodios.ts';

async function outcome<Data>(status: number, call: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { status, data: await call };
  } catch (error) {
    if (!isAxiosError(error) || !error.response) throw error;
    return refused(error.response.status, error.response.data);
  }
}

export const adapter: MakeAdapter = (url, token) => {
  const client = workforce(url, token);
  const one = (id: number) => ({ params: { item_id: String(id) } });
  type Page = z.infer<typeof schemas.EmployeeCollection>;
  return {
    listEmployees: async (queries) => whole<Page>(await outcome(200, client.listEmployees({ queries }))),
    listManagers: async () =>
      whole<Page>(await outcome(200, client.listEmployees({ queries: { manager_id: ['null'] } }))),
    getEmployee: async (id) => whole<z.infer<typeof schemas.Employee>>(await outcome(200, client.getEmployee(one(id)))),
    getOrganization: async (id) =>
      whole<z.infer<typeof schemas.Organization>>(await outcome(200, client.getOrganization(one(id)))),
    listParts: (resource, fields) => outcome(200, readsOf(client, resource).list({ queries: { fields } })),
    getPart: (resource, id, fields) => outcome(200, readsOf(client, resource).get({ ...one(id), queries: { fields } })),
    createLeave: (body) => outcome(201, client.createLeaveRequest(body)),
    createOrganization: (body, key) =>
      outcome(201, client.createOrganization(body, { headers: { 'Idempotency-Key': key } })),
  };
};
