// kubb checks all requests and answers with zod.
import { ZodError } from 'zod';
import type { MakeCalls, Outcome } from './calls.ts';
import {
  aggregateEmployees,
  createLeaveRequest,
  getEmployee,
  insightHeadcount,
  listEmployees,
} from './generated/kubb/index.ts';
import { ServiceError, service } from './generated/kubb-send.ts';

async function outcome(status: number, call: Promise<unknown>): Promise<Outcome> {
  try {
    return { status, body: await call };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.body };
    if (error instanceof ZodError) return { status: 'not sent', body: error.issues };
    throw error;
  }
}

export const calls: MakeCalls = (url, token) => {
  Object.assign(service, { url, token });
  return {
    list: (query) => outcome(200, listEmployees(query)),
    get: (id) => outcome(200, getEmployee(id)),
    aggregate: (query) => outcome(200, aggregateEmployees(query)),
    insight: (query) => outcome(200, insightHeadcount(query)),
    create: (body) => outcome(201, createLeaveRequest(body)),
  };
};
