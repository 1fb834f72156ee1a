// The adapter of the scenario table for our own client. Retries are off, so that every answer is seen.
import { createClient, WorkforceError } from '../../client/src/index.ts';
import type { MakeAdapter, Outcome, ResourceName } from './calls.ts';

async function outcome<Data>(status: number, call: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { status, data: await call };
  } catch (error) {
    if (!(error instanceof WorkforceError)) throw error;
    return { status: error.status, code: error.code, at: error.errors.map(({ loc }) => loc.join('.')) };
  }
}

const readsAt = (client: object, resource: ResourceName): any =>
  (client as Record<string, unknown>)[resource.replace(/-(.)/g, (_, letter) => letter.toUpperCase())];

export const ourClient: MakeAdapter = (url, token) => {
  const client = createClient({ baseUrl: url, token, retries: 0 });
  return {
    listEmployees: (query) => outcome(200, client.employees.list(query)),
    listManagers: () => outcome(200, client.employees.list({ manager_id: null })),
    getEmployee: (id) => outcome(200, client.employees.get(id)),
    getOrganization: (id) => outcome(200, client.organizations.get(id)),
    listParts: (resource, fields) => outcome(200, readsAt(client, resource).list({ fields: fields.split(',') })),
    getPart: (resource, id, fields) => outcome(200, readsAt(client, resource).get(id, { fields: fields.split(',') })),
    listChanges: (after) => outcome(200, client.changes.page({ after })),
    createLeave: (body) => outcome(201, client.leave.create(body)),
    createOrganization: (body, idempotencyKey) => outcome(201, client.organizations.create(body, { idempotencyKey })),
  };
};
