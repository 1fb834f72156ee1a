// The rules of the demo data for candidates and applications.
import type { DemoRecord } from '../../../src/demo/shapes.ts';
import { among, by, type Company, day, type Rule, repeated, rule, text } from './rule.ts';

const hiredBy = (company: Company, field: string) =>
  by(
    company.of('applications').filter(({ status }) => status === 'hired'),
    field,
  );

const RATINGS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

export const hiringRules: readonly Rule[] = [
  rule('a hired application has its employee, of the same name, job and place, who joined later', (company) => {
    const people = by(company.of('employees'), 'candidate_id');
    return among(company, 'applications', (application) => {
      if (application.status !== 'hired') return false;
      const own = people.get(application.candidate_id!) ?? [];
      const from = company.find('candidates', application.candidate_id)!;
      const to = company.find('jobs', application.job_id)!;
      return own.length !== 1 || application.stage !== 'hired' || !isHire(own[0]!, from, to, application);
    });
  }),
  rule('an employee from a candidate has exactly one hired application; so does a hired candidate', (company) => {
    const hired = hiredBy(company, 'candidate_id');
    const isOnce = (id: unknown) => hired.get(id as number)?.length === 1;
    return [
      ...among(company, 'employees', ({ candidate_id }) => candidate_id !== null && !isOnce(candidate_id)),
      ...among(company, 'candidates', ({ id, status }) => status === 'hired' && !isOnce(id)),
    ];
  }),
  rule('everyone of the last 270 days came through an opening, and nobody else', (company) =>
    among(company, 'employees', ({ date_of_joining, candidate_id }) => {
      const recent = day(company.date) - day(date_of_joining) <= 270;
      return company.of('employees').length > 5 && recent !== (candidate_id !== null);
    }),
  ),
  rule('applications come while the job is open, drafts get none, active ones are on live jobs', (company) =>
    among(company, 'applications', ({ job_id, applied_on, status }) => {
      const to = company.find('jobs', job_id)!;
      const live = to.status === 'open' || to.status === 'on_hold';
      return to.status === 'draft' || text(applied_on) < text(to.opened_on) || (status === 'active' && !live);
    }),
  ),
  rule('application days stand in order, reasons are with rejections, ratings in half steps', (company) =>
    among(
      company,
      'applications',
      ({ applied_on, stage_entered_on, created, status, rejection_reason, rating, stage }) => {
        const ordered = text(applied_on) <= text(stage_entered_on) && text(created).startsWith(text(applied_on));
        const rated = rating === null || (stage !== 'applied' && RATINGS.includes(Number(rating) * 2));
        return !ordered || !rated || (status === 'rejected') !== (rejection_reason !== null);
      },
    ),
  ),
  rule('nobody applies twice to the same job', (company) =>
    repeated(
      company.of('applications').map(({ candidate_id, job_id }) => `${candidate_id} to job ${job_id}`),
      'the application of candidate',
    ),
  ),
  rule('the status of a candidate fits the applications', (company) => {
    const own = by(company.of('applications'), 'candidate_id');
    const age = (date: unknown) => day(company.date) - day(date);
    return among(company, 'candidates', (candidate) => !statusFits(candidate, own.get(candidate.id!) ?? [], age));
  }),
  rule('a candidate is known before the first application', (company) =>
    among(
      company,
      'applications',
      ({ candidate_id, created }) => text(company.find('candidates', candidate_id)!.created) > text(created),
    ),
  ),
  rule('referrals, and only they, name an employee who was there', (company) =>
    among(company, 'candidates', ({ source, referred_by, created }) => {
      if (source !== 'referral' || referred_by === null) return source === 'referral' || referred_by !== null;
      const known = text(created).slice(0, 10);
      const { date_of_joining, termination_date } = company.find('employees', referred_by)!;
      return text(date_of_joining) > known || text(termination_date ?? '9999') < known;
    }),
  ),
];

function isHire(person: DemoRecord, from: DemoRecord, to: DemoRecord, application: DemoRecord): boolean {
  const same = [
    [person.first_name, from.first_name],
    [person.last_name, from.last_name],
    [person.designation, to.title],
    [person.dept_id, to.dept_id],
    [person.branch, to.location],
    [person.employment_type, to.employment_type],
    [from.status, 'hired'],
  ];
  const later = text(person.date_of_joining) > text(application.stage_entered_on);
  return later && same.every(([a, b]) => a === b);
}

function statusFits(candidate: DemoRecord, made: readonly DemoRecord[], age: (date: unknown) => number): boolean {
  const statuses = made.map(({ status }) => status);
  const settled = statuses.every((status) => status === 'rejected' || status === 'withdrawn');
  const fits: Record<string, boolean> = {
    hired: statuses.includes('hired'),
    active: statuses.includes('active'),
    rejected: statuses.length > 0 && statuses.every((status) => status === 'rejected'),
    withdrawn: settled && statuses.includes('withdrawn'),
    new:
      age(candidate.created) <= 45 &&
      made.every(({ stage, applied_on }) => stage === 'applied' && age(applied_on) <= 15),
    archived: settled && age(candidate.created) >= 270,
  };
  return fits[text(candidate.status)] === true;
}
