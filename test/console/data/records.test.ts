// What people call a record, a field and each other.
import { beforeAll, expect, test } from 'bun:test';
import { fieldNamed, menuGroups, referencesTo, resourceNamed } from '../../../console/src/data/catalogue.ts';
import {
  groupLabel,
  idLabel,
  initialsOf,
  labelFieldsOf,
  labelOf,
  referenceLabel,
  titleOfName,
} from '../../../console/src/data/records.ts';
import { showCatalogue } from '../catalogue.ts';

beforeAll(showCatalogue);

test.each([
  ['Ada Moss', 'AM'],
  ['ada moss', 'AM'],
  ['Ada', 'A'],
  ['Ada van der Moss', 'AM'],
  ['  Ada   Moss ', 'AM'],
  ['Élodie (Lo) Ångström', 'ÉÅ'],
  ['Ada 2', 'A'],
  ['', ''],
])('%p has the initials %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a record has the name of its fields, else its kind and id', () => {
  const employees = resourceNamed('employees')!;
  expect(labelOf(employees, { id: 7, first_name: 'Ada', last_name: 'Moss' })).toBe('Ada Moss');
  expect(labelOf(employees, { id: 7, first_name: '', last_name: 'Moss' })).toBe('Moss');
  expect(labelOf(employees, { id: 7, first_name: '', last_name: null })).toBe('Employee 7');
  expect(labelOf(employees, undefined)).toBe('');
  expect(idLabel('departments', 3)).toBe('Department 3');
  expect(idLabel('cakes', 3)).toBe('Record 3');
});

test('a reference has the name of what it leads to', () => {
  const field = fieldNamed(resourceNamed('leave')!, 'employee_id')!;
  expect(labelFieldsOf(field)).toEqual(['employee_id.first_name', 'employee_id.last_name']);
  const named = { 'employee_id.first_name': 'Ada', 'employee_id.last_name': 'Moss' };
  expect(referenceLabel(field, { id: 1, employee_id: 7, ...named })).toBe('Ada Moss');
  expect(referenceLabel(field, { id: 1, employee_id: 7 })).toBe('Employee 7');
  expect(referenceLabel(field, { id: 1, employee_id: null, ...named })).toBe('');
});

test('groups by a reference are records, others are their values', () => {
  expect(groupLabel('employee_id.dept_id', 3)).toBe('Department 3');
  expect(groupLabel('leave_type', 'work_from_home')).toBe('work from home');
});

test.each([
  ['employees', 'date_of_joining', 'Date of joining'],
  ['employees', 'dept_id.name', 'Department: name'],
  ['employees', 'dept_id', 'Department'],
  ['employees', 'cake', 'cake'],
])('of %s, %s is called %s', (resource, name, title) => {
  expect(titleOfName(resourceNamed(resource)!, name)).toBe(title);
});

test('the menu has every resource once, in its groups, and none that is not shown', () => {
  const named = (isShown: (name: string) => boolean) =>
    menuGroups(isShown).map(({ title, resources }) => [title, ...resources.map(({ name }) => name)]);
  expect(named(() => true)).toEqual([
    ['People', 'employees', 'departments', 'leave', 'attendance'],
    ['Hiring', 'jobs', 'candidates', 'applications'],
    ['Enterprise', 'organizations', 'brands', 'career-sites', 'organization-teams', 'job-distributions'],
  ]);
  expect(named((name) => name === 'jobs')).toEqual([['Hiring', 'jobs']]);
  expect(referencesTo(resourceNamed('jobs')!).map(({ resource, field }) => `${resource.name}.${field.name}`)).toEqual([
    'applications.job_id',
    'job-distributions.job_posting_id',
  ]);
});
