// What the demo data must keep true, checked on the records alone, for several sizes, seeds and dates.
import { describe, expect, test } from 'bun:test';
import { type DemoOptions, type DemoRecord, demo, demoSize } from '../src/demo/demo.ts';
import { band } from '../src/demo/ladders.ts';

const FIELDS: Record<string, string> = {
  employees:
    'id code first_name last_name email dept_id designation manager_id branch status date_of_joining gender base_salary candidate_id employment_type probation_end termination_date alumni password_hash',
  departments: 'id name',
  leave: 'id employee_id leave_type from_date to_date days status reason applied_on',
  attendance: 'id employee_id att_date status hours',
  jobs: 'id code title dept_id hiring_manager_id headcount filled comp_min comp_max currency location remote_policy employment_type status description requirements stages_json opened_on target_date created',
  candidates:
    'id first_name last_name email phone location headline current_title current_employer years_experience linkedin_url source referred_by consent_at status notes created',
  applications: 'id candidate_id job_id stage status applied_on stage_entered_on rating rejection_reason created',
  organizations: 'id name slug default_locale timezone settings_json created',
  brands:
    'id organization_id name slug logo_url favicon_url primary_color accent_color custom_domain settings_json created updated',
  'career-sites':
    'id name slug headline introduction brand_color accent_color logo_url privacy_policy_url custom_domain is_active created updated',
  'organization-teams': 'id organization_id parent_id name country department_id settings_json',
  'job-distributions': 'id job_posting_id career_site_id brand_id locale slug status published_at',
};

const VOCABULARY: Record<string, Record<string, string>> = {
  employees: {
    status: 'active on_leave onboarding terminated',
    employment_type: 'full_time part_time contract intern temporary',
    gender: 'female male non_binary undisclosed',
  },
  leave: {
    leave_type: 'annual sick personal parental unpaid compensatory bereavement study',
    status: 'pending approved rejected cancelled',
  },
  attendance: { status: 'present remote late half_day on_leave absent' },
  jobs: {
    status: 'draft open on_hold filled closed cancelled',
    remote_policy: 'on_site hybrid remote',
    employment_type: 'full_time part_time contract intern temporary',
  },
  candidates: {
    status: 'new active hired rejected withdrawn archived',
    source: 'career_site job_board referral sourced social agency event',
  },
  applications: {
    status: 'active rejected hired withdrawn',
    stage: 'applied screening assessment interview offer hired',
  },
  'job-distributions': { status: 'draft pending published expired removed failed', locale: 'en en-GB de fr' },
};

const REFERENCES: Record<string, Record<string, string>> = {
  employees: { dept_id: 'departments', manager_id: 'employees', candidate_id: 'candidates' },
  leave: { employee_id: 'employees' },
  attendance: { employee_id: 'employees' },
  jobs: { dept_id: 'departments', hiring_manager_id: 'employees' },
  candidates: { referred_by: 'employees' },
  applications: { candidate_id: 'candidates', job_id: 'jobs' },
  brands: { organization_id: 'organizations' },
  'organization-teams': {
    organization_id: 'organizations',
    parent_id: 'organization-teams',
    department_id: 'departments',
  },
  'job-distributions': { job_posting_id: 'jobs', career_site_id: 'career-sites', brand_id: 'brands' },
};

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
const PHONE =
  /^\+(1 \d{3}-555-01\d\d|44 20 7946 0\d{3}|44 7700 900\d{3}|33 1 99 00 \d\d \d\d|33 6 39 98 \d\d \d\d|49 30 23125 \d{3}|61 2 5550 \d{4}|61 491 570 (006|156|157|158)|353 20 91\d \d{4})$/;
const SLUG = /^[\p{L}\p{N}]+([-_.][\p{L}\p{N}]+)*$/u;
const STAGES = ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'];

const CASES: DemoOptions[] = [
  { date: '2026-11-15' },
  { date: '2026-11-13', seed: 3 },
  { date: '2026-06-09', employees: 10, candidates: 20 },
  { date: '2027-01-01', employees: 3, candidates: 9 },
  { date: '2026-09-21', employees: 1, candidates: 0 },
  { date: '2026-03-22', employees: 1000, seed: 7, attendanceDays: 30 },
  { date: '2026-11-15', employees: 5000, seed: 5, attendanceDays: 3 },
  { date: '2028-02-29', employees: 60, seed: 42, attendanceDays: 200 },
];

