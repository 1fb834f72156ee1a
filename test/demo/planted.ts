// Ways to break each rule of the demo data. Each changes records of the standard company, and returns a pattern of what
// the rule has to find.
import type { DemoRecord } from '../../src/demo/demo.ts';

type Of = (resource: string) => DemoRecord[];
type Plant = (of: Of) => RegExp;

/** Changes the first record that matches. */
const change =
  (resource: string, values: Partial<DemoRecord>, fits: (record: DemoRecord) => boolean = () => true): Plant =>
  (of) => {
    const record = of(resource).find(fits)!;
    Object.assign(record, values);
    return new RegExp(`^${resource} ${record.id}$`);
  };

const is = (field: string, value: unknown) => (record: DemoRecord) => record[field] === value;

/** Gives one record the value of another. */
const same =
  (resource: string, fields: string[], what: RegExp): Plant =>
  (of) => {
    const [a, b] = of(resource) as [DemoRecord, DemoRecord];
    for (const field of fields) b[field] = a[field]!;
    return what;
  };

export const PLANTED: Readonly<Record<string, readonly Plant[]>> = {
  'ids run from 1 without gaps': [change('leave', { id: 99_999 }), change('attendance', { id: 99_999 })],
  'words are those of the vocabulary': [change('jobs', { status: 'gone' }), change('attendance', { status: 'asleep' })],
  'references lead somewhere': [
    change('applications', { job_id: 99_999 }),
    change('attendance', { employee_id: 99_999 }),
    change('candidates', { referred_by: 99_999 }),
  ],
  'dates and timestamps are real and written alike': [
    change('leave', { applied_on: '2026-02-30' }),
    change('jobs', { created: '2026-02-03 10:00:00' }),
    change('employees', { probation_end: 'soon' }),
  ],
  'what has happened lies before the end of the date, and timestamps before its beginning': [
    change('candidates', { created: '2026-11-15T00:00:00Z' }),
    change('attendance', { att_date: '2026-11-16' }),
    change('employees', { date_of_joining: '2026-11-16' }),
  ],
  'JSON parses, colours, URLs, domains, locales, zones and slugs are valid': [
    change('organizations', { settings_json: '{' }),
    change('brands', { primary_color: 'red' }),
    change('candidates', { phone: '+49 30 123456' }),
    change('career-sites', { logo_url: 'https://real.com/logo' }),
    change('organizations', { timezone: 'Mars/Olympus' }),
  ],
  'codes and addresses are unique and at reserved domains': [
    change('employees', { email: 'someone@company.com' }),
    same('employees', ['email'], /^the address /),
    same('employees', ['code'], /^the code /),
  ],
  'managers form one tree, joined before those they manage, and are there': [
    change('employees', { manager_id: null }, (person) => person.manager_id === 1),
    (of) => {
      const [boss, other] = [of('employees')[0]!, of('employees').find(is('manager_id', 1))!];
      boss.manager_id = other.id!;
      return /^employees 1$/;
    },
    change('employees', { date_of_joining: '1990-01-01' }, (person) => person.manager_id === 1),
  ],
  'the terminated have a date after joining and are alumni, the others are not': [
    change('employees', { alumni: 1 }, is('status', 'active')),
    change('employees', { termination_date: null }, is('status', 'terminated')),
    change('employees', { termination_date: '1990-01-01' }, is('status', 'terminated')),
  ],
  'salary lies in the band of title and branch, and a title belongs to one department': [
    change('employees', { base_salary: 1 }),
    change('employees', { designation: 'Wizard' }),
    (of) => {
      const [, [a]] = [...Map.groupBy(of('employees'), ({ designation }) => designation)].find(
        ([, people]) => people.length > 1,
      )! as [unknown, DemoRecord[]];
      a!.dept_id = (Number(a!.dept_id) % 12) + 1;
      return new RegExp(`^the title ${a!.designation}$`);
    },
  ],
  'onboarding is who joined in the last 30 days; nobody stays an intern for a year': [
    change('employees', { status: 'active' }, is('status', 'onboarding')),
    change('employees', { employment_type: 'intern' }, is('id', 1)),
  ],
  'leave starts and ends on working days and counts those between': [
    change('leave', { days: 99 }),
    change('leave', { from_date: '2026-11-14' }),
    change('leave', { to_date: '1990-01-01' }),
  ],
  'leave is asked for before it starts, except when sick': [
    (of) => {
      const leave = of('leave').find(is('leave_type', 'annual'))!;
      leave.applied_on = leave.from_date!;
      return new RegExp(`^leave ${leave.id}$`);
    },
  ],
  'leave lies within the employment, and approved leave does not overlap': [
    change('leave', { applied_on: '1990-01-01' }),
    (of) => {
      const leave = of('leave').find(is('status', 'approved'))!;
      of('leave').push({ ...leave, id: 99_999 });
      return /^leave 99999$/;
    },
  ],
  'pending leave lies ahead, or has just begun': [
    change('leave', { from_date: '2026-11-02' }, is('status', 'pending')),
  ],
  'whoever is on approved leave on the last working day has the status on_leave, nobody else': [
    change('employees', { status: 'active' }, is('status', 'on_leave')),
    change('employees', { status: 'on_leave' }, is('status', 'active')),
  ],
  'attendance is one row per employed person and working day of the window, by day and person': [
    change('attendance', { att_date: '2026-11-14' }),
    (of) => {
      const { att_date, employee_id } = of('attendance').pop()!;
      return new RegExp(`^no attendance on the ${att_date} of employee ${employee_id}$`);
    },
    (of) => {
      of('attendance').push({ ...of('attendance')[0]!, id: 99_999 });
      return /^attendance 99999$/;
    },
  ],
  'attendance is on_leave on the days of approved leave and on no others': [
    change('attendance', { status: 'on_leave' }, is('status', 'present')),
    change('attendance', { status: 'present' }, is('status', 'on_leave')),
  ],
  'hours fit the status': [
    change('attendance', { hours: 8 }, is('status', 'absent')),
    change('attendance', { hours: 24 }),
  ],
  'filled counts the hired applications, never over headcount, and a filled job is full': [
    change('jobs', { filled: 99, headcount: 99 }, is('status', 'open')),
    change('jobs', { headcount: 0 }, is('status', 'filled')),
    change('jobs', { status: 'open' }, is('status', 'filled')),
  ],
  'the stage is one of the job, whose stages stand in the usual order': [
    change('jobs', { stages_json: '["hired","offer","interview","screening","applied"]' }),
    change('jobs', { stages_json: null }),
    change('applications', { stage: 'tea' }),
  ],
  'pay is the band of the title in the currency of the place': [
    change('jobs', { comp_min: 1 }),
    change('jobs', { currency: 'XTS' }),
    change('jobs', { comp_min: 9, comp_max: 8 }),
  ],
  'the hiring manager is an active lead of the department who was there': [
    (of) => {
      const job = of('jobs')[0]!;
      job.hiring_manager_id = of('employees').find(is('status', 'terminated'))!.id!;
      return /^jobs 1$/;
    },
    change('jobs', { hiring_manager_id: null }),
  ],
  'jobs are created, opened and due in that order, and have unique codes of their year': [
    change('jobs', { opened_on: '1990-01-01' }, is('status', 'open')),
    change('jobs', { opened_on: null }, is('status', 'open')),
    change('jobs', { target_date: '1990-01-01' }),
    same('jobs', ['code'], /^the code /),
  ],
  'a hired application has its employee, of the same name, job and place, who joined later': [
    (of) => {
      const application = of('applications').find(is('status', 'hired'))!;
      of('employees').find(is('candidate_id', application.candidate_id))!.date_of_joining = '1990-01-01';
      return new RegExp(`^applications ${application.id}$`);
    },
    (of) => {
      const application = of('applications').find(is('status', 'hired'))!;
      of('employees').find(is('candidate_id', application.candidate_id))!.candidate_id = null;
      return new RegExp(`^applications ${application.id}$`);
    },
    change('applications', { stage: 'offer' }, is('status', 'hired')),
  ],
  'an employee from a candidate has exactly one hired application; so does a hired candidate': [
    change('employees', { candidate_id: 99_999 }),
    change('candidates', { status: 'hired' }, is('status', 'new')),
  ],
  'everyone of the last 270 days came through an opening, and nobody else': [
    change('employees', { candidate_id: null }, ({ candidate_id }) => candidate_id !== null),
    change('employees', { candidate_id: 1 }, is('candidate_id', null)),
  ],
  'applications come while the job is open, drafts get none, active ones are on live jobs': [
    change('applications', { applied_on: '1990-01-01' }),
    (of) => {
      const application = of('applications').find(is('status', 'active'))!;
      application.job_id = of('jobs').find(is('status', 'filled'))!.id!;
      return new RegExp(`^applications ${application.id}$`);
    },
  ],
  'application days stand in order, reasons are with rejections, ratings in half steps': [
    change('applications', { stage_entered_on: '1990-01-01' }),
    change('applications', { rejection_reason: null }, is('status', 'rejected')),
    change('applications', { rating: 3.3 }),
  ],
  'nobody applies twice to the same job': [
    same('applications', ['candidate_id', 'job_id'], /^the application of candidate \d+ to job \d+$/),
  ],
  'the status of a candidate fits the applications': [
    change('candidates', { status: 'rejected' }, is('status', 'hired')),
    change('candidates', { status: 'archived' }, is('status', 'new')),
    change('candidates', { status: 'unheard of' }),
  ],
  'a candidate is known before the first application': [change('applications', { created: '1990-01-01T10:00:00Z' })],
  'referrals, and only they, name an employee who was there': [
    change('candidates', { referred_by: null }, is('source', 'referral')),
    change('candidates', { referred_by: 1 }, is('source', 'job_board')),
    change('candidates', { created: '1990-01-01T10:00:00Z' }, is('source', 'referral')),
  ],
  'slugs are unique where the service asks for it': [
    same('organizations', ['slug'], /^the slug of organizations /),
    same('career-sites', ['slug'], /^the slug of career-sites /),
    same('brands', ['organization_id', 'slug'], /^the slug of brands /),
    same('job-distributions', ['career_site_id', 'locale', 'slug'], /^the slug of job-distributions /),
  ],
  'a team stands below one of the same organization that comes before it': [
    (of) => {
      const team = of('organization-teams').at(-1)!;
      team.parent_id = team.id!;
      return new RegExp(`^organization-teams ${team.id}$`);
    },
    (of) => {
      const team = of('organization-teams').find(({ parent_id }) => parent_id !== null)!;
      team.organization_id = 99_999;
      return new RegExp(`^organization-teams ${team.id}$`);
    },
  ],
  'only live jobs are published, drafts are nowhere, and what was public has its moment': [
    change('job-distributions', { published_at: null }, is('status', 'published')),
    (of) => {
      const shown = of('job-distributions').find(is('status', 'published'))!;
      shown.job_posting_id = of('jobs').find(is('status', 'filled'))!.id!;
      return new RegExp(`^job-distributions ${shown.id}$`);
    },
    (of) => {
      const shown = of('job-distributions')[0]!;
      shown.job_posting_id = of('jobs').find(is('status', 'draft'))!.id!;
      return new RegExp(`^job-distributions ${shown.id}$`);
    },
  ],
  'an advertisement is in a language that its text is in': [
    change('job-distributions', { locale: 'de' }, is('locale', 'en-GB')),
    change('job-distributions', { locale: 'en' }, is('locale', 'fr')),
    (of) => {
      const shown = of('job-distributions')[0]!;
      of('jobs').find(is('id', shown.job_posting_id))!.description = 'Work.';
      return new RegExp(`^job-distributions ${shown.id}$`);
    },
  ],
  'logos are among those that the service has': [
    change('brands', { favicon_url: '/careers/logos/unknown.svg' }),
    change('brands', { logo_url: null }),
    change('career-sites', { logo_url: 'https://assets.alderwick.example/logo.svg' }),
  ],
  'every brand has an address for applications': [
    change('brands', { settings_json: '{"tone":"plain"}' }),
    change('brands', { settings_json: '{"apply_email":"someone"}' }),
    change('brands', { settings_json: null }),
  ],
  'the country of an advertised job is known, and the same by its organization': [
    (of) => {
      const shown = of('job-distributions')[0]!;
      of('jobs').find(is('id', shown.job_posting_id))!.location = 'Atlantis';
      return new RegExp(`^job-distributions ${shown.id}$`);
    },
    change('organizations', { settings_json: '{"places":{"London":"CA"}}' }),
    change('organizations', { settings_json: '{"places":{}}' }),
  ],
};
