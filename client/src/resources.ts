// What each resource is, and how it can be asked for. Written by `npm run generate`; change src/catalogue or src/contract/errors.ts instead.
import type { Aggregates, NamesWith } from './aggregate-types.ts';
import type { FiltersBehind, FiltersByOthers, OwnFilters } from './filter-types.ts';
import type { Creates, Reads } from './types.ts';

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

/** The filters of employees on their own fields. */
export type EmployeeOwnFilters = OwnFilters<Employee, {
  missing: never;
  dates: 'date_of_joining' | 'probation_end' | 'termination_date';
  numbers: 'id' | 'base_salary';
  values: 'code' | 'first_name' | 'last_name' | 'email' | 'dept_id' | 'designation' | 'manager_id' | 'branch' | 'status' | 'gender' | 'candidate_id' | 'employment_type' | 'alumni';
}>;
/** The filters of employees, also on the fields of records that they refer to, and by records that refer to them. */
export type EmployeeFilters = EmployeeOwnFilters & FiltersBehind<{ dept_id: DepartmentOwnFilters; manager_id: EmployeeOwnFilters; candidate_id: CandidateOwnFilters }> & FiltersByOthers<'employees' | 'employees.manager_id' | 'leave' | 'leave.employee_id' | 'attendance' | 'attendance.employee_id' | 'jobs' | 'jobs.hiring_manager_id' | 'candidates' | 'candidates.referred_by'>;

export type EmployeeSort = 'id' | 'code' | 'first_name' | 'last_name' | 'email' | 'dept_id' | 'designation' | 'manager_id' | 'branch' | 'status' | 'date_of_joining' | 'gender' | 'base_salary' | 'candidate_id' | 'employment_type' | 'probation_end' | 'termination_date' | 'alumni';

export type EmployeeReferences = {
  /** The department the employee belongs to. */
  dept_id: Department;
  /** The employee they report to; null at the top of the tree. */
  manager_id: Employee;
  /** The candidate record they were hired from; null when they joined before recruiting was kept here. */
  candidate_id: Candidate;
};

/** The fields of employees, by what an aggregate can do with them. */
export type EmployeeOwnNames = {
  groups: 'id' | 'code' | 'first_name' | 'last_name' | 'email' | 'dept_id' | 'designation' | 'manager_id' | 'branch' | 'status' | 'date_of_joining' | 'gender' | 'base_salary' | 'candidate_id' | 'employment_type' | 'probation_end' | 'termination_date' | 'alumni';
  dates: 'date_of_joining' | 'probation_end' | 'termination_date';
  numbers: 'base_salary' | 'alumni';
};

export type EmployeeNames = NamesWith<EmployeeOwnNames, { dept_id: DepartmentOwnNames; manager_id: EmployeeOwnNames; candidate_id: CandidateOwnNames }>;

/** The functions of the company, such as Engineering or Finance. Employees, openings and teams refer to them. */
export type Department = {
  /** Identifies the department. */
  id: number;
  /** What the department is called. */
  name: string;
};

/** The filters of departments on their own fields. */
export type DepartmentOwnFilters = OwnFilters<Department, {
  missing: never;
  dates: never;
  numbers: 'id';
  values: 'name';
}>;
/** The filters of departments, also on the fields of records that they refer to, and by records that refer to them. */
export type DepartmentFilters = DepartmentOwnFilters & FiltersByOthers<'employees' | 'employees.dept_id' | 'jobs' | 'jobs.dept_id' | 'organization-teams' | 'organization-teams.department_id'>;

export type DepartmentSort = 'id' | 'name';

export type DepartmentReferences = Record<never, never>;

/** The fields of departments, by what an aggregate can do with them. */
export type DepartmentOwnNames = {
  groups: 'id' | 'name';
  dates: never;
  numbers: never;
};

export type DepartmentNames = NamesWith<DepartmentOwnNames, Record<never, never>>;

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