type Data = {
  name: string;
  options: DemoOptions;
  all: Map<string, DemoRecord[]>;
  of: (resource: string) => DemoRecord[];
};

function generate(options: DemoOptions): Data {
  const all = new Map<string, DemoRecord[]>();
  for (const { resource, records } of demo(options)) all.set(resource, [...(all.get(resource) ?? []), ...records]);
  const name = Object.values(options).join(' ');
  return { name, options, all, of: (resource) => all.get(resource) ?? [] };
}

const DATA = CASES.map(generate);
const [standard] = DATA as [Data, ...Data[]];

/** Finds a record by its id; null when there is none. */
const by = (records: DemoRecord[]) => (id: unknown) => records[Number(id) - 1] ?? null;
const count = (records: DemoRecord[], field: string) => Map.groupBy(records, (record) => record[field]);
const text = (value: unknown): string => String(value);
const day = (date: unknown): number => Date.parse(`${text(date).slice(0, 10)}T00:00:00Z`) / 86_400_000;
const weekend = (date: unknown): boolean => [0, 6].includes(new Date(text(date)).getUTCDay());
const isDate = (value: unknown): boolean => new Date(`${text(value)}T00:00:00Z`).toISOString().startsWith(text(value));

function workdays(from: unknown, to: unknown): string[] {
  const days: string[] = [];
  for (let n = day(from); n <= day(to); n++) {
    const date = new Date(n * 86_400_000).toISOString().slice(0, 10);
    if (!weekend(date)) days.push(date);
  }
  return days;
}

function lastWorkday(date: string): string {
  const before = new Date((day(date) - 6) * 86_400_000).toISOString();
  return workdays(before, date).at(-1) ?? date;
}

/** One rule, tried on every data set; `broken` returns what breaks it, so a failure shows the culprits. */
function rule(name: string, broken: (data: Data) => unknown[]): void {
  test.each(DATA)(`${name} ($name)`, (data) => {
    expect(broken(data).slice(0, 5)).toEqual([]);
  });
}

const everyResource = (data: Data, broken: (record: DemoRecord, resource: string) => boolean): unknown[] =>
  [...data.all].flatMap(([resource, records]) => records.filter((record) => broken(record, resource)));

describe('shape', () => {
  rule('every record has the fields of the specification, in their order', (data) =>
    everyResource(data, (record, resource) => Object.keys(record).join(' ') !== FIELDS[resource]),
  );
  rule('ids run from 1 without gaps', (data) =>
    [...data.all.values()].flatMap((records) => records.filter((record, index) => record.id !== index + 1)),
  );
  rule('words are those of the vocabulary', (data) =>
    everyResource(data, (record, resource) =>
      Object.entries(VOCABULARY[resource] ?? {}).some(
        ([field, words]) => !words.split(' ').includes(text(record[field])),
      ),
    ),
  );
  rule('references lead somewhere', (data) =>
    everyResource(data, (record, resource) =>
      Object.entries(REFERENCES[resource] ?? {}).some(([field, target]) => {
        return record[field] !== null && by(data.of(target))(record[field]) === null;
      }),
    ),
  );
  rule('dates and timestamps are real and written alike', (data) =>
    everyResource(data, (record) =>
      Object.entries(record).some(([field, value]) => {
        if (value === null) return false;
        if (/^(created|updated|\w+_at)$/.test(field))
          return !/^\d{4}-\d\d-\d\dT[0-2]\d:[0-5]\d:[0-5]\dZ$/.test(text(value));
        return /_(date|on|end|joining)$|_date_|^date_/.test(field) && !isDate(value);
      }),
    ),
  );
  rule('what has happened lies before the end of the date, and timestamps before its beginning', (data) => {
    const past = /^(created|updated|\w+_at|\w+_on|att_date|date_of_joining|termination_date)$/;
    return everyResource(data, (record) =>
      Object.entries(record).some(([field, value]) => {
        const late = text(value).length > 10 ? text(value) >= data.options.date : text(value) > data.options.date;
        return value !== null && past.test(field) && late;
      }),
    );
  });
  rule('JSON parses, colours, URLs, domains, locales, zones and slugs are valid', (data) =>
    everyResource(data, (record) =>
      Object.entries(record).some(([field, value]) => value !== null && !valid(field, text(value))),
    ),
  );
});

