// The twelve departments, their titles from intern to head, and the pay for a title in a branch.

import type { Random } from '../random.ts';
import { placeOf } from './places.ts';

export type Department = {
  id: number;
  name: string;
  weight: number;
  head: string;
  /** The titles of leads: the first for one layer of people below, the next for two, and so on. */
  leads: readonly string[];
  intern: string;
  /** For each role, its titles from junior to top. */
  roles: readonly (readonly string[])[];
  skills: readonly string[];
};

export const LEVEL = { intern: 0, junior: 1, regular: 2, senior: 3, top: 4, lead: 5 } as const;
/** Relative to the regular level of the role; for leads, of the department's first role. */
const LEVEL_PAY = [0.72, 1, 1.3, 1.6];
const LEAD_PAY = [1.5, 2.0, 2.4, 2.9, 3.3];
const middlePay = new Map<string, number>();

/** Pay is in thousands of pounds a year, for the head and for the regular level of each role. */
type Row = [string, number, string, number, area: string, lead: string, roles: [string, string, number][], string];
// biome-ignore format: a table
const ROWS: Row[] = [
  ['Executive Office', 1.5, 'Chief Executive Officer', 310, 'Strategy', 'Strategy Manager',
    [['Strategy Analyst', 'Principal', 54], ['Executive Assistant', 'Lead', 40]], 'market research,board reporting,scenario planning,stakeholder management,diary and travel planning'],
  ['Engineering', 25, 'Chief Technology Officer', 225, 'Engineering', 'Engineering Manager',
    [['Software Engineer', 'Staff', 62], ['Site Reliability Engineer', 'Staff', 66], ['Quality Engineer', 'Lead', 52], ['Mobile Engineer', 'Staff', 62]], 'TypeScript,PostgreSQL,Kubernetes,event-driven systems,observability,API design'],
  ['Sales', 14, 'Chief Revenue Officer', 210, 'Sales', 'Sales Manager',
    [['Account Executive', 'Principal', 52], ['Sales Development Representative', 'Lead', 36], ['Solutions Consultant', 'Principal', 58]], 'consultative selling,pipeline forecasting,contract negotiation,enterprise tenders,CRM discipline'],
  ['Product & Design', 9, 'Chief Product Officer', 205, 'Product', 'Group Product Manager',
    [['Product Manager', 'Principal', 64], ['Product Designer', 'Principal', 55], ['User Researcher', 'Lead', 52]], 'discovery interviews,design systems,prototyping,roadmapping,accessibility'],
  ['Customer Success', 13, 'Chief Customer Officer', 180, 'Customer Success', 'Customer Success Team Lead',
    [['Customer Success Manager', 'Principal', 44], ['Support Specialist', 'Lead', 34], ['Implementation Consultant', 'Principal', 47]], 'onboarding programmes,renewals,ticket triage,customer training,health scoring'],
  ['Operations', 9, 'Chief Operating Officer', 215, 'Operations', 'Operations Manager',
    [['Operations Analyst', 'Lead', 40], ['Logistics Coordinator', 'Lead', 34], ['Procurement Specialist', 'Principal', 42]], 'demand planning,supplier management,process mapping,inventory control,lean methods'],
  ['Finance', 5.5, 'Chief Financial Officer', 215, 'Finance', 'Finance Manager',
    [['Financial Analyst', 'Principal', 48], ['Accountant', 'Lead', 43], ['Payroll Specialist', 'Lead', 38]], 'IFRS,month-end close,budgeting,payroll in several countries,audit preparation'],
  ['Marketing', 7, 'Chief Marketing Officer', 185, 'Marketing', 'Marketing Manager',
    [['Content Marketer', 'Lead', 41], ['Growth Marketer', 'Principal', 46], ['Brand Designer', 'Lead', 44]], 'campaign planning,editorial writing,marketing analytics,brand guidelines,search marketing'],
  ['People & Culture', 4.5, 'Chief People Officer', 180, 'People', 'People Manager',
    [['Recruiter', 'Principal', 43], ['People Partner', 'Principal', 49], ['Learning Specialist', 'Lead', 42]], 'structured interviewing,employment law,coaching,workforce planning,facilitation'],
  ['Data & Analytics', 6, 'Chief Data Officer', 200, 'Data', 'Analytics Manager',
    [['Data Analyst', 'Principal', 47], ['Data Engineer', 'Staff', 62], ['Data Scientist', 'Principal', 60]], 'SQL,Python,data modelling,experimentation,forecasting'],
  ['IT & Security', 4, 'Chief Information Officer', 190, 'IT', 'IT Manager',
    [['Systems Administrator', 'Lead', 44], ['Security Analyst', 'Principal', 54], ['IT Support Engineer', 'Lead', 36]], 'identity management,endpoint security,incident response,networking,ISO 27001'],
  ['Legal & Compliance', 1.5, 'General Counsel', 195, 'Legal', 'Legal Manager',
    [['Legal Counsel', 'Principal', 68], ['Compliance Officer', 'Lead', 52], ['Paralegal', 'Lead', 36]], 'commercial contracts,data protection,company law,policy drafting,regulatory filings'],
];

function department([name, weight, head, headPay, area, lead, roles, skills]: Row, index: number): Department {
  const leads = [lead, `Director of ${area}`, `Senior Director of ${area}`, `VP of ${area}`, `Senior VP of ${area}`];
  const first = roles[0]![2];
  const intern = `${area} Intern`;
  const titles = roles.map(([role, top]) => [`Junior ${role}`, role, `Senior ${role}`, `${top} ${role}`]);
  middlePay.set(head, headPay).set(intern, first * 0.45);
  for (const [i, title] of leads.entries()) middlePay.set(title, first * LEAD_PAY[i]!);
  for (const [r, roleTitles] of titles.entries()) {
    for (const [i, title] of roleTitles.entries()) middlePay.set(title, roles[r]![2] * LEVEL_PAY[i]!);
  }
  return { id: index + 1, name, weight, head, leads, intern, roles: titles, skills: skills.split(',') };
}

export const DEPARTMENTS: readonly Department[] = ROWS.map(department);

/** A title of the department at a level below lead. */
export const titleAt = (dept: Department, level: number, random: Random): string =>
  level === LEVEL.intern ? dept.intern : random.pick(dept.roles)[level - 1]!;

/** The lowest and the highest pay for a year of full-time work, in the branch's currency. */
export function payBand(title: string, branch: string): [number, number] {
  const pay = (middlePay.get(title) ?? Number.NaN) * (placeOf(branch)?.pay ?? Number.NaN);
  if (Number.isNaN(pay)) throw new RangeError(`No pay band for ${title} in ${branch}`);
  return [Math.round(pay * 0.86 * 2) * 500, Math.round(pay * 1.2 * 2) * 500];
}
