// The adapter of the scenario table for kubb, which checks all requests and answers with zod.
import { ZodError } from 'zod';
import { type ErrorBody, type MakeAdapter, NOT_SENT, type Outcome, readsOf, refused, whole } from '../calls.ts';
import * as calls from './generated/kubb/index.ts';
import { ServiceError, service } from './generated/kubb-send.ts';

async function outcome<Data>(status: number, call: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { status, data: await call };
  } catch (error) {
    if (error instanceof ServiceError) return refused(error.status, error.body as ErrorBody);
    if (!(error instanceof ZodError)) throw error;
    return { status: 0, code: NOT_SENT, at: error.issues.map(({ path }) => `body.${path.join('.')}`) };
  }
}

export const adapter: MakeAdapter = (url, token) => {
  Object.assign(service, { url, token });
  return {
    listEmployees: async (query) => whole<calls.EmployeeCollection>(await outcome(200, calls.listEmployees(query))),
    listManagers: async () =>
      whole<calls.EmployeeCollection>(await outcome(200, calls.listEmployees({ manager_id: ['null'] }))),
    getEmployee: async (id) => whole<calls.Employee>(await outcome(200, calls.getEmployee(String(id)))),
    getOrganization: async (id) => whole<calls.Organization>(await outcome(200, calls.getOrganization(String(id)))),
    listParts: (resource, fields) => outcome(200, readsOf(calls, resource).list({ fields })),
    getPart: (resource, id, fields) => outcome(200, readsOf(calls, resource).get(String(id), { fields })),
    createLeave: (body) => outcome(201, calls.createLeaveRequest(body)),
    createOrganization: (body, key) => outcome(201, calls.createOrganization(body, { 'Idempotency-Key': key })),
  };
};