function valid(field: string, value: string): boolean {
  if (field.endsWith('_json')) return typeof JSON.parse(value) === 'object';
  if (field.endsWith('_color')) return /^#[0-9a-f]{6}$/.test(value);
  if (field.endsWith('_url')) return /^https:\/\/([a-z]+\.)*example\/[\w./-]+$/.test(value);
  if (field === 'custom_domain') return /^[a-z]+\.[a-z-]+\.example$/.test(value);
  if (field.endsWith('locale')) return Intl.getCanonicalLocales(value)[0] === value;
  if (field === 'timezone') return new Intl.DateTimeFormat('en', { timeZone: value }) !== null;
  if (field === 'slug') return SLUG.test(value);
  if (field === 'country') return /^[A-Z]{2}$/.test(value);
  if (field === 'phone') return PHONE.test(value);
  return value.trim() === value && value !== '';
}

describe('people', () => {
  rule('codes and addresses are unique and at reserved domains', (data) => {
    const people = [...data.of('employees'), ...data.of('candidates')];
    const mails = people.map((person) => text(person.email));
    const codes = data.of('employees').map((person) => person.code);
    const odd = mails.filter((mail) => !/^[a-z0-9._]+@(alderwick\.example|example\.(com|org|net))$/.test(mail));
    return [...odd, ...twice(mails), ...twice(codes)];
  });
  rule('managers form one tree, joined before those they manage, and are there', (data) => {
    const find = by(data.of('employees'));
    const roots = data.of('employees').filter((person) => person.manager_id === null);
    const odd = data.of('employees').filter((person) => {
      let above = find(person.manager_id);
      if (above && text(above.date_of_joining) > text(person.date_of_joining)) return true;
      if (above && person.status !== 'terminated' && above.status === 'terminated') return true;
      for (let steps = 0; above; steps++) {
        if (steps > 20) return true;
        above = find(above.manager_id);
      }
      return false;
    });
    return [...odd, ...roots.slice(1), ...roots.filter((person) => person.designation !== 'Chief Executive Officer')];
  });
  rule('the terminated have a date after joining and are alumni, the others are not', (data) =>
    data.of('employees').filter((person) => {
      const gone = person.status === 'terminated';
      const order = text(person.termination_date) > text(person.date_of_joining);
      return person.alumni !== (gone ? 1 : 0) || (person.termination_date !== null) !== gone || (gone && !order);
    }),
  );
  rule('salary lies in the band of title and branch, and a title belongs to one department', (data) => {
    const titles = [...count(data.of('employees'), 'designation').values()];
    const odd = data.of('employees').filter((person) => {
      const [low, high] = band(text(person.designation), text(person.branch));
      return !(Number(person.base_salary) >= low && Number(person.base_salary) <= high);
    });
    return [...odd, ...titles.filter((people) => new Set(people.map((person) => person.dept_id)).size > 1)];
  });
  rule('onboarding is who joined in the last 30 days; nobody stays an intern for a year', (data) =>
    data.of('employees').filter((person) => {
      const tenure = day(person.termination_date ?? data.options.date) - day(person.date_of_joining);
      const long = person.employment_type === 'intern' && tenure > 200;
      return long || (person.status !== 'terminated' && (person.status === 'onboarding') !== tenure <= 30);
    }),
  );
});

function twice(values: unknown[]): unknown[] {
  const seen = new Set();
  return values.filter((value) => seen.size === seen.add(value).size);
}

const covers = (leave: DemoRecord, date: string): boolean =>
  text(leave.from_date) <= date && date <= text(leave.to_date);

