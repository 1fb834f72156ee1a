// The rules of the demo data for job openings.
import { payBand } from '../../../src/demo/words/departments.ts';
import { among, by, type Rule, repeated, rule, text } from './rule.ts';

const STAGES = ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'];

const CURRENCY: Record<string, string> = {
  London: 'GBP',
  Berlin: 'EUR',
  Paris: 'EUR',
  Dublin: 'EUR',
  'New York': 'USD',
  Austin: 'USD',
  Toronto: 'CAD',
  Sydney: 'AUD',
};

export const jobRules: readonly Rule[] = [
  rule('filled counts the hired applications, never over headcount, and a filled job is full', (company) => {
    const hired = by(
      company.of('applications').filter(({ status }) => status === 'hired'),
      'job_id',
    );
    return among(company, 'jobs', ({ id, filled, headcount, status }) => {
      const counted = hired.get(id!)?.length ?? 0;
      return (
        filled !== counted || Number(filled) > Number(headcount) || (filled === headcount) !== (status === 'filled')
      );
    });
  }),
  rule('the stage is one of the job, whose stages stand in the usual order', (company) => [
    ...among(company, 'jobs', ({ stages_json }) => {
      const stages: string[] = JSON.parse(text(stages_json));
      return stages.join() !== STAGES.filter((stage) => stages.includes(stage)).join() || stages.length < 5;
    }),
    ...among(
      company,
      'applications',
      ({ job_id, stage }) => !JSON.parse(text(company.find('jobs', job_id)?.stages_json)).includes(stage),
    ),
  ]),
  rule('pay is the band of the title in the currency of the place', (company) =>
    among(company, 'jobs', ({ title, location, comp_min, comp_max, currency }) => {
      const [low, high] = payBand(text(title), text(location));
      return comp_min !== low || comp_max !== high || low > high || currency !== CURRENCY[text(location)];
    }),
  ),
  rule('the hiring manager is an active lead of the department who was there', (company) => {
    const leads = new Set(company.of('employees').map(({ manager_id }) => manager_id));
    return among(company, 'jobs', (job) => {
      const manager = company.find('employees', job.hiring_manager_id)!;
      const there = text(manager.date_of_joining) <= text(job.created).slice(0, 10);
      const leading = leads.has(manager.id!) || manager.manager_id === 1 || manager.id === 1;
      return manager.status !== 'active' || manager.dept_id !== job.dept_id || !there || !leading;
    });
  }),
  rule('jobs are created, opened and due in that order, and have unique codes of their year', (company) => [
    ...among(company, 'jobs', (job) => {
      const created = text(job.created).slice(0, 10);
      const opened = text(job.opened_on ?? created);
      return (
        (job.opened_on === null) !== (job.status === 'draft') ||
        created > opened ||
        text(job.target_date) <= opened ||
        !text(job.code).startsWith(`JOB-${created.slice(0, 4)}-`)
      );
    }),
    ...repeated(
      company.of('jobs').map(({ code }) => code),
      'the code',
    ),
  ]),
];
