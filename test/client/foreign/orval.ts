// The adapter of the scenario table for orval.
import { type MakeAdapter, readsOf, refused, whole } from '../calls.ts';
import * as calls from './generated/orval.ts';
import { service } from './generated/orval-send.ts';

const { createLeaveRequest, createOrganization, getEmployee, getOrganization, listEmployees } = calls;

export const adapter: MakeAdapter = (url, token) => {
  Object.assign(service, { url, token });
  const list = async (query: calls.ListEmployeesParams) => {
    const { status, data } = await listEmployees(query);
    return status === 200 ? whole<calls.EmployeeCollection>({ status, data }) : refused(status, data);
  };
  return {
    listEmployees: list,
    listManagers: () => list({ manager_id: ['null'] }),
    getEmployee: async (id) => {
      const { status, data } = await getEmployee(String(id));
      return status === 200 ? whole<calls.Employee>({ status, data }) : refused(status, data);
    },
    getOrganization: async (id) => {
      const { status, data } = await getOrganization(String(id));
      return status === 200 ? whole<calls.Organization>({ status, data }) : refused(status, data);
    },
    listParts: (resource, fields) => readsOf(calls, resource).list({ fields }),
    getPart: (resource, id, fields) => readsOf(calls, resource).get(String(id), { fields }),
    createLeave: async (body) => {
      const { status, data } = await createLeaveRequest(body);
      return status === 201 ? { status, data } : refused(status, data);
    },
    createOrganization: async (body, key) => {
      const { status, data } = await createOrganization(body, { headers: { 'Idempotency-Key': key } });
      return status === 201 ? { status, data } : refused(status, data);
    },
  };
};
