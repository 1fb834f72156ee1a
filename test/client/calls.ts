// The calls that the scenario table makes. For each client an adapter implements them with the client's own typed calls.

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

export type Adapter = {
  listEmployees(query: EmployeeQuery): Promise<Outcome<EmployeePage>>;
  listManagers(): Promise<Outcome<EmployeePage>>;
  getEmployee(id: number): Promise<Outcome<Employee>>;
  getOrganization(id: number): Promise<Outcome<Known & Organization>>;
  createLeave(body: Leave): Promise<Outcome<Request>>;
  createOrganization(body: Organization, idempotencyKey: string): Promise<Outcome<Known & Organization>>;
};

export type MakeAdapter = (url: string, token: string) => Adapter;

type Fault = { loc: readonly (string | number)[] };
export type ErrorBody = { error: { code: string; details?: { errors?: Fault[] } } } | { detail: Fault[] };

export const refused = (status: number, body: ErrorBody): Outcome<never> => {
  const code = 'detail' in body ? 'invalid_parameters' : body.error.code;
  const faults = 'detail' in body ? body.detail : (body.error.details?.errors ?? []);
  return { status, code, at: faults.map(({ loc }) => loc.join('.')) };
};