/** The filters of leave requests on their own fields. */
export type LeaveRequestOwnFilters = OwnFilters<LeaveRequest, {
  missing: 'reason';
  dates: 'from_date' | 'to_date' | 'applied_on';
  numbers: 'id' | 'days';
  values: 'employee_id' | 'leave_type' | 'status';
}>;
/** The filters of leave requests, also on the fields of records that they refer to. */
export type LeaveRequestFilters = LeaveRequestOwnFilters & FiltersBehind<{ employee_id: EmployeeOwnFilters }>;

export type LeaveRequestSort = 'id' | 'employee_id' | 'leave_type' | 'from_date' | 'to_date' | 'days' | 'status' | 'applied_on';

export type LeaveRequestReferences = {
  /** The employee who is away. */
  employee_id: Employee;
};

/** The fields of leave requests, by what an aggregate can do with them. */
export type LeaveRequestOwnNames = {
  groups: 'id' | 'employee_id' | 'leave_type' | 'from_date' | 'to_date' | 'days' | 'status' | 'applied_on';
  dates: 'from_date' | 'to_date' | 'applied_on';
  numbers: 'days';
};

export type LeaveRequestNames = NamesWith<LeaveRequestOwnNames, { employee_id: EmployeeOwnNames }>;

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

/** The filters of attendance records on their own fields. */
export type AttendanceOwnFilters = OwnFilters<Attendance, {
  missing: never;
  dates: 'att_date';
  numbers: 'id' | 'hours';
  values: 'employee_id' | 'status';
}>;
/** The filters of attendance records, also on the fields of records that they refer to. */
export type AttendanceFilters = AttendanceOwnFilters & FiltersBehind<{ employee_id: EmployeeOwnFilters }>;

export type AttendanceSort = 'id' | 'employee_id' | 'att_date' | 'status';

export type AttendanceReferences = {
  /** The employee. */
  employee_id: Employee;
};

/** The fields of attendance records, by what an aggregate can do with them. */
export type AttendanceOwnNames = {
  groups: 'id' | 'employee_id' | 'att_date' | 'status' | 'hours';
  dates: 'att_date';
  numbers: 'hours';
};

export type AttendanceNames = NamesWith<AttendanceOwnNames, { employee_id: EmployeeOwnNames }>;

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

/** The filters of job openings on their own fields. */
export type JobOpeningOwnFilters = OwnFilters<JobOpening, {
  missing: 'description' | 'requirements';
  dates: 'opened_on' | 'target_date' | 'created';
  numbers: 'id' | 'headcount' | 'filled' | 'comp_min' | 'comp_max';
  values: 'code' | 'title' | 'dept_id' | 'hiring_manager_id' | 'currency' | 'location' | 'remote_policy' | 'employment_type' | 'status' | 'stages_json';
}>;
/** The filters of job openings, also on the fields of records that they refer to, and by records that refer to them. */
export type JobOpeningFilters = JobOpeningOwnFilters & FiltersBehind<{ dept_id: DepartmentOwnFilters; hiring_manager_id: EmployeeOwnFilters }> & FiltersByOthers<'applications' | 'applications.job_id' | 'job-distributions' | 'job-distributions.job_posting_id'>;

export type JobOpeningSort = 'id' | 'code' | 'title' | 'dept_id' | 'hiring_manager_id' | 'headcount' | 'filled' | 'comp_min' | 'comp_max' | 'currency' | 'location' | 'remote_policy' | 'employment_type' | 'status' | 'opened_on' | 'target_date' | 'created';

export type JobOpeningReferences = {
  /** The department that hires. */
  dept_id: Department;
  /** The employee who decides. */
  hiring_manager_id: Employee;
};