describe('time', () => {
  rule('leave starts and ends on working days and counts those between', (data) =>
    data.of('leave').filter((leave) => {
      const days = workdays(leave.from_date, leave.to_date);
      return days[0] !== leave.from_date || days.at(-1) !== leave.to_date || days.length !== leave.days;
    }),
  );
  rule('leave is asked for before it starts, except when sick', (data) =>
    data.of('leave').filter((leave) => leave.leave_type !== 'sick' && text(leave.applied_on) >= text(leave.from_date)),
  );
  rule('leave lies within the employment, and approved leave does not overlap', (data) => {
    const find = by(data.of('employees'));
    const outside = data.of('leave').filter((leave) => {
      const person = find(leave.employee_id);
      const end = person?.termination_date ?? '9999';
      return (
        [leave.from_date, leave.applied_on].some((date) => text(date) < text(person?.date_of_joining)) ||
        text(leave.to_date) > text(end)
      );
    });
    const approved = data.of('leave').filter((leave) => leave.status === 'approved');
    const overlaps = [...count(approved, 'employee_id').values()].flatMap((own) =>
      own.filter((a) => own.some((b) => a !== b && covers(a, text(b.from_date)))),
    );
    return [...outside, ...overlaps];
  });
  rule('pending leave lies ahead, or has just begun', (data) =>
    data.of('leave').filter((leave) => leave.status === 'pending' && day(leave.from_date) < day(data.options.date) - 5),
  );
  rule('whoever is on approved leave on the last working day has the status on_leave, nobody else', (data) => {
    const today = lastWorkday(data.options.date);
    const away = data.of('leave').filter((leave) => leave.status === 'approved' && covers(leave, today));
    const ids = new Set(away.map((leave) => leave.employee_id));
    return data.of('employees').filter((person) => {
      return person.status !== 'terminated' && (person.status === 'on_leave') !== ids.has(person.id);
    });
  });
  rule('attendance is one row per employed person and working day of the window, by day and person', (data) => {
    const { date, attendanceDays = 90 } = data.options;
    const first = new Date((day(date) - attendanceDays + 1) * 86_400_000).toISOString();
    const expected = workdays(first, date).flatMap((today) =>
      data
        .of('employees')
        .filter((person) => text(person.date_of_joining) <= today && today <= text(person.termination_date ?? '9999'))
        .map((person) => `${today} ${person.id}`),
    );
    const rows = data.of('attendance').map((row) => `${row.att_date} ${row.employee_id}`);
    return rows.length === expected.length
      ? rows.filter((row, index) => row !== expected[index])
      : ['length', rows.length];
  });
  rule('attendance is on_leave on the days of approved leave and on no others', (data) => {
    const approved = data.of('leave').filter((leave) => leave.status === 'approved');
    const away = new Set(
      approved.flatMap((leave) =>
        workdays(leave.from_date, leave.to_date).map((date) => `${leave.employee_id} ${date}`),
      ),
    );
    return data.of('attendance').filter((row) => {
      return (row.status === 'on_leave') !== away.has(`${row.employee_id} ${row.att_date}`);
    });
  });
  rule('hours fit the status', (data) => {
    const range: Record<string, [number, number]> = {
      absent: [0, 0],
      on_leave: [0, 0],
      half_day: [2, 5],
      late: [3, 8],
    };
    return data.of('attendance').filter((row) => {
      const [low, high] = range[text(row.status)] ?? [4, 9];
      return !(Number(row.hours) >= low && Number(row.hours) <= high);
    });
  });
});

