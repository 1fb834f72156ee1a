// What each resource is, and how it can be asked for. Written by `npm run generate`; change src/catalogue or src/contract/errors.ts instead.
import type { Creates, Filter, Reads } from './types.ts';

/** Everyone who works or has worked for the company: who they are, what they do, whom they report to, and how they came. People stay on record after they leave, with `status` terminated and `alumni` 1. */
export type Employee = {
  /** Identifies the employee; never reused. */
  id: number;
  /** The personnel number people use among themselves, such as `E-00042`. */
  code: string | null;
  /** Given name. */
  first_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** Work e-mail address. */
  email: string | null;
  /** The department the employee belongs to. */
  dept_id: number | null;
  /** Job title, such as `Senior Software Engineer`. */
  designation: string | null;
  /** The employee they report to; null at the top of the tree. */
  manager_id: number | null;
  /** The office they belong to, named by its city. */
  branch: string | null;
  /** Where the employment stands. The demo data uses active, on_leave, onboarding and terminated. */
  status: string;
  /** First day of work. */
  date_of_joining: string | null;
  /** As stated by the employee. The demo data uses female, male, non_binary and undisclosed. */
  gender: string | null;
  /** Yearly base salary in the currency of the branch. */
  base_salary: number | null;
  /** The candidate record they were hired from; null when they joined before recruiting was kept here. */
  candidate_id: number | null;
  /** The form of contract. The demo data uses full_time, part_time, contract, intern and temporary. */
  employment_type: string | null;
  /** Last day of the probation period. */
  probation_end: string | null;
  /** Last day of work; null while employed. */
  termination_date: string | null;
  /** 1 for people who have left, otherwise 0. */
  alumni: 0 | 1;
  /** Part of the shape for compatibility and always null: no credentials are kept here. */
  password_hash: null;
};

export type EmployeeFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `code` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'code'?: Filter<string>;
  /** Only records whose `email` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'email'?: Filter<string>;
  /** Only records whose `dept_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'dept_id'?: Filter<number>;
  /** Only records whose `designation` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'designation'?: Filter<string>;
  /** Only records whose `manager_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'manager_id'?: Filter<number>;
  /** Only records whose `branch` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'branch'?: Filter<string>;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `date_of_joining` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'date_of_joining[gte]'?: string | undefined;
  /** Only records whose `date_of_joining` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'date_of_joining[gt]'?: string | undefined;
  /** Only records whose `date_of_joining` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'date_of_joining[lte]'?: string | undefined;
  /** Only records whose `date_of_joining` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'date_of_joining[lt]'?: string | undefined;
  /** Only records whose `gender` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'gender'?: Filter<string>;
  /** Only records whose `base_salary` is at least this. */
  'base_salary[gte]'?: number | undefined;
  /** Only records whose `base_salary` is more than this. */
  'base_salary[gt]'?: number | undefined;
  /** Only records whose `base_salary` is at most this. */
  'base_salary[lte]'?: number | undefined;
  /** Only records whose `base_salary` is less than this. */
  'base_salary[lt]'?: number | undefined;
  /** Only records whose `candidate_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'candidate_id'?: Filter<number>;
  /** Only records whose `employment_type` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'employment_type'?: Filter<string>;
  /** Only records whose `probation_end` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'probation_end[gte]'?: string | undefined;
  /** Only records whose `probation_end` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'probation_end[gt]'?: string | undefined;
  /** Only records whose `probation_end` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'probation_end[lte]'?: string | undefined;
  /** Only records whose `probation_end` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'probation_end[lt]'?: string | undefined;
  /** Only records whose `termination_date` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'termination_date[gte]'?: string | undefined;
  /** Only records whose `termination_date` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'termination_date[gt]'?: string | undefined;
  /** Only records whose `termination_date` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'termination_date[lte]'?: string | undefined;
  /** Only records whose `termination_date` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'termination_date[lt]'?: string | undefined;
  /** Only records whose `alumni` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'alumni'?: Filter<0 | 1>;
};

export type EmployeeSort = 'id' | 'code' | 'first_name' | 'last_name' | 'email' | 'dept_id' | 'designation' | 'manager_id' | 'branch' | 'status' | 'date_of_joining' | 'gender' | 'base_salary' | 'candidate_id' | 'employment_type' | 'probation_end' | 'termination_date' | 'alumni';

export type EmployeeReferences = {
  /** The department the employee belongs to. */
  dept_id: Department;
  /** The employee they report to; null at the top of the tree. */
  manager_id: Employee;
  /** The candidate record they were hired from; null when they joined before recruiting was kept here. */
  candidate_id: Candidate;
};

