// The rules of the demo data for employees.
import { payBand } from '../../../src/demo/words/departments.ts';
import { among, by, day, type Rule, repeated, rule, text } from './rule.ts';

export const peopleRules: readonly Rule[] = [
  rule('codes and addresses are unique and at reserved domains', (company) => {
    const reserved = /^[a-z0-9._]+@(alderwick\.example|example\.(com|org|net))$/;
    const people = [...company.of('employees'), ...company.of('candidates')];
    return [
      ...['employees', 'candidates'].flatMap((name) =>
        among(company, name, ({ email }) => !reserved.test(text(email))),
      ),
      ...repeated(
        people.map(({ email }) => email),
        'the address',
      ),
      ...repeated(
        company.of('employees').map(({ code }) => code),
        'the code',
      ),
    ];
  }),
  rule('managers form one tree, joined before those they manage, and are there', (company) => {
    const find = (id: unknown) => company.find('employees', id);
    const roots = among(company, 'employees', ({ manager_id }) => manager_id === null);
    const odd = among(company, 'employees', (person) => {
      if (person.manager_id === null) return person.designation !== 'Chief Executive Officer';
      let above = find(person.manager_id);
      if (above && text(above.date_of_joining) > text(person.date_of_joining)) return true;
      if (above && person.status !== 'terminated' && above.status === 'terminated') return true;
      for (let steps = 0; above; steps++) {
        if (steps > 20) return true;
        above = find(above.manager_id);
      }
      return false;
    });
    return [...odd, ...roots.slice(1)];
  }),
  rule('the terminated have a date after joining and are alumni, the others are not', (company) =>
    among(company, 'employees', (person) => {
      const gone = person.status === 'terminated';
      const order = text(person.termination_date) > text(person.date_of_joining);
      return person.alumni !== (gone ? 1 : 0) || (person.termination_date !== null) !== gone || (gone && !order);
    }),
  ),
  rule('salary lies in the band of title and branch, and a title belongs to one department', (company) => {
    const titles = [...by(company.of('employees'), 'designation')];
    const odd = among(company, 'employees', (person) => {
      const [low, high] = payBand(text(person.designation), text(person.branch));
      return !(Number(person.base_salary) >= low && Number(person.base_salary) <= high);
    });
    const shared = titles.filter(([, people]) => new Set(people.map(({ dept_id }) => dept_id)).size > 1);
    return [...odd, ...shared.map(([title]) => `the title ${title}`)];
  }),
  rule('onboarding is who joined in the last 30 days; nobody stays an intern for a year', (company) =>
    among(company, 'employees', (person) => {
      const tenure = day(person.termination_date ?? company.date) - day(person.date_of_joining);
      const long = person.employment_type === 'intern' && tenure > 200;
      return long || (person.status !== 'terminated' && (person.status === 'onboarding') !== tenure <= 30);
    }),
  ),
];