describe('hiring', () => {
  rule('filled counts the hired applications, never over headcount, and a filled job is full', (data) => {
    const hired = count(
      data.of('applications').filter((application) => application.status === 'hired'),
      'job_id',
    );
    return data.of('jobs').filter((job) => {
      const full = job.filled === job.headcount;
      return (
        job.filled !== (hired.get(job.id ?? 0)?.length ?? 0) ||
        Number(job.filled) > Number(job.headcount) ||
        full !== (job.status === 'filled')
      );
    });
  });
  rule('a hired application has its employee, of the same name, job and place, who joined later', (data) => {
    const people = count(data.of('employees'), 'candidate_id');
    const [candidate, job] = [by(data.of('candidates')), by(data.of('jobs'))];
    return data.of('applications').filter((application) => {
      if (application.status !== 'hired') return false;
      const own = people.get(application.candidate_id ?? 0) ?? [];
      const [person, from, to] = [own[0], candidate(application.candidate_id), job(application.job_id)];
      const same = [
        [person?.first_name, from?.first_name],
        [person?.last_name, from?.last_name],
        [person?.designation, to?.title],
        [person?.dept_id, to?.dept_id],
        [person?.branch, to?.location],
        [person?.employment_type, to?.employment_type],
        [from?.status, 'hired'],
        [application.stage, 'hired'],
      ];
      const later = text(person?.date_of_joining) > text(application.stage_entered_on);
      return own.length !== 1 || !later || same.some(([a, b]) => a !== b);
    });
  });
  rule('an employee from a candidate has exactly one hired application; so does a hired candidate', (data) => {
    const hired = count(
      data.of('applications').filter((application) => application.status === 'hired'),
      'candidate_id',
    );
    const sources = data
      .of('employees')
      .flatMap((person) => (person.candidate_id === null ? [] : [person.candidate_id]));
    const happy = data.of('candidates').filter((candidate) => candidate.status === 'hired');
    return [...sources, ...happy.map((candidate) => candidate.id)].filter((id) => hired.get(id ?? 0)?.length !== 1);
  });
  rule('everyone of the last 270 days came through an opening, and nobody else', (data) =>
    data.of('employees').filter((person) => {
      const recent = day(data.options.date) - day(person.date_of_joining) <= 270;
      return data.of('employees').length > 5 && recent !== (person.candidate_id !== null);
    }),
  );
  rule('the stage is one of the job, whose stages stand in the usual order', (data) => {
    const job = by(data.of('jobs'));
    const odd = data.of('jobs').filter(({ stages_json }) => {
      const stages: string[] = JSON.parse(text(stages_json));
      return stages.join() !== STAGES.filter((stage) => stages.includes(stage)).join() || stages.length < 5;
    });
    const lost = data
      .of('applications')
      .filter(({ job_id, stage }) => !JSON.parse(text(job(job_id)?.stages_json)).includes(stage));
    return [...odd, ...lost];
  });
  rule('pay is the band of the title in the currency of the place', (data) =>
    data.of('jobs').filter((job) => {
      const [low, high] = band(text(job.title), text(job.location));
      return (
        job.comp_min !== low || job.comp_max !== high || low > high || job.currency !== CURRENCY[text(job.location)]
      );
    }),
  );
  rule('the hiring manager is an active lead of the department who was there', (data) => {
    const person = by(data.of('employees'));
    const leads = new Set(data.of('employees').map((employee) => employee.manager_id));
    return data.of('jobs').filter((job) => {
      const manager = person(job.hiring_manager_id);
      const there = text(manager?.date_of_joining) <= text(job.created).slice(0, 10);
      const leading = leads.has(manager?.id ?? 0) || manager?.manager_id === 1 || manager?.id === 1;
      return manager?.status !== 'active' || manager.dept_id !== job.dept_id || !there || !leading;
    });
  });
  rule('jobs are created, opened and due in that order, and have unique codes of their year', (data) => {
    const odd = data.of('jobs').filter((job) => {
      const created = text(job.created).slice(0, 10);
      const opened = text(job.opened_on ?? created);
      const draft = (job.opened_on === null) === (job.status === 'draft');
      return (
        !draft ||
        created > opened ||
        text(job.target_date) <= opened ||
        !text(job.code).startsWith(`JOB-${created.slice(0, 4)}-`)
      );
    });
    return [...odd, ...twice(data.of('jobs').map((job) => job.code))];
  });
  rule('applications come while the job is open, drafts get none, active ones are on live jobs', (data) => {
    const job = by(data.of('jobs'));
    return data.of('applications').filter((application) => {
      const to = job(application.job_id);
      const live = to?.status === 'open' || to?.status === 'on_hold';
      const early = text(application.applied_on) < text(to?.opened_on);
      return to?.status === 'draft' || early || (application.status === 'active' && !live);
    });
  });
  rule('application days stand in order, reasons are with rejections, ratings in half steps', (data) =>
    data
      .of('applications')
      .filter(({ applied_on, stage_entered_on, created, status, rejection_reason, rating, stage }) => {
        const ordered = text(applied_on) <= text(stage_entered_on) && text(created).startsWith(text(applied_on));
        const rated =
          rating === null || (stage !== 'applied' && [2, 3, 4, 5, 6, 7, 8, 9, 10].includes(Number(rating) * 2));
        return !ordered || !rated || (status === 'rejected') !== (rejection_reason !== null);
      }),
  );
  rule('nobody applies twice to the same job', (data) => {
    const pairs = data.of('applications').map(({ candidate_id, job_id }) => `${candidate_id} ${job_id}`);
    return twice(pairs);
  });
  rule('the status of a candidate fits the applications', (data) => {
    const own = count(data.of('applications'), 'candidate_id');
    const age = (date: unknown) => day(data.options.date) - day(date);
    return data.of('candidates').filter((candidate) => {
      const made = own.get(candidate.id ?? 0) ?? [];
      const statuses = made.map((application) => application.status);
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
      return !fits[text(candidate.status)];
    });
  });
  rule('a candidate is known before the first application', (data) => {
    const candidate = by(data.of('candidates'));
    return data
      .of('applications')
      .filter(({ candidate_id, created }) => text(candidate(candidate_id)?.created) > text(created));
  });
  rule('referrals, and only they, name an employee who was there', (data) => {
    const person = by(data.of('employees'));
    return data.of('candidates').filter(({ source, referred_by, created }) => {
      if (source !== 'referral' || referred_by === null) return source === 'referral' || referred_by !== null;
      const known = text(created).slice(0, 10);
      const { date_of_joining, termination_date } = person(referred_by) ?? {};
      return text(date_of_joining) > known || text(termination_date ?? '9999') < known;
    });
  });
});