/** The functions of the company, such as Engineering or Finance. Employees, openings and teams refer to them. */
export type Department = {
  /** Identifies the department. */
  id: number;
  /** What the department is called. */
  name: string;
};

export type DepartmentFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
};

export type DepartmentSort = 'id' | 'name';

export type DepartmentReferences = Record<never, never>;

/** Time away from work: who is away, from when to when, why, and whether it was approved. Approved leave shows in attendance as `on_leave`. */
export type LeaveRequest = {
  /** Identifies the request. */
  id: number;
  /** The employee who is away. */
  employee_id: number | null;
  /** What kind of leave it is: any text. The demo data uses annual, sick, personal, parental, unpaid, compensatory, bereavement and study. */
  leave_type: string;
  /** First day away. */
  from_date: string | null;
  /** Last day away, not before `from_date`. */
  to_date: string | null;
  /** Working days away; halves are possible. */
  days: number | null;
  /** Approval status: any text, `pending` when omitted. The demo data uses pending, approved, rejected and cancelled. */
  status: string;
  /** What the employee wrote about it. */
  reason: string | null;
  /** When it was asked for; today (UTC) when omitted. */
  applied_on: string | null;
};

/** A new leave request. */
export type LeaveRequestCreate = {
  /** The employee who is away. */
  employee_id?: number | null | undefined;
  /** What kind of leave it is: any text. The demo data uses annual, sick, personal, parental, unpaid, compensatory, bereavement and study. */
  leave_type: string;
  /** First day away. */
  from_date?: string | null | undefined;
  /** Last day away, not before `from_date`. */
  to_date?: string | null | undefined;
  /** Working days away; halves are possible. */
  days?: number | null | undefined;
  /** Approval status: any text, `pending` when omitted. The demo data uses pending, approved, rejected and cancelled. */
  status?: string | null | undefined;
  /** What the employee wrote about it. */
  reason?: string | null | undefined;
  /** When it was asked for; today (UTC) when omitted. */
  applied_on?: string | null | undefined;
};

export type LeaveRequestFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `employee_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'employee_id'?: Filter<number>;
  /** Only records whose `leave_type` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'leave_type'?: Filter<string>;
  /** Only records whose `from_date` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'from_date[gte]'?: string | undefined;
  /** Only records whose `from_date` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'from_date[gt]'?: string | undefined;
  /** Only records whose `from_date` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'from_date[lte]'?: string | undefined;
  /** Only records whose `from_date` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'from_date[lt]'?: string | undefined;
  /** Only records whose `to_date` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'to_date[gte]'?: string | undefined;
  /** Only records whose `to_date` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'to_date[gt]'?: string | undefined;
  /** Only records whose `to_date` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'to_date[lte]'?: string | undefined;
  /** Only records whose `to_date` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'to_date[lt]'?: string | undefined;
  /** Only records whose `days` is at least this. */
  'days[gte]'?: number | undefined;
  /** Only records whose `days` is more than this. */
  'days[gt]'?: number | undefined;
  /** Only records whose `days` is at most this. */
  'days[lte]'?: number | undefined;
  /** Only records whose `days` is less than this. */
  'days[lt]'?: number | undefined;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `applied_on` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[gte]'?: string | undefined;
  /** Only records whose `applied_on` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[gt]'?: string | undefined;
  /** Only records whose `applied_on` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[lte]'?: string | undefined;
  /** Only records whose `applied_on` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[lt]'?: string | undefined;
};

export type LeaveRequestSort = 'id' | 'employee_id' | 'leave_type' | 'from_date' | 'to_date' | 'days' | 'status' | 'applied_on';

export type LeaveRequestReferences = {
  /** The employee who is away. */
  employee_id: Employee;
};

/** One record per employee and working day: present, remote, late, away, and for how many hours. */
export type Attendance = {
  /** Identifies the record. */
  id: number;
  /** The employee. */
  employee_id: number | null;
  /** The day. */
  att_date: string;
  /** How the day went. The demo data uses present, remote, late, half_day, on_leave and absent. */
  status: string;
  /** Hours worked that day. */
  hours: number | null;
};

export type AttendanceFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `employee_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'employee_id'?: Filter<number>;
  /** Only records whose `att_date` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'att_date[gte]'?: string | undefined;
  /** Only records whose `att_date` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'att_date[gt]'?: string | undefined;
  /** Only records whose `att_date` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'att_date[lte]'?: string | undefined;
  /** Only records whose `att_date` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'att_date[lt]'?: string | undefined;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `hours` is at least this. */
  'hours[gte]'?: number | undefined;
  /** Only records whose `hours` is more than this. */
  'hours[gt]'?: number | undefined;
  /** Only records whose `hours` is at most this. */
  'hours[lte]'?: number | undefined;
  /** Only records whose `hours` is less than this. */
  'hours[lt]'?: number | undefined;
};

