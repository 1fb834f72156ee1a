// The calls that every generated client makes. Each has an adapter, which makes them with the client's own typed
// functions.

export type Query = {
  limit?: number;
  offset?: number;
  q?: string;
  sort?: '-date_of_joining';
  fields?: string;
  dept_id?: number[];
  manager_id?: 'null'[];
  'base_salary[gt]'?: number;
  'status[ne]'?: string[];
  'termination_date[gte_or_null]'?: string;
  'manager_id.branch[ne]'?: string[];
};
export type Grouping = { group: string; measure: string; status: string[] };
/** The document names no filters of metrics, so clients take `branch` without knowing it. */
export type Metric = { every: 'quarter'; group: string; branch: string[] };
export type Leave = { employee_id: number; leave_type: string; from_date: string; reason?: string };

export type Outcome = { status: number | 'not sent'; body?: unknown };

export type Calls = {
  list(query: Query): Promise<Outcome>;
  get(id: string): Promise<Outcome>;
  aggregate(query: Grouping): Promise<Outcome>;
  insight(query: Metric): Promise<Outcome>;
  create(body: Leave): Promise<Outcome>;
};

export type MakeCalls = (url: string, token: string) => Calls;
