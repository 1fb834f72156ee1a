// Departments: the company's functions.
import { field, resource } from '../resource.ts';

export const departments = resource('departments', {
  schema: 'Department',
  one: 'department',
  many: 'departments',
  about: 'The functions of the company, such as Engineering or Finance. Employees, openings and teams refer to them.',
  label: ['name'],
  fields: {
    id: field('id', 'Identifies the department.'),
    name: field('name', 'What the department is called.', { required: true }),
  },
});