export type AttendanceSort = 'id' | 'employee_id' | 'att_date' | 'status';

export type AttendanceReferences = {
  /** The employee. */
  employee_id: Employee;
};

/** Positions to be filled: what the work is, where, for how much, how many people are wanted and how many were hired. Candidates reach an opening through applications, readers through job distributions. */
export type JobOpening = {
  /** Identifies the opening. */
  id: number;
  /** The requisition number people use, such as `JOB-2026-017`. */
  code: string | null;
  /** Title of the position. */
  title: string;
  /** The department that hires. */
  dept_id: number | null;
  /** The employee who decides. */
  hiring_manager_id: number | null;
  /** How many people are wanted. */
  headcount: number;
  /** How many have been hired; never more than `headcount`. */
  filled: number;
  /** Lower end of the yearly pay band, in `currency`. */
  comp_min: number | null;
  /** Upper end of the yearly pay band, in `currency`. */
  comp_max: number | null;
  /** ISO 4217 code of the pay band, such as `EUR`. */
  currency: string | null;
  /** Where the work is, named by its city. */
  location: string | null;
  /** How much of it can be done elsewhere. The demo data uses on_site, hybrid and remote. */
  remote_policy: string | null;
  /** The form of contract, as with employees. */
  employment_type: string | null;
  /** Hiring state. The demo data uses draft, open, on_hold, filled, closed and cancelled. */
  status: string;
  /** What the job is about, for candidates to read. */
  description: string | null;
  /** What candidates should bring. */
  requirements: string | null;
  /** The pipeline as a JSON array of stage names in order, carried as a string. */
  stages_json: string | null;
  /** When hiring began. */
  opened_on: string | null;
  /** When the position should be filled. */
  target_date: string | null;
  /** When the record was made. */
  created: string | null;
};

export type JobOpeningFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `code` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'code'?: Filter<string>;
  /** Only records whose `dept_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'dept_id'?: Filter<number>;
  /** Only records whose `hiring_manager_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'hiring_manager_id'?: Filter<number>;
  /** Only records whose `headcount` is at least this. */
  'headcount[gte]'?: number | undefined;
  /** Only records whose `headcount` is more than this. */
  'headcount[gt]'?: number | undefined;
  /** Only records whose `headcount` is at most this. */
  'headcount[lte]'?: number | undefined;
  /** Only records whose `headcount` is less than this. */
  'headcount[lt]'?: number | undefined;
  /** Only records whose `filled` is at least this. */
  'filled[gte]'?: number | undefined;
  /** Only records whose `filled` is more than this. */
  'filled[gt]'?: number | undefined;
  /** Only records whose `filled` is at most this. */
  'filled[lte]'?: number | undefined;
  /** Only records whose `filled` is less than this. */
  'filled[lt]'?: number | undefined;
  /** Only records whose `comp_min` is at least this. */
  'comp_min[gte]'?: number | undefined;
  /** Only records whose `comp_min` is more than this. */
  'comp_min[gt]'?: number | undefined;
  /** Only records whose `comp_min` is at most this. */
  'comp_min[lte]'?: number | undefined;
  /** Only records whose `comp_min` is less than this. */
  'comp_min[lt]'?: number | undefined;
  /** Only records whose `comp_max` is at least this. */
  'comp_max[gte]'?: number | undefined;
  /** Only records whose `comp_max` is more than this. */
  'comp_max[gt]'?: number | undefined;
  /** Only records whose `comp_max` is at most this. */
  'comp_max[lte]'?: number | undefined;
  /** Only records whose `comp_max` is less than this. */
  'comp_max[lt]'?: number | undefined;
  /** Only records whose `currency` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'currency'?: Filter<string>;
  /** Only records whose `location` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'location'?: Filter<string>;
  /** Only records whose `remote_policy` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'remote_policy'?: Filter<string>;
  /** Only records whose `employment_type` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'employment_type'?: Filter<string>;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `opened_on` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'opened_on[gte]'?: string | undefined;
  /** Only records whose `opened_on` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'opened_on[gt]'?: string | undefined;
  /** Only records whose `opened_on` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'opened_on[lte]'?: string | undefined;
  /** Only records whose `opened_on` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'opened_on[lt]'?: string | undefined;
  /** Only records whose `target_date` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'target_date[gte]'?: string | undefined;
  /** Only records whose `target_date` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'target_date[gt]'?: string | undefined;
  /** Only records whose `target_date` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'target_date[lte]'?: string | undefined;
  /** Only records whose `target_date` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'target_date[lt]'?: string | undefined;
  /** Only records whose `created` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gte]'?: string | undefined;
  /** Only records whose `created` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gt]'?: string | undefined;
  /** Only records whose `created` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lte]'?: string | undefined;
  /** Only records whose `created` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lt]'?: string | undefined;
};

export type JobOpeningSort = 'id' | 'code' | 'title' | 'dept_id' | 'hiring_manager_id' | 'headcount' | 'filled' | 'comp_min' | 'comp_max' | 'currency' | 'location' | 'remote_policy' | 'employment_type' | 'status' | 'opened_on' | 'target_date' | 'created';

export type JobOpeningReferences = {
  /** The department that hires. */
  dept_id: Department;
  /** The employee who decides. */
  hiring_manager_id: Employee;
};

