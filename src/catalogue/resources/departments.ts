// Departments: the company's functions.
import { field, resource } from '../resource.ts';

export const departments = resource('departments', {
  schema: 'Department',
  one: 'department',
  many: 'departments',
  about: 'The functions of the company, such as Engineering or Finance. Employees, openings and teams refer to them.',
  label: ['name'],
  shown: {
    group: 'People',
    few: true,
    columns: ['id'],
    icon: 'M3 13.5v-11h6v11M9 6.5h4v7M5 5h2M5 7.5h2M5 10h2M1.5 13.5h13',
  },
  fields: {
    id: field('id', 'Identifies the department.'),
    name: field('name', 'What the department is called.', { required: true }),
  },
});