/** The fields of job openings, by what an aggregate can do with them. */
export type JobOpeningOwnNames = {
  groups: 'id' | 'code' | 'title' | 'dept_id' | 'hiring_manager_id' | 'headcount' | 'filled' | 'comp_min' | 'comp_max' | 'currency' | 'location' | 'remote_policy' | 'employment_type' | 'status' | 'stages_json' | 'opened_on' | 'target_date' | 'created';
  dates: 'opened_on' | 'target_date' | 'created';
  numbers: 'headcount' | 'filled' | 'comp_min' | 'comp_max';
};

export type JobOpeningNames = NamesWith<JobOpeningOwnNames, { dept_id: DepartmentOwnNames; hiring_manager_id: EmployeeOwnNames }>;

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

/** The filters of candidates on their own fields. */
export type CandidateOwnFilters = OwnFilters<Candidate, {
  missing: 'linkedin_url' | 'notes';
  dates: 'consent_at' | 'created';
  numbers: 'id' | 'years_experience';
  values: 'first_name' | 'last_name' | 'email' | 'phone' | 'location' | 'headline' | 'current_title' | 'current_employer' | 'source' | 'referred_by' | 'status';
}>;
/** The filters of candidates, also on the fields of records that they refer to, and by records that refer to them. */
export type CandidateFilters = CandidateOwnFilters & FiltersBehind<{ referred_by: EmployeeOwnFilters }> & FiltersByOthers<'employees' | 'employees.candidate_id' | 'applications' | 'applications.candidate_id'>;

export type CandidateSort = 'id' | 'first_name' | 'last_name' | 'email' | 'location' | 'years_experience' | 'source' | 'referred_by' | 'consent_at' | 'status' | 'created';

export type CandidateReferences = {
  /** The employee who recommended them; set when `source` is referral. */
  referred_by: Employee;
};

/** The fields of candidates, by what an aggregate can do with them. */
export type CandidateOwnNames = {
  groups: 'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'location' | 'headline' | 'current_title' | 'current_employer' | 'years_experience' | 'source' | 'referred_by' | 'consent_at' | 'status' | 'created';
  dates: 'consent_at' | 'created';
  numbers: 'years_experience';
};

export type CandidateNames = NamesWith<CandidateOwnNames, { referred_by: EmployeeOwnNames }>;

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
  /** When the present stage was reached; when omitted, `applied_on` of an active application at the stage `applied`, otherwise not known. */
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
  /** When the present stage was reached; when omitted, `applied_on` of an active application at the stage `applied`, otherwise not known. */
  stage_entered_on?: string | null | undefined;
  /** How the interviewers rate them; the demo data goes from 1 to 5. */
  rating?: number | null | undefined;
  /** Why it ended. The demo data uses not_qualified, position_filled, compensation, accepted_other_offer and no_show. */
  rejection_reason?: string | null | undefined;
};

/** The filters of applications on their own fields. */
export type ApplicationOwnFilters = OwnFilters<Application, {
  missing: never;
  dates: 'applied_on' | 'stage_entered_on' | 'created';
  numbers: 'id' | 'rating';
  values: 'candidate_id' | 'job_id' | 'stage' | 'status' | 'rejection_reason';
}>;
/** The filters of applications, also on the fields of records that they refer to. */
export type ApplicationFilters = ApplicationOwnFilters & FiltersBehind<{ candidate_id: CandidateOwnFilters; job_id: JobOpeningOwnFilters }>;

export type ApplicationSort = 'id' | 'candidate_id' | 'job_id' | 'stage' | 'status' | 'applied_on' | 'stage_entered_on' | 'rating' | 'created';

export type ApplicationReferences = {
  /** Who applies. */
  candidate_id: Candidate;
  /** The opening they apply for. */
  job_id: JobOpening;
};

/** The fields of applications, by what an aggregate can do with them. */
export type ApplicationOwnNames = {
  groups: 'id' | 'candidate_id' | 'job_id' | 'stage' | 'status' | 'applied_on' | 'stage_entered_on' | 'rating' | 'rejection_reason' | 'created';
  dates: 'applied_on' | 'stage_entered_on' | 'created';
  numbers: 'rating';
};