/** People who applied, were referred or were found: who they are, what they do now, and how they came to us. What they applied for is in applications. */
export type Candidate = {
  /** Identifies the candidate. */
  id: number;
  /** Given name. */
  first_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** Private e-mail address. */
  email: string | null;
  /** Telephone number in international form. */
  phone: string | null;
  /** Where they live, named by its city. */
  location: string | null;
  /** One line about them, in their words. */
  headline: string | null;
  /** What they are now. */
  current_title: string | null;
  /** Where they work now. */
  current_employer: string | null;
  /** Years of relevant work. */
  years_experience: number | null;
  /** Their public profile. */
  linkedin_url: string | null;
  /** How they came. The demo data uses career_site, job_board, referral, sourced, social, agency and event. */
  source: string | null;
  /** The employee who recommended them; set when `source` is referral. */
  referred_by: number | null;
  /** When they agreed to their data being kept. */
  consent_at: string | null;
  /** Where they stand overall. The demo data uses new, active, hired, rejected, withdrawn and archived. */
  status: string;
  /** What recruiters noted. */
  notes: string | null;
  /** When the record was made. */
  created: string | null;
};

export type CandidateFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `email` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'email'?: Filter<string>;
  /** Only records whose `location` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'location'?: Filter<string>;
  /** Only records whose `years_experience` is at least this. */
  'years_experience[gte]'?: number | undefined;
  /** Only records whose `years_experience` is more than this. */
  'years_experience[gt]'?: number | undefined;
  /** Only records whose `years_experience` is at most this. */
  'years_experience[lte]'?: number | undefined;
  /** Only records whose `years_experience` is less than this. */
  'years_experience[lt]'?: number | undefined;
  /** Only records whose `source` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'source'?: Filter<string>;
  /** Only records whose `referred_by` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'referred_by'?: Filter<number>;
  /** Only records whose `consent_at` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'consent_at[gte]'?: string | undefined;
  /** Only records whose `consent_at` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'consent_at[gt]'?: string | undefined;
  /** Only records whose `consent_at` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'consent_at[lte]'?: string | undefined;
  /** Only records whose `consent_at` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'consent_at[lt]'?: string | undefined;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `created` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gte]'?: string | undefined;
  /** Only records whose `created` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gt]'?: string | undefined;
  /** Only records whose `created` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lte]'?: string | undefined;
  /** Only records whose `created` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lt]'?: string | undefined;
};

export type CandidateSort = 'id' | 'first_name' | 'last_name' | 'email' | 'location' | 'years_experience' | 'source' | 'referred_by' | 'consent_at' | 'status' | 'created';

export type CandidateReferences = {
  /** The employee who recommended them; set when `source` is referral. */
  referred_by: Employee;
};

/** A candidate in the pipeline of a job opening: how far they have come (`stage`), and whether it goes on (`status`). A rejection is a status with a reason; the stage stays where it happened. */
export type Application = {
  /** Identifies the application. */
  id: number;
  /** Who applies. */
  candidate_id: number;
  /** The opening they apply for. */
  job_id: number;
  /** How far they have come: any text, `applied` when omitted. The demo data uses applied, screening, assessment, interview, offer and hired. */
  stage: string;
  /** Whether it goes on: any text, `active` when omitted. The demo data uses active, rejected, hired and withdrawn. */
  status: string;
  /** When they applied; today (UTC) when omitted. */
  applied_on: string | null;
  /** When the present stage was reached; the same as `applied_on` when omitted. */
  stage_entered_on: string | null;
  /** How the interviewers rate them; the demo data goes from 1 to 5. */
  rating: number | null;
  /** Why it ended. The demo data uses not_qualified, position_filled, compensation, accepted_other_offer and no_show. */
  rejection_reason: string | null;
  /** When the record was made. */
  created: string | null;
};

