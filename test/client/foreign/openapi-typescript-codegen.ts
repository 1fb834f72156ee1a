// The adapter of the scenario table for openapi-typescript-codegen.
import { type MakeAdapter, type Outcome, readsOf, refused, whole } from '../calls.ts';
import * as services from './generated/openapi-typescript-codegen/index.ts';

const { ApiError, EmployeesService, LeaveService, OpenAPI, OrganizationsService } = services;

async function outcome<Data>(status: number, call: PromiseLike<Data>): Promise<Outcome<Data>> {
  try {
    return { status, data: await call };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(error.status, error.body);
  }
}

/** Each resource has a service with its calls. */
const allCalls = Object.assign(
  {},
  ...Object.values(services)
    .filter((each) => typeof each === 'function' && each.name.endsWith('Service'))
    .flatMap((each) => Object.getOwnPropertyNames(each).map((name) => ({ [name]: Reflect.get(each, name) }))),
);

export const adapter: MakeAdapter = (url, token) => {
  Object.assign(OpenAPI, { BASE: `${url}/api`, TOKEN: token });
  type Page = services.EmployeeCollection;
  return {
    listEmployees: async ({ dept_id: deptId, ...query }) => {
      const filters = {
        dateOfJoiningGte: query['date_of_joining[gte]'],
        dateOfJoiningLt: query['date_of_joining[lt]'],
        baseSalaryGt: query['base_salary[gt]'],
        statusNe: query['status[ne]'],
        terminationDateGteOrNull: query['termination_date[gte_or_null]'],
        deptIdName: query['dept_id.name'],
        managerIdBranchNe: query['manager_id.branch[ne]'],
      };
      return whole<Page>(await outcome(200, EmployeesService.listEmployees({ deptId, ...filters, ...query })));
    },
    listManagers: async () => whole<Page>(await outcome(200, EmployeesService.listEmployees({ managerId: ['null'] }))),
    getEmployee: async (id) =>
      whole<services.Employee>(await outcome(200, EmployeesService.getEmployee({ itemId: String(id) }))),
    getOrganization: async (id) =>
      whole<services.Organization>(await outcome(200, OrganizationsService.getOrganization({ itemId: String(id) }))),
    listParts: (resource, fields) => outcome(200, readsOf(allCalls, resource).list({ fields })),
    getPart: (resource, id, fields) => outcome(200, readsOf(allCalls, resource).get({ itemId: String(id), fields })),
    createLeave: (requestBody) => outcome(201, LeaveService.createLeaveRequest({ requestBody })),
    createOrganization: (requestBody, idempotencyKey) =>
      outcome(201, OrganizationsService.createOrganization({ requestBody, idempotencyKey })),
  };
};