export type ApplicationNames = NamesWith<ApplicationOwnNames, { candidate_id: CandidateOwnNames; job_id: JobOpeningOwnNames }>;

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

/** The filters of organizations on their own fields. */
export type OrganizationOwnFilters = OwnFilters<Organization, {
  missing: 'settings_json';
  dates: 'created';
  numbers: 'id';
  values: 'name' | 'slug' | 'default_locale' | 'timezone';
}>;
/** The filters of organizations, also on the fields of records that they refer to, and by records that refer to them. */
export type OrganizationFilters = OrganizationOwnFilters & FiltersByOthers<'brands' | 'brands.organization_id' | 'organization-teams' | 'organization-teams.organization_id'>;

export type OrganizationSort = 'id' | 'name' | 'slug' | 'created';

export type OrganizationReferences = Record<never, never>;

/** The fields of organizations, by what an aggregate can do with them. */
export type OrganizationOwnNames = {
  groups: 'id' | 'name' | 'slug' | 'default_locale' | 'timezone' | 'created';
  dates: 'created';
  numbers: never;
};

export type OrganizationNames = NamesWith<OrganizationOwnNames, Record<never, never>>;

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

/** The filters of recruitment brands on their own fields. */
export type RecruitmentBrandOwnFilters = OwnFilters<RecruitmentBrand, {
  missing: 'logo_url' | 'favicon_url' | 'settings_json';
  dates: 'created' | 'updated';
  numbers: 'id';
  values: 'organization_id' | 'name' | 'slug' | 'primary_color' | 'accent_color' | 'custom_domain';
}>;
/** The filters of recruitment brands, also on the fields of records that they refer to, and by records that refer to them. */
export type RecruitmentBrandFilters = RecruitmentBrandOwnFilters & FiltersBehind<{ organization_id: OrganizationOwnFilters }> & FiltersByOthers<'job-distributions' | 'job-distributions.brand_id'>;

export type RecruitmentBrandSort = 'id' | 'organization_id' | 'name' | 'slug' | 'created' | 'updated';

export type RecruitmentBrandReferences = {
  /** The organization it belongs to. */
  organization_id: Organization;
};

/** The fields of recruitment brands, by what an aggregate can do with them. */
export type RecruitmentBrandOwnNames = {
  groups: 'id' | 'organization_id' | 'name' | 'slug' | 'primary_color' | 'accent_color' | 'custom_domain' | 'created' | 'updated';
  dates: 'created' | 'updated';
  numbers: never;
};

export type RecruitmentBrandNames = NamesWith<RecruitmentBrandOwnNames, { organization_id: OrganizationOwnNames }>;

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

/** The filters of career sites on their own fields. */
export type CareerSiteOwnFilters = OwnFilters<CareerSite, {
  missing: 'introduction' | 'logo_url' | 'privacy_policy_url';
  dates: 'created' | 'updated';
  numbers: 'id';
  values: 'name' | 'slug' | 'headline' | 'brand_color' | 'accent_color' | 'custom_domain' | 'is_active';
}>;
/** The filters of career sites, also on the fields of records that they refer to, and by records that refer to them. */
export type CareerSiteFilters = CareerSiteOwnFilters & FiltersByOthers<'job-distributions' | 'job-distributions.career_site_id'>;

export type CareerSiteSort = 'id' | 'name' | 'slug' | 'is_active' | 'created' | 'updated';

export type CareerSiteReferences = Record<never, never>;

/** The fields of career sites, by what an aggregate can do with them. */
export type CareerSiteOwnNames = {
  groups: 'id' | 'name' | 'slug' | 'headline' | 'brand_color' | 'accent_color' | 'custom_domain' | 'is_active' | 'created' | 'updated';
  dates: 'created' | 'updated';
  numbers: 'is_active';
};