/** A new application. */
export type ApplicationCreate = {
  /** Who applies. */
  candidate_id: number;
  /** The opening they apply for. */
  job_id: number;
  /** How far they have come: any text, `applied` when omitted. The demo data uses applied, screening, assessment, interview, offer and hired. */
  stage?: string | null | undefined;
  /** Whether it goes on: any text, `active` when omitted. The demo data uses active, rejected, hired and withdrawn. */
  status?: string | null | undefined;
  /** When they applied; today (UTC) when omitted. */
  applied_on?: string | null | undefined;
  /** When the present stage was reached; the same as `applied_on` when omitted. */
  stage_entered_on?: string | null | undefined;
  /** How the interviewers rate them; the demo data goes from 1 to 5. */
  rating?: number | null | undefined;
  /** Why it ended. The demo data uses not_qualified, position_filled, compensation, accepted_other_offer and no_show. */
  rejection_reason?: string | null | undefined;
};

export type ApplicationFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `candidate_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'candidate_id'?: Filter<number>;
  /** Only records whose `job_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'job_id'?: Filter<number>;
  /** Only records whose `stage` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'stage'?: Filter<string>;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `applied_on` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[gte]'?: string | undefined;
  /** Only records whose `applied_on` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[gt]'?: string | undefined;
  /** Only records whose `applied_on` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[lte]'?: string | undefined;
  /** Only records whose `applied_on` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'applied_on[lt]'?: string | undefined;
  /** Only records whose `stage_entered_on` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'stage_entered_on[gte]'?: string | undefined;
  /** Only records whose `stage_entered_on` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'stage_entered_on[gt]'?: string | undefined;
  /** Only records whose `stage_entered_on` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'stage_entered_on[lte]'?: string | undefined;
  /** Only records whose `stage_entered_on` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'stage_entered_on[lt]'?: string | undefined;
  /** Only records whose `rating` is at least this. */
  'rating[gte]'?: number | undefined;
  /** Only records whose `rating` is more than this. */
  'rating[gt]'?: number | undefined;
  /** Only records whose `rating` is at most this. */
  'rating[lte]'?: number | undefined;
  /** Only records whose `rating` is less than this. */
  'rating[lt]'?: number | undefined;
  /** Only records whose `created` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gte]'?: string | undefined;
  /** Only records whose `created` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gt]'?: string | undefined;
  /** Only records whose `created` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lte]'?: string | undefined;
  /** Only records whose `created` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lt]'?: string | undefined;
};

export type ApplicationSort = 'id' | 'candidate_id' | 'job_id' | 'stage' | 'status' | 'applied_on' | 'stage_entered_on' | 'rating' | 'created';

export type ApplicationReferences = {
  /** Who applies. */
  candidate_id: Candidate;
  /** The opening they apply for. */
  job_id: JobOpening;
};

/** The units that hire under their own name. Brands and teams belong to one. */
export type Organization = {
  /** Identifies the organization. */
  id: number;
  /** What it is called. */
  name: string;
  /** Its name in addresses; no other organization has the same. */
  slug: string;
  /** Language its texts are in unless stated otherwise; `en` when omitted. */
  default_locale: string;
  /** The IANA time zone it works in, such as `Europe/Berlin`; `UTC` when omitted. */
  timezone: string;
  /** Settings of its own, a JSON document carried as a string. */
  settings_json: string | null;
  /** When the record was made. */
  created: string;
};

/** A new organization. */
export type OrganizationCreate = {
  /** What it is called. */
  name: string;
  /** Its name in addresses; no other organization has the same. */
  slug: string;
  /** Language its texts are in unless stated otherwise; `en` when omitted. */
  default_locale?: string | null | undefined;
  /** The IANA time zone it works in, such as `Europe/Berlin`; `UTC` when omitted. */
  timezone?: string | null | undefined;
  /** Settings of its own, a JSON document carried as a string. */
  settings_json?: string | null | undefined;
};

export type OrganizationFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `slug` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'slug'?: Filter<string>;
  /** Only records whose `created` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gte]'?: string | undefined;
  /** Only records whose `created` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gt]'?: string | undefined;
  /** Only records whose `created` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lte]'?: string | undefined;
  /** Only records whose `created` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lt]'?: string | undefined;
};

export type OrganizationSort = 'id' | 'name' | 'slug' | 'created';

export type OrganizationReferences = Record<never, never>;

/** The faces an organization shows to candidates: a name, a logo, colours and perhaps a domain of its own. */
export type RecruitmentBrand = {
  /** Identifies the brand. */
  id: number;
  /** The organization it belongs to. */
  organization_id: number;
  /** What it is called. */
  name: string;
  /** Its name in addresses; no other brand of the organization has the same. */
  slug: string;
  /** Where its logo is. */
  logo_url: string | null;
  /** Where its icon for browser tabs is. */
  favicon_url: string | null;
  /** Main colour. */
  primary_color: string | null;
  /** Second colour, for buttons and links. */
  accent_color: string | null;
  /** Host name its pages are served under. */
  custom_domain: string | null;
  /** Settings of its own, a JSON document carried as a string. */
  settings_json: string | null;
  /** When the record was made. */
  created: string;
  /** When the record was last changed. */
  updated: string;
};

