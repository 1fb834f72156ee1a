// Employees: everyone who works or has worked for the company.
import { field, resource } from '../resource.ts';

export const employees = resource('employees', {
  schema: 'Employee',
  one: 'employee',
  many: 'employees',
  about:
    'Everyone who works or has worked for the company: who they are, what they do, whom they report to, and how they came. People stay on record after they leave, with `status` terminated and `alumni` 1.',
  label: ['first_name', 'last_name'],
  shown: {
    group: 'People',
    key: 'e',
    columns: ['designation', 'dept_id', 'branch', 'manager_id', 'date_of_joining', 'status'],
    icon: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.4-2.6 2.4-4 5-4s4.6 1.4 5 4',
  },
  fields: {
    id: field('id', 'Identifies the employee; never reused.'),
    code: field('key', 'The personnel number people use among themselves, such as `E-00042`.'),
    first_name: field('name', 'Given name.'),
    last_name: field('name', 'Family name.'),
    email: field('key', 'Work e-mail address.'),
    dept_id: field('reference', 'The department the employee belongs to.', { to: 'departments' }),
    designation: field('word', 'Job title, such as `Senior Software Engineer`.'),
    manager_id: field('reference', 'The employee they report to; null at the top of the tree.', { to: 'employees' }),
    branch: field('word', 'The office they belong to, named by its city.'),
    status: field('word', 'Where the employment stands.', {
      words: ['active', 'on_leave', 'onboarding', 'terminated'],
      required: true,
    }),
    date_of_joining: field('date', 'First day of work.'),
    gender: field('word', 'As stated by the employee.', { words: ['female', 'male', 'non_binary', 'undisclosed'] }),
    base_salary: field('number', 'Yearly base salary in the currency of the branch.', { currency: 'branch' }),
    candidate_id: field(
      'reference',
      'The candidate record they were hired from; null when they joined before recruiting was kept here.',
      { to: 'candidates' },
    ),
    employment_type: field('word', 'The form of contract.', {
      words: ['full_time', 'part_time', 'contract', 'intern', 'temporary'],
    }),
    probation_end: field('date', 'Last day of the probation period.'),
    termination_date: field('date', 'Last day of work; null while employed.'),
    alumni: field('flag', '1 for people who have left, otherwise 0.', {
      required: true,
      default: ({ status, termination_date }, now) =>
        status === 'terminated' || String(termination_date ?? now) < now.slice(0, 10) ? 1 : 0,
    }),
    password_hash: field(
      'secret',
      'Part of the shape for compatibility and always null: no credentials are kept here.',
    ),
  },
});
