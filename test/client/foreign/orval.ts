// The adapter of the scenario table for orval.
import { type MakeAdapter, refused } from '../calls.ts';
import {
  createLeaveRequest,
  createOrganization,
  getEmployee,
  getOrganization,
  type ListEmployeesParams,
  listEmployees,
} from './generated/orval.ts';
import { service } from './generated/orval-send.ts';

export const adapter: MakeAdapter = (url, token) => {
  Object.assign(service, { url, token });
  const list = async (query: ListEmployeesParams) => {
    const { status, data } = await listEmployees(query);
    return status === 200 ? { status, data } : refused(status, data);
  };
  return {
    listEmployees: list,
    listManagers: () => list({ manager_id: ['null'] }),
    getEmployee: async (id) => {
      const { status, data } = await getEmployee(String(id));
      return status === 200 ? { status, data } : refused(status, data);
    },
    getOrganization: async (id) => {
      const { status, data } = await getOrganization(String(id));
      return status === 200 ? { status, data } : refused(status, data);
    },
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