/** A new recruitment brand. */
export type RecruitmentBrandCreate = {
  /** The organization it belongs to. */
  organization_id: number;
  /** What it is called. */
  name: string;
  /** Its name in addresses; no other brand of the organization has the same. */
  slug: string;
  /** Where its logo is. */
  logo_url?: string | null | undefined;
  /** Where its icon for browser tabs is. */
  favicon_url?: string | null | undefined;
  /** Main colour. */
  primary_color?: string | null | undefined;
  /** Second colour, for buttons and links. */
  accent_color?: string | null | undefined;
  /** Host name its pages are served under. */
  custom_domain?: string | null | undefined;
  /** Settings of its own, a JSON document carried as a string. */
  settings_json?: string | null | undefined;
};

export type RecruitmentBrandFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `organization_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'organization_id'?: Filter<number>;
  /** Only records whose `slug` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'slug'?: Filter<string>;
  /** Only records whose `created` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gte]'?: string | undefined;
  /** Only records whose `created` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gt]'?: string | undefined;
  /** Only records whose `created` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lte]'?: string | undefined;
  /** Only records whose `created` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lt]'?: string | undefined;
  /** Only records whose `updated` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[gte]'?: string | undefined;
  /** Only records whose `updated` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[gt]'?: string | undefined;
  /** Only records whose `updated` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[lte]'?: string | undefined;
  /** Only records whose `updated` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[lt]'?: string | undefined;
};

export type RecruitmentBrandSort = 'id' | 'organization_id' | 'name' | 'slug' | 'created' | 'updated';

export type RecruitmentBrandReferences = {
  /** The organization it belongs to. */
  organization_id: Organization;
};

/** The places where openings are shown to the public, with their looks and introductory texts. */
export type CareerSite = {
  /** Identifies the site. */
  id: number;
  /** What it is called. */
  name: string;
  /** Its name in addresses; no other site has the same. */
  slug: string;
  /** The line visitors see first. */
  headline: string | null;
  /** What visitors read about working here. */
  introduction: string | null;
  /** Main colour; `#1d4ed8` when omitted. */
  brand_color: string;
  /** Second colour; `#f59e0b` when omitted. */
  accent_color: string;
  /** Where its logo is. */
  logo_url: string | null;
  /** Where it says what happens to personal data. */
  privacy_policy_url: string | null;
  /** Host name it is served under; set by the operator, not by a create. */
  custom_domain: string | null;
  /** 1 while visitors can see it, otherwise 0; 1 when omitted. */
  is_active: 0 | 1;
  /** When the record was made. */
  created: string;
  /** When the record was last changed. */
  updated: string;
};

/** A new career site. */
export type CareerSiteCreate = {
  /** What it is called. */
  name: string;
  /** Its name in addresses; no other site has the same. */
  slug: string;
  /** The line visitors see first. */
  headline?: string | null | undefined;
  /** What visitors read about working here. */
  introduction?: string | null | undefined;
  /** Main colour; `#1d4ed8` when omitted. */
  brand_color?: string | null | undefined;
  /** Second colour; `#f59e0b` when omitted. */
  accent_color?: string | null | undefined;
  /** Where its logo is. */
  logo_url?: string | null | undefined;
  /** Where it says what happens to personal data. */
  privacy_policy_url?: string | null | undefined;
  /** 1 while visitors can see it, otherwise 0; 1 when omitted. */
  is_active?: 0 | 1 | null | undefined;
};