export type CareerSiteNames = NamesWith<CareerSiteOwnNames, Record<never, never>>;

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

/** The filters of organization teams on their own fields. */
export type OrganizationTeamOwnFilters = OwnFilters<OrganizationTeam, {
  missing: 'settings_json';
  dates: never;
  numbers: 'id';
  values: 'organization_id' | 'parent_id' | 'name' | 'country' | 'department_id';
}>;
/** The filters of organization teams, also on the fields of records that they refer to, and by records that refer to them. */
export type OrganizationTeamFilters = OrganizationTeamOwnFilters & FiltersBehind<{ organization_id: OrganizationOwnFilters; parent_id: OrganizationTeamOwnFilters; department_id: DepartmentOwnFilters }> & FiltersByOthers<'organization-teams' | 'organization-teams.parent_id'>;

export type OrganizationTeamSort = 'id' | 'organization_id' | 'parent_id' | 'name' | 'country' | 'department_id';

export type OrganizationTeamReferences = {
  /** The organization it belongs to. */
  organization_id: Organization;
  /** The team above it, of the same organization; null at the top. */
  parent_id: OrganizationTeam;
  /** The department it is part of. */
  department_id: Department;
};

/** The fields of organization teams, by what an aggregate can do with them. */
export type OrganizationTeamOwnNames = {
  groups: 'id' | 'organization_id' | 'parent_id' | 'name' | 'country' | 'department_id';
  dates: never;
  numbers: never;
};

export type OrganizationTeamNames = NamesWith<OrganizationTeamOwnNames, { organization_id: OrganizationOwnNames; parent_id: OrganizationTeamOwnNames; department_id: DepartmentOwnNames }>;

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

/** The filters of job distributions on their own fields. */
export type JobDistributionOwnFilters = OwnFilters<JobDistribution, {
  missing: never;
  dates: 'published_at';
  numbers: 'id';
  values: 'job_posting_id' | 'career_site_id' | 'brand_id' | 'locale' | 'slug' | 'status';
}>;
/** The filters of job distributions, also on the fields of records that they refer to. */
export type JobDistributionFilters = JobDistributionOwnFilters & FiltersBehind<{ job_posting_id: JobOpeningOwnFilters; career_site_id: CareerSiteOwnFilters; brand_id: RecruitmentBrandOwnFilters }>;

export type JobDistributionSort = 'id' | 'job_posting_id' | 'career_site_id' | 'brand_id' | 'locale' | 'slug' | 'status' | 'published_at';

export type JobDistributionReferences = {
  /** The opening that is shown. */
  job_posting_id: JobOpening;
  /** The site it is shown on. */
  career_site_id: CareerSite;
  /** The brand it is shown under. */
  brand_id: RecruitmentBrand;
};

/** The fields of job distributions, by what an aggregate can do with them. */
export type JobDistributionOwnNames = {
  groups: 'id' | 'job_posting_id' | 'career_site_id' | 'brand_id' | 'locale' | 'slug' | 'status' | 'published_at';
  dates: 'published_at';
  numbers: never;
};

export type JobDistributionNames = NamesWith<JobDistributionOwnNames, { job_posting_id: JobOpeningOwnNames; career_site_id: CareerSiteOwnNames; brand_id: RecruitmentBrandOwnNames }>;

