import type { MakeCalls } from './calls.ts';
import {
  aggregateEmployees,
  createLeaveRequest,
  getEmployee,
  insightHeadcount,
  listEmployees,
} from './generated/orval.ts';
import { service } from './generated/orval-send.ts';

const outcome = ({ status, data }: { status: number; data: unknown }) => ({ status, body: data });

export const calls: MakeCalls = (url, token) => {
  Object.assign(service, { url, token });
  return {
    list: async (query) => outcome(await listEmployees(query)),
    get: async (id) => outcome(await getEmployee(id)),
    aggregate: async (query) => outcome(await aggregateEmployees(query)),
    insight: async (query) => outcome(await insightHeadcount(query)),
    create: async (body) => outcome(await createLeaveRequest(body)),
  };
};