export type CareerSiteFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `slug` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'slug'?: Filter<string>;
  /** Only records whose `is_active` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'is_active'?: Filter<0 | 1>;
  /** Only records whose `created` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gte]'?: string | undefined;
  /** Only records whose `created` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'created[gt]'?: string | undefined;
  /** Only records whose `created` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lte]'?: string | undefined;
  /** Only records whose `created` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'created[lt]'?: string | undefined;
  /** Only records whose `updated` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[gte]'?: string | undefined;
  /** Only records whose `updated` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[gt]'?: string | undefined;
  /** Only records whose `updated` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[lte]'?: string | undefined;
  /** Only records whose `updated` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'updated[lt]'?: string | undefined;
};

export type CareerSiteSort = 'id' | 'name' | 'slug' | 'is_active' | 'created' | 'updated';

export type CareerSiteReferences = Record<never, never>;

/** How an organization is divided: a tree of teams, each perhaps tied to a country or a department. */
export type OrganizationTeam = {
  /** Identifies the team. */
  id: number;
  /** The organization it belongs to. */
  organization_id: number;
  /** The team above it, of the same organization; null at the top. */
  parent_id: number | null;
  /** What it is called. */
  name: string;
  /** Where it works, in the demo data as an ISO 3166 code such as `DE`. */
  country: string | null;
  /** The department it is part of. */
  department_id: number | null;
  /** Settings of its own, a JSON document carried as a string. */
  settings_json: string | null;
};

/** A new organization team. */
export type OrganizationTeamCreate = {
  /** The organization it belongs to. */
  organization_id: number;
  /** The team above it, of the same organization; null at the top. */
  parent_id?: number | null | undefined;
  /** What it is called. */
  name: string;
  /** Where it works, in the demo data as an ISO 3166 code such as `DE`. */
  country?: string | null | undefined;
  /** The department it is part of. */
  department_id?: number | null | undefined;
  /** Settings of its own, a JSON document carried as a string. */
  settings_json?: string | null | undefined;
};

export type OrganizationTeamFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `organization_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'organization_id'?: Filter<number>;
  /** Only records whose `parent_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'parent_id'?: Filter<number>;
  /** Only records whose `country` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'country'?: Filter<string>;
  /** Only records whose `department_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'department_id'?: Filter<number>;
};

export type OrganizationTeamSort = 'id' | 'organization_id' | 'parent_id' | 'name' | 'country' | 'department_id';

export type OrganizationTeamReferences = {
  /** The organization it belongs to. */
  organization_id: Organization;
  /** The team above it, of the same organization; null at the top. */
  parent_id: OrganizationTeam;
  /** The department it is part of. */
  department_id: Department;
};

/** An opening shown on a career site, in one language, under one address, perhaps with a brand of its own. */
export type JobDistribution = {
  /** Identifies the distribution. */
  id: number;
  /** The opening that is shown. */
  job_posting_id: number;
  /** The site it is shown on. */
  career_site_id: number;
  /** The brand it is shown under. */
  brand_id: number | null;
  /** The language it is shown in; `en` when omitted. */
  locale: string;
  /** Its name in addresses; once per site and locale. */
  slug: string;
  /** Whether it can be seen: any text, `draft` when omitted. The demo data uses draft, pending, published, expired, removed and failed. */
  status: string;
  /** When it became visible; now when omitted and `status` is published. */
  published_at: string | null;
};

/** A new job distribution. */
export type JobDistributionCreate = {
  /** The opening that is shown. */
  job_posting_id: number;
  /** The site it is shown on. */
  career_site_id: number;
  /** The brand it is shown under. */
  brand_id?: number | null | undefined;
  /** The language it is shown in; `en` when omitted. */
  locale?: string | null | undefined;
  /** Its name in addresses; once per site and locale. */
  slug: string;
  /** Whether it can be seen: any text, `draft` when omitted. The demo data uses draft, pending, published, expired, removed and failed. */
  status?: string | null | undefined;
  /** When it became visible; now when omitted and `status` is published. */
  published_at?: string | null | undefined;
};

export type JobDistributionFilters = {
  /** Only records whose `id` is at least this. */
  'id[gte]'?: number | undefined;
  /** Only records whose `id` is more than this. */
  'id[gt]'?: number | undefined;
  /** Only records whose `id` is at most this. */
  'id[lte]'?: number | undefined;
  /** Only records whose `id` is less than this. */
  'id[lt]'?: number | undefined;
  /** Only records whose `job_posting_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'job_posting_id'?: Filter<number>;
  /** Only records whose `career_site_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'career_site_id'?: Filter<number>;
  /** Only records whose `brand_id` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'brand_id'?: Filter<number>;
  /** Only records whose `locale` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'locale'?: Filter<string>;
  /** Only records whose `slug` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'slug'?: Filter<string>;
  /** Only records whose `status` is this; repeated: any of these. The word `null` finds missing values, an empty value asks nothing. */
  'status'?: Filter<string>;
  /** Only records whose `published_at` is at or after this; times are compared in UTC, and a date comes before the times of its day. */
  'published_at[gte]'?: string | undefined;
  /** Only records whose `published_at` is after this; times are compared in UTC, and a date comes before the times of its day. */
  'published_at[gt]'?: string | undefined;
  /** Only records whose `published_at` is at or before this; times are compared in UTC, and a date comes before the times of its day. */
  'published_at[lte]'?: string | undefined;
  /** Only records whose `published_at` is before this; times are compared in UTC, and a date comes before the times of its day. */
  'published_at[lt]'?: string | undefined;
};