export type Resources = {
  /** Everyone who works or has worked for the company: who they are, what they do, whom they report to, and how they came. People stay on record after they leave, with `status` terminated and `alumni` 1. */
  employees: Reads<Employee, EmployeeFilters, EmployeeSort, EmployeeReferences> & Aggregates<Employee, EmployeeFilters, EmployeeNames>;
  /** The functions of the company, such as Engineering or Finance. Employees, openings and teams refer to them. */
  departments: Reads<Department, DepartmentFilters, DepartmentSort, DepartmentReferences> & Aggregates<Department, DepartmentFilters, DepartmentNames>;
  /** Time away from work: who is away, from when to when, why, and whether it was approved. Approved leave shows in attendance as `on_leave`. */
  leave: Reads<LeaveRequest, LeaveRequestFilters, LeaveRequestSort, LeaveRequestReferences> & Aggregates<LeaveRequest, LeaveRequestFilters, LeaveRequestNames> & Creates<LeaveRequest, LeaveRequestCreate>;
  /** One record per employee and working day: present, remote, late, away, and for how many hours. */
  attendance: Reads<Attendance, AttendanceFilters, AttendanceSort, AttendanceReferences> & Aggregates<Attendance, AttendanceFilters, AttendanceNames>;
  /** Positions to be filled: what the work is, where, for how much, how many people are wanted and how many were hired. Candidates reach an opening through applications, readers through job distributions. */
  jobs: Reads<JobOpening, JobOpeningFilters, JobOpeningSort, JobOpeningReferences> & Aggregates<JobOpening, JobOpeningFilters, JobOpeningNames>;
  /** People who applied, were referred or were found: who they are, what they do now, and how they came to us. What they applied for is in applications. */
  candidates: Reads<Candidate, CandidateFilters, CandidateSort, CandidateReferences> & Aggregates<Candidate, CandidateFilters, CandidateNames>;
  /** A candidate in the pipeline of a job opening: how far they have come (`stage`), and whether it goes on (`status`). A rejection is a status with a reason; the stage stays where it happened. */
  applications: Reads<Application, ApplicationFilters, ApplicationSort, ApplicationReferences> & Aggregates<Application, ApplicationFilters, ApplicationNames> & Creates<Application, ApplicationCreate>;
  /** The units that hire under their own name. Brands and teams belong to one. */
  organizations: Reads<Organization, OrganizationFilters, OrganizationSort, OrganizationReferences> & Aggregates<Organization, OrganizationFilters, OrganizationNames> & Creates<Organization, OrganizationCreate>;
  /** The faces an organization shows to candidates: a name, a logo, colours and perhaps a domain of its own. */
  brands: Reads<RecruitmentBrand, RecruitmentBrandFilters, RecruitmentBrandSort, RecruitmentBrandReferences> & Aggregates<RecruitmentBrand, RecruitmentBrandFilters, RecruitmentBrandNames> & Creates<RecruitmentBrand, RecruitmentBrandCreate>;
  /** The places where openings are shown to the public, with their looks and introductory texts. */
  careerSites: Reads<CareerSite, CareerSiteFilters, CareerSiteSort, CareerSiteReferences> & Aggregates<CareerSite, CareerSiteFilters, CareerSiteNames> & Creates<CareerSite, CareerSiteCreate>;
  /** How an organization is divided: a tree of teams, each perhaps tied to a country or a department. */
  organizationTeams: Reads<OrganizationTeam, OrganizationTeamFilters, OrganizationTeamSort, OrganizationTeamReferences> & Aggregates<OrganizationTeam, OrganizationTeamFilters, OrganizationTeamNames> & Creates<OrganizationTeam, OrganizationTeamCreate>;
  /** An opening shown on a career site, in one language, under one address, perhaps with a brand of its own. */
  jobDistributions: Reads<JobDistribution, JobDistributionFilters, JobDistributionSort, JobDistributionReferences> & Aggregates<JobDistribution, JobDistributionFilters, JobDistributionNames> & Creates<JobDistribution, JobDistributionCreate>;
};

/** The records of each resource, by the name that the service gives to it. */
export type Records = {
  employees: Employee;
  departments: Department;
  leave: LeaveRequest;
  attendance: Attendance;
  jobs: JobOpening;
  candidates: Candidate;
  applications: Application;
  organizations: Organization;
  brands: RecruitmentBrand;
  'career-sites': CareerSite;
  'organization-teams': OrganizationTeam;
  'job-distributions': JobDistribution;
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
