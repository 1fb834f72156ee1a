// The calls that the scenario table makes. For each client an adapter implements them with the client's own typed
// calls.

export type EmployeeQuery = {
  limit?: number;
  offset?: number;
  q?: string;
  sort?: '-date_of_joining';
  status?: string[];
  dept_id?: number[];
  'date_of_joining[gte]'?: string;
  'date_of_joining[lt]'?: string;
  'base_salary[gt]'?: number;
  'status[ne]'?: string[];
  'termination_date[gte_or_null]'?: string;
  'dept_id.name'?: string[];
  'manager_id.branch[ne]'?: string[];
};
export type Leave = { employee_id?: number; leave_type: string; from_date?: string; to_date?: string; reason?: string };
export type Organization = { name: string; slug: string };

/** The outcome of a call: its status, and the answer, or the code and the faulty fields of the error. */
export type Outcome<Data = unknown> = { status: number; data?: Data; code?: string; at?: string[] };

/** The parts of the answers that a client's types must know. */
type Known = { id?: number | null };
type Employee = Known & { email?: string | null; status: string; base_salary?: number | null };
type EmployeePage = { data: Employee[]; meta: { total: number; limit: number; offset: number } };
type Request = Known & { leave_type: string; reason?: string | null };

/** The resources, with the names that the description gives to one and to many of them: for `getEmployee` and
 * `listEmployees`. */
export const resources = {
  employees: ['Employee', 'Employees'],
  departments: ['Department', 'Departments'],
  leave: ['LeaveRequest', 'Leave'],
  attendance: ['Attendance', 'Attendance'],
  jobs: ['JobOpening', 'Jobs'],
  candidates: ['Candidate', 'Candidates'],
  applications: ['Application', 'Applications'],
  organizations: ['Organization', 'Organizations'],
  brands: ['RecruitmentBrand', 'Brands'],
  'career-sites': ['CareerSite', 'CareerSites'],
  'organization-teams': ['OrganizationTeam', 'OrganizationTeams'],
  'job-distributions': ['JobDistribution', 'JobDistributions'],
} as const;
export type ResourceName = keyof typeof resources;

/** The two reads of a resource among all calls of a generated client. */
export function readsOf(calls: object, resource: ResourceName): { list: any; get: any } {
  const [one, many] = resources[resource];
  const all = calls as Record<string, any>;
  return { list: all[`list${many}`].bind(calls), get: all[`get${one}`].bind(calls) };
}

export type Adapter = {
  listEmployees(query: EmployeeQuery): Promise<Outcome<EmployeePage>>;
  listManagers(): Promise<Outcome<EmployeePage>>;
  getEmployee(id: number): Promise<Outcome<Employee>>;
  getOrganization(id: number): Promise<Outcome<Known & Organization>>;
  /** With `fields`, the answers are parts of records. */
  listParts(resource: ResourceName, fields: string): Promise<Outcome>;
  getPart(resource: ResourceName, id: number, fields: string): Promise<Outcome>;
  /** Only of our own client: the others are made from the lists. */
  listChanges?(after: string): Promise<Outcome>;
  createLeave(body: Leave): Promise<Outcome<Request>>;
  createOrganization(body: Organization, idempotencyKey: string): Promise<Outcome<Known & Organization>>;
};

export type MakeAdapter = (url: string, token: string) => Adapter;

/** The answer of a read without `fields`: generated types cannot tell that it is whole. */
export const whole = <Whole>(outcome: Outcome): Outcome<Whole> => outcome as Outcome<Whole>;

/** The code of a call that the client itself refuses, because it checks what it sends. */
export const NOT_SENT = 'not_sent';

type Fault = { loc: readonly (string | number)[] };
export type ErrorBody = { error: { code: string; details?: { errors?: Fault[] } } } | { detail: Fault[] };

export const refused = (status: number, body: ErrorBody): Outcome<never> => {
  const code = 'detail' in body ? 'invalid_parameters' : body.error.code;
  const faults = 'detail' in body ? body.detail : (body.error.details?.errors ?? []);
  return { status, code, at: faults.map(({ loc }) => loc.join('.')) };
};