export type JobDistributionSort = 'id' | 'job_posting_id' | 'career_site_id' | 'brand_id' | 'locale' | 'slug' | 'status' | 'published_at';

export type JobDistributionReferences = {
  /** The opening that is shown. */
  job_posting_id: JobOpening;
  /** The site it is shown on. */
  career_site_id: CareerSite;
  /** The brand it is shown under. */
  brand_id: RecruitmentBrand;
};

export type Resources = {
  /** Everyone who works or has worked for the company: who they are, what they do, whom they report to, and how they came. People stay on record after they leave, with `status` terminated and `alumni` 1. */
  employees: Reads<Employee, EmployeeFilters, EmployeeSort, EmployeeReferences>;
  /** The functions of the company, such as Engineering or Finance. Employees, openings and teams refer to them. */
  departments: Reads<Department, DepartmentFilters, DepartmentSort, DepartmentReferences>;
  /** Time away from work: who is away, from when to when, why, and whether it was approved. Approved leave shows in attendance as `on_leave`. */
  leave: Reads<LeaveRequest, LeaveRequestFilters, LeaveRequestSort, LeaveRequestReferences> & Creates<LeaveRequest, LeaveRequestCreate>;
  /** One record per employee and working day: present, remote, late, away, and for how many hours. */
  attendance: Reads<Attendance, AttendanceFilters, AttendanceSort, AttendanceReferences>;
  /** Positions to be filled: what the work is, where, for how much, how many people are wanted and how many were hired. Candidates reach an opening through applications, readers through job distributions. */
  jobs: Reads<JobOpening, JobOpeningFilters, JobOpeningSort, JobOpeningReferences>;
  /** People who applied, were referred or were found: who they are, what they do now, and how they came to us. What they applied for is in applications. */
  candidates: Reads<Candidate, CandidateFilters, CandidateSort, CandidateReferences>;
  /** A candidate in the pipeline of a job opening: how far they have come (`stage`), and whether it goes on (`status`). A rejection is a status with a reason; the stage stays where it happened. */
  applications: Reads<Application, ApplicationFilters, ApplicationSort, ApplicationReferences> & Creates<Application, ApplicationCreate>;
  /** The units that hire under their own name. Brands and teams belong to one. */
  organizations: Reads<Organization, OrganizationFilters, OrganizationSort, OrganizationReferences> & Creates<Organization, OrganizationCreate>;
  /** The faces an organization shows to candidates: a name, a logo, colours and perhaps a domain of its own. */
  brands: Reads<RecruitmentBrand, RecruitmentBrandFilters, RecruitmentBrandSort, RecruitmentBrandReferences> & Creates<RecruitmentBrand, RecruitmentBrandCreate>;
  /** The places where openings are shown to the public, with their looks and introductory texts. */
  careerSites: Reads<CareerSite, CareerSiteFilters, CareerSiteSort, CareerSiteReferences> & Creates<CareerSite, CareerSiteCreate>;
  /** How an organization is divided: a tree of teams, each perhaps tied to a country or a department. */
  organizationTeams: Reads<OrganizationTeam, OrganizationTeamFilters, OrganizationTeamSort, OrganizationTeamReferences> & Creates<OrganizationTeam, OrganizationTeamCreate>;
  /** An opening shown on a career site, in one language, under one address, perhaps with a brand of its own. */
  jobDistributions: Reads<JobDistribution, JobDistributionFilters, JobDistributionSort, JobDistributionReferences> & Creates<JobDistribution, JobDistributionCreate>;
};

export const resources = {
  employees: { path: 'employees', creatable: false },
  departments: { path: 'departments', creatable: false },
  leave: { path: 'leave', creatable: true },
  attendance: { path: 'attendance', creatable: false },
  jobs: { path: 'jobs', creatable: false },
  candidates: { path: 'candidates', creatable: false },
  applications: { path: 'applications', creatable: true },
  organizations: { path: 'organizations', creatable: true },
  brands: { path: 'brands', creatable: true },
  careerSites: { path: 'career-sites', creatable: true },
  organizationTeams: { path: 'organization-teams', creatable: true },
  jobDistributions: { path: 'job-distributions', creatable: true },
} as const satisfies Record<keyof Resources, { path: string; creatable: boolean }>;