describe('enterprise', () => {
  rule('slugs are unique where the service asks for it', (data) => [
    ...twice(data.of('organizations').map(({ slug }) => slug)),
    ...twice(data.of('career-sites').map(({ slug }) => slug)),
    ...twice(data.of('brands').map(({ organization_id, slug }) => `${organization_id} ${slug}`)),
    ...twice(
      data.of('job-distributions').map(({ career_site_id, locale, slug }) => `${career_site_id} ${locale} ${slug}`),
    ),
  ]);
  rule('a team stands below one of the same organization that comes before it', (data) => {
    const team = by(data.of('organization-teams'));
    return data.of('organization-teams').filter(({ id, parent_id, organization_id }) => {
      return (
        parent_id !== null && (Number(parent_id) >= Number(id) || team(parent_id)?.organization_id !== organization_id)
      );
    });
  });
  rule('only live jobs are published, drafts are nowhere, and what was public has its moment', (data) => {
    const job = by(data.of('jobs'));
    const site = by(data.of('career-sites'));
    return data.of('job-distributions').filter(({ job_posting_id, career_site_id, status, published_at }) => {
      const shown = job(job_posting_id);
      const live = (shown?.status === 'open' || shown?.status === 'on_hold') && site(career_site_id)?.is_active === 1;
      const was = ['published', 'expired', 'removed'].includes(text(status));
      const early = was && text(published_at).slice(0, 10) < text(shown?.opened_on);
      return shown?.status === 'draft' || (status === 'published' && !live) || was !== (published_at !== null) || early;
    });
  });
});

describe('sizes', () => {
  test('the standard set is as large as promised', () => {
    const about: Record<string, [number, number]> = {
      employees: [240, 240],
      departments: [12, 12],
      leave: [540, 660],
      attendance: [12000, 15500],
      jobs: [40, 40],
      candidates: [600, 600],
      applications: [820, 980],
      organizations: [3, 3],
      brands: [5, 5],
      'career-sites': [4, 4],
      'organization-teams': [28, 32],
      'job-distributions': [70, 95],
    };
    for (const [resource, [least, most]] of Object.entries(about)) {
      expect(standard.of(resource).length).toBeWithin(least, most + 1);
    }
  });
  test('the standard set shows every status, several branches, and a funnel that narrows', () => {
    for (const [resource, words] of Object.entries(VOCABULARY)) {
      for (const [field, list] of Object.entries(words)) {
        if (field === 'employment_type') continue;
        const seen = new Set(standard.of(resource).map((record) => record[field]));
        expect([resource, field, ...list.split(' ').filter((word) => !seen.has(word))]).toEqual([resource, field]);
      }
    }
    expect(count(standard.of('employees'), 'branch').size).toBeGreaterThan(5);
    const stages = count(standard.of('applications'), 'stage');
    const funnel = ['applied', 'screening', 'interview', 'offer'].map((stage) => stages.get(stage)?.length ?? 0);
    expect(funnel).toEqual(funnel.toSorted((a, b) => b - a));
  });
  test('every department has somebody, and batches stay small', () => {
    expect(count(standard.of('employees'), 'dept_id').size).toBe(12);
    for (const { records } of demo({ date: '2026-11-15', employees: 1000 })) expect(records.length).toBeWithin(1, 5001);
  });
  test.each(DATA)('the estimate is close ($name)', ({ options, all }) => {
    const total = [...all.values()].reduce((sum, records) => sum + records.length, 0);
    expect(Math.abs(demoSize(options) - total) / total).toBeLessThan((options.employees ?? 240) < 60 ? 0.5 : 0.05);
  });
});

describe('determinism', () => {
  const bytes = (data: Data): string => JSON.stringify([...data.all]);
  test('the same options give the same bytes', () => {
    for (const data of DATA) expect(bytes(generate(data.options)) === bytes(data)).toBe(true);
  });
  test('another seed or date gives other data', () => {
    expect(bytes(generate({ ...standard.options, seed: 2 })) === bytes(standard)).toBe(false);
    expect(bytes(generate({ ...standard.options, date: '2026-11-16' })) === bytes(standard)).toBe(false);
  });
});
