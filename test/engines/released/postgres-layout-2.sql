CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE applications (
    id bigint NOT NULL,
    candidate_id bigint NOT NULL,
    job_id bigint NOT NULL,
    stage text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    applied_on text COLLATE pg_catalog."C",
    stage_entered_on text COLLATE pg_catalog."C",
    rating double precision,
    rejection_reason text COLLATE pg_catalog."C",
    created text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE applications_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE attendance (
    id bigint NOT NULL,
    employee_id bigint,
    att_date text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    hours double precision,
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE attendance_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE brands (
    id bigint NOT NULL,
    organization_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    logo_url text COLLATE pg_catalog."C",
    favicon_url text COLLATE pg_catalog."C",
    primary_color text COLLATE pg_catalog."C",
    accent_color text COLLATE pg_catalog."C",
    custom_domain text COLLATE pg_catalog."C",
    settings_json text COLLATE pg_catalog."C",
    created text NOT NULL COLLATE pg_catalog."C",
    updated text NOT NULL COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE brands_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE candidates (
    id bigint NOT NULL,
    first_name text COLLATE pg_catalog."C",
    last_name text COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    location text COLLATE pg_catalog."C",
    headline text COLLATE pg_catalog."C",
    current_title text COLLATE pg_catalog."C",
    current_employer text COLLATE pg_catalog."C",
    years_experience double precision,
    linkedin_url text COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    referred_by bigint,
    consent_at text COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    notes text COLLATE pg_catalog."C",
    created text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE candidates_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE career_sites (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    headline text COLLATE pg_catalog."C",
    introduction text COLLATE pg_catalog."C",
    brand_color text NOT NULL COLLATE pg_catalog."C",
    accent_color text NOT NULL COLLATE pg_catalog."C",
    logo_url text COLLATE pg_catalog."C",
    privacy_policy_url text COLLATE pg_catalog."C",
    custom_domain text COLLATE pg_catalog."C",
    is_active bigint NOT NULL,
    created text NOT NULL COLLATE pg_catalog."C",
    updated text NOT NULL COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE career_sites_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE departments (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE departments_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE employees (
    id bigint NOT NULL,
    code text COLLATE pg_catalog."C",
    first_name text COLLATE pg_catalog."C",
    last_name text COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    dept_id bigint,
    designation text COLLATE pg_catalog."C",
    manager_id bigint,
    branch text COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    date_of_joining text COLLATE pg_catalog."C",
    gender text COLLATE pg_catalog."C",
    base_salary double precision,
    candidate_id bigint,
    employment_type text COLLATE pg_catalog."C",
    probation_end text COLLATE pg_catalog."C",
    termination_date text COLLATE pg_catalog."C",
    alumni bigint NOT NULL,
    password_hash text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE employees_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE job_distributions (
    id bigint NOT NULL,
    job_posting_id bigint NOT NULL,
    career_site_id bigint NOT NULL,
    brand_id bigint,
    locale text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    published_at text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE job_distributions_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE jobs (
    id bigint NOT NULL,
    code text COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    dept_id bigint,
    hiring_manager_id bigint,
    headcount bigint NOT NULL,
    filled bigint NOT NULL,
    comp_min double precision,
    comp_max double precision,
    currency text COLLATE pg_catalog."C",
    location text COLLATE pg_catalog."C",
    remote_policy text COLLATE pg_catalog."C",
    employment_type text COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    description text COLLATE pg_catalog."C",
    requirements text COLLATE pg_catalog."C",
    stages_json text COLLATE pg_catalog."C",
    opened_on text COLLATE pg_catalog."C",
    target_date text COLLATE pg_catalog."C",
    created text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE jobs_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE leave (
    id bigint NOT NULL,
    employee_id bigint,
    leave_type text NOT NULL COLLATE pg_catalog."C",
    from_date text COLLATE pg_catalog."C",
    to_date text COLLATE pg_catalog."C",
    days double precision,
    status text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    applied_on text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE leave_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE organization_teams (
    id bigint NOT NULL,
    organization_id bigint NOT NULL,
    parent_id bigint,
    name text NOT NULL COLLATE pg_catalog."C",
    country text COLLATE pg_catalog."C",
    department_id bigint,
    settings_json text COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE organization_teams_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE organizations (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    default_locale text NOT NULL COLLATE pg_catalog."C",
    timezone text NOT NULL COLLATE pg_catalog."C",
    settings_json text COLLATE pg_catalog."C",
    created text NOT NULL COLLATE pg_catalog."C",
    json text NOT NULL COLLATE pg_catalog."C",
    search text NOT NULL COLLATE pg_catalog."C",
    search_private text NOT NULL COLLATE pg_catalog."C",
    short_grams integer[] NOT NULL
);
CREATE SEQUENCE organizations_ids
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE workforce_counts (
    resource text NOT NULL,
    field text NOT NULL,
    value text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL
);
CREATE TABLE workforce_idempotency (
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL,
    resource text NOT NULL,
    id bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE workforce_landmarks (
    resource text NOT NULL,
    field text NOT NULL,
    value text NOT NULL COLLATE pg_catalog."C",
    place bigint NOT NULL,
    id bigint NOT NULL
);
CREATE TABLE workforce_meta (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE workforce_sealed (
    resource text NOT NULL,
    id bigint NOT NULL
);
INSERT INTO brands VALUES (1, 1, 'Harbour', 'harbour', NULL, NULL, 'teal', NULL, NULL, NULL, '2026-11-16T05:12:34', '2026-11-16T05:12:34', '{"id":1,"organization_id":1,"name":"Harbour","slug":"harbour","logo_url":null,"favicon_url":null,"primary_color":"teal","accent_color":null,"custom_domain":null,"settings_json":null,"created":"2026-11-16T05:12:34Z","updated":"2026-11-16T05:12:34Z"}', 'harbour
harbour
teal', '', '{104,6815841,97,6357106,114,7471202,98,6422639,111,7274613,117,7667826,116,7602277,101,6619233,6357100,108}');
INSERT INTO career_sites VALUES (1, 'Jobs at Harbour', 'harbour-jobs', NULL, NULL, '#1d4ed8', '#f59e0b', NULL, NULL, NULL, 0, '2026-11-16T05:12:34', '2026-11-16T05:12:34', '{"id":1,"name":"Jobs at Harbour","slug":"harbour-jobs","headline":null,"introduction":null,"brand_color":"#1d4ed8","accent_color":"#f59e0b","logo_url":null,"privacy_policy_url":null,"custom_domain":null,"is_active":0,"created":"2026-11-16T05:12:34Z","updated":"2026-11-16T05:12:34Z"}', 'jobs at harbour
harbour-jobs
#1d4ed8
#f59e0b', '', '{106,6946927,111,7274594,98,6422643,115,97,6357108,116,104,6815841,6357106,114,7471202,6422639,7274613,117,7667826,7471149,45,2949226,35,2293809,49,3211364,100,6553652,52,3407973,101,6619236,6553656,56,2293862,102,6684725,53,3473465,57,3735653,6619184,48,3145826}');
INSERT INTO leave VALUES (1, NULL, 'annual', '2026-12-21', NULL, 2.5, 'pending', 'Σοφός', '2026-11-16', '{"id":1,"employee_id":null,"leave_type":"annual","from_date":"2026-12-21","to_date":null,"days":2.5,"status":"pending","reason":"Σοφός","applied_on":"2026-11-16"}', 'annual
pending
σοφοσ', '', '{97,6357102,110,7209070,7209077,117,7667809,6357100,108,112,7340133,101,6619246,7209060,100,6553705,105,6881390,7209063,103,963,63112127,959,62849990,966,63308735,62849987}');
INSERT INTO leave VALUES (2, NULL, 'sick', NULL, NULL, NULL, 'approved', NULL, '2026-03-04', '{"id":2,"employee_id":null,"leave_type":"sick","from_date":null,"to_date":null,"days":null,"status":"approved","reason":null,"applied_on":"2026-03-04"}', 'sick
approved', '', '{115,7536745,105,6881379,99,6488171,107,97,6357104,112,7340144,7340146,114,7471215,111,7274614,118,7733349,101,6619236,100}');
INSERT INTO organization_teams VALUES (1, 1, NULL, 'Kitchen', NULL, NULL, NULL, '{"id":1,"organization_id":1,"parent_id":null,"name":"Kitchen","country":null,"department_id":null,"settings_json":null}', 'kitchen', '', '{107,7012457,105,6881396,116,7602275,99,6488168,104,6815845,101,6619246,110}');
INSERT INTO organization_teams VALUES (2, 1, 1, 'Bakery', NULL, NULL, NULL, '{"id":2,"organization_id":1,"parent_id":1,"name":"Bakery","country":null,"department_id":null,"settings_json":null}', 'bakery', '', '{98,6422625,97,6357099,107,7012453,101,6619250,114,7471225,121}');
INSERT INTO organizations VALUES (1, 'Harbour Foods', 'harbour-foods', 'en', 'Europe/Lisbon', '{"a": [1, 2.50, null]}', '2026-11-16T05:12:34', '{"id":1,"name":"Harbour Foods","slug":"harbour-foods","default_locale":"en","timezone":"Europe/Lisbon","settings_json":"{\"a\": [1, 2.50, null]}","created":"2026-11-16T05:12:34Z"}', 'harbour foods
harbour-foods
en
europe/lisbon', '', '{104,6815841,97,6357106,114,7471202,98,6422639,111,7274613,117,7667826,102,6684783,7274607,7274596,100,6553715,115,7471149,45,2949222,101,6619246,110,6619253,7471215,7274608,112,7340133,6619183,47,3080300,108,7077993,105,6881395,7536738,7274606}');
INSERT INTO organizations VALUES (2, 'Größe und Maß', 'groesse', 'de', 'UTC', NULL, '2026-11-16T05:12:34', '{"id":2,"name":"Größe und Maß","slug":"groesse","default_locale":"de","timezone":"UTC","settings_json":null,"created":"2026-11-16T05:12:34Z"}', 'grösse und mass
groesse
de
utc', '', '{103,6750322,114,7471350,246,16121971,115,7536755,7536741,101,117,7667822,110,7209060,100,109,7143521,97,6357107,7471215,111,7274597,6619251,6553701,7667828,116,7602275,99}');
INSERT INTO workforce_meta VALUES ('lock', '');
INSERT INTO workforce_meta VALUES ('layout', '2');
INSERT INTO workforce_meta VALUES ('private', '[]');
INSERT INTO workforce_meta VALUES ('catalogue', '1cgu9oks5f3jk');
INSERT INTO workforce_sealed VALUES ('employees', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('departments', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('leave', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('attendance', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('jobs', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('candidates', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('applications', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('organizations', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('brands', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('career-sites', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('organization-teams', -9007199254740991);
INSERT INTO workforce_sealed VALUES ('job-distributions', -9007199254740991);
SELECT pg_catalog.setval('applications_ids', 1, false);
SELECT pg_catalog.setval('attendance_ids', 1, false);
SELECT pg_catalog.setval('brands_ids', 1, true);
SELECT pg_catalog.setval('candidates_ids', 1, false);
SELECT pg_catalog.setval('career_sites_ids', 1, true);
SELECT pg_catalog.setval('departments_ids', 1, false);
SELECT pg_catalog.setval('employees_ids', 1, false);
SELECT pg_catalog.setval('job_distributions_ids', 1, false);
SELECT pg_catalog.setval('jobs_ids', 1, false);
SELECT pg_catalog.setval('leave_ids', 2, true);
SELECT pg_catalog.setval('organization_teams_ids', 2, true);
SELECT pg_catalog.setval('organizations_ids', 2, true);
ALTER TABLE ONLY applications
    ADD CONSTRAINT applications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT attendance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY brands
    ADD CONSTRAINT brands_pkey PRIMARY KEY (id);
ALTER TABLE ONLY candidates
    ADD CONSTRAINT candidates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY career_sites
    ADD CONSTRAINT career_sites_pkey PRIMARY KEY (id);
ALTER TABLE ONLY departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY employees
    ADD CONSTRAINT employees_pkey PRIMARY KEY (id);
ALTER TABLE ONLY job_distributions
    ADD CONSTRAINT job_distributions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY leave
    ADD CONSTRAINT leave_pkey PRIMARY KEY (id);
ALTER TABLE ONLY organization_teams
    ADD CONSTRAINT organization_teams_pkey PRIMARY KEY (id);
ALTER TABLE ONLY organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY workforce_counts
    ADD CONSTRAINT workforce_counts_pkey PRIMARY KEY (resource, field, value);
ALTER TABLE ONLY workforce_idempotency
    ADD CONSTRAINT workforce_idempotency_pkey PRIMARY KEY (key);
ALTER TABLE ONLY workforce_landmarks
    ADD CONSTRAINT workforce_landmarks_pkey PRIMARY KEY (resource, field, value, place);
ALTER TABLE ONLY workforce_meta
    ADD CONSTRAINT workforce_meta_pkey PRIMARY KEY (key);
ALTER TABLE ONLY workforce_sealed
    ADD CONSTRAINT workforce_sealed_pkey PRIMARY KEY (resource);
CREATE INDEX applications_by_applied_on ON applications USING btree (applied_on NULLS FIRST, id);
CREATE INDEX applications_by_candidate_id ON applications USING btree (candidate_id, id);
CREATE INDEX applications_by_created ON applications USING btree (created NULLS FIRST, id);
CREATE INDEX applications_by_job_id ON applications USING btree (job_id, id);
CREATE INDEX applications_by_rating ON applications USING btree (rating NULLS FIRST, id);
CREATE INDEX applications_by_search ON applications USING gin (search gin_trgm_ops);
CREATE INDEX applications_by_short_grams ON applications USING gin (short_grams);
CREATE INDEX applications_by_stage ON applications USING btree (stage, id);
CREATE INDEX applications_by_stage_entered_on ON applications USING btree (stage_entered_on NULLS FIRST, id);
CREATE INDEX applications_by_status ON applications USING btree (status, id);
CREATE INDEX attendance_by_att_date ON attendance USING btree (att_date, id);
CREATE INDEX attendance_by_employee_id ON attendance USING btree (employee_id NULLS FIRST, id);
CREATE INDEX attendance_by_search ON attendance USING gin (search gin_trgm_ops);
CREATE INDEX attendance_by_short_grams ON attendance USING gin (short_grams);
CREATE INDEX attendance_by_status ON attendance USING btree (status, id);
CREATE INDEX brands_by_created ON brands USING btree (created, id);
CREATE INDEX brands_by_name ON brands USING btree (name, id);
CREATE INDEX brands_by_organization_id ON brands USING btree (organization_id, id);
CREATE UNIQUE INDEX brands_by_organization_id_slug ON brands USING btree (organization_id, slug);
CREATE INDEX brands_by_search ON brands USING gin (search gin_trgm_ops);
CREATE INDEX brands_by_short_grams ON brands USING gin (short_grams);
CREATE INDEX brands_by_slug ON brands USING btree (slug, id);
CREATE INDEX brands_by_updated ON brands USING btree (updated, id);
CREATE INDEX candidates_by_consent_at ON candidates USING btree (consent_at NULLS FIRST, id);
CREATE INDEX candidates_by_created ON candidates USING btree (created NULLS FIRST, id);
CREATE INDEX candidates_by_email ON candidates USING btree (email NULLS FIRST, id);
CREATE INDEX candidates_by_first_name ON candidates USING btree (first_name NULLS FIRST, id);
CREATE INDEX candidates_by_last_name ON candidates USING btree (last_name NULLS FIRST, id);
CREATE INDEX candidates_by_location ON candidates USING btree (location NULLS FIRST, id);
CREATE INDEX candidates_by_referred_by ON candidates USING btree (referred_by NULLS FIRST, id);
CREATE INDEX candidates_by_search ON candidates USING gin (search gin_trgm_ops);
CREATE INDEX candidates_by_short_grams ON candidates USING gin (short_grams);
CREATE INDEX candidates_by_source ON candidates USING btree (source NULLS FIRST, id);
CREATE INDEX candidates_by_status ON candidates USING btree (status, id);
CREATE INDEX candidates_by_years_experience ON candidates USING btree (years_experience NULLS FIRST, id);
CREATE INDEX career_sites_by_created ON career_sites USING btree (created, id);
CREATE INDEX career_sites_by_is_active ON career_sites USING btree (is_active, id);
CREATE INDEX career_sites_by_name ON career_sites USING btree (name, id);
CREATE INDEX career_sites_by_search ON career_sites USING gin (search gin_trgm_ops);
CREATE INDEX career_sites_by_short_grams ON career_sites USING gin (short_grams);
CREATE UNIQUE INDEX career_sites_by_slug ON career_sites USING btree (slug);
CREATE INDEX career_sites_by_updated ON career_sites USING btree (updated, id);
CREATE INDEX departments_by_name ON departments USING btree (name, id);
CREATE INDEX departments_by_search ON departments USING gin (search gin_trgm_ops);
CREATE INDEX departments_by_short_grams ON departments USING gin (short_grams);
CREATE INDEX employees_by_alumni ON employees USING btree (alumni, id);
CREATE INDEX employees_by_base_salary ON employees USING btree (base_salary NULLS FIRST, id);
CREATE INDEX employees_by_branch ON employees USING btree (branch NULLS FIRST, id);
CREATE INDEX employees_by_candidate_id ON employees USING btree (candidate_id NULLS FIRST, id);
CREATE INDEX employees_by_code ON employees USING btree (code NULLS FIRST, id);
CREATE INDEX employees_by_date_of_joining ON employees USING btree (date_of_joining NULLS FIRST, id);
CREATE INDEX employees_by_dept_id ON employees USING btree (dept_id NULLS FIRST, id);
CREATE INDEX employees_by_designation ON employees USING btree (designation NULLS FIRST, id);
CREATE INDEX employees_by_email ON employees USING btree (email NULLS FIRST, id);
CREATE INDEX employees_by_employment_type ON employees USING btree (employment_type NULLS FIRST, id);
CREATE INDEX employees_by_first_name ON employees USING btree (first_name NULLS FIRST, id);
CREATE INDEX employees_by_gender ON employees USING btree (gender NULLS FIRST, id);
CREATE INDEX employees_by_last_name ON employees USING btree (last_name NULLS FIRST, id);
CREATE INDEX employees_by_manager_id ON employees USING btree (manager_id NULLS FIRST, id);
CREATE INDEX employees_by_probation_end ON employees USING btree (probation_end NULLS FIRST, id);
CREATE INDEX employees_by_search ON employees USING gin (search gin_trgm_ops);
CREATE INDEX employees_by_short_grams ON employees USING gin (short_grams);
CREATE INDEX employees_by_status ON employees USING btree (status, id);
CREATE INDEX employees_by_termination_date ON employees USING btree (termination_date NULLS FIRST, id);
CREATE INDEX job_distributions_by_brand_id ON job_distributions USING btree (brand_id NULLS FIRST, id);
CREATE INDEX job_distributions_by_career_site_id ON job_distributions USING btree (career_site_id, id);
CREATE UNIQUE INDEX job_distributions_by_career_site_id_locale_slug ON job_distributions USING btree (career_site_id, locale, slug);
CREATE INDEX job_distributions_by_job_posting_id ON job_distributions USING btree (job_posting_id, id);
CREATE INDEX job_distributions_by_locale ON job_distributions USING btree (locale, id);
CREATE INDEX job_distributions_by_published_at ON job_distributions USING btree (published_at NULLS FIRST, id);
CREATE INDEX job_distributions_by_search ON job_distributions USING gin (search gin_trgm_ops);
CREATE INDEX job_distributions_by_short_grams ON job_distributions USING gin (short_grams);
CREATE INDEX job_distributions_by_slug ON job_distributions USING btree (slug, id);
CREATE INDEX job_distributions_by_status ON job_distributions USING btree (status, id);
CREATE INDEX jobs_by_code ON jobs USING btree (code NULLS FIRST, id);
CREATE INDEX jobs_by_comp_max ON jobs USING btree (comp_max NULLS FIRST, id);
CREATE INDEX jobs_by_comp_min ON jobs USING btree (comp_min NULLS FIRST, id);
CREATE INDEX jobs_by_created ON jobs USING btree (created NULLS FIRST, id);
CREATE INDEX jobs_by_currency ON jobs USING btree (currency NULLS FIRST, id);
CREATE INDEX jobs_by_dept_id ON jobs USING btree (dept_id NULLS FIRST, id);
CREATE INDEX jobs_by_employment_type ON jobs USING btree (employment_type NULLS FIRST, id);
CREATE INDEX jobs_by_filled ON jobs USING btree (filled, id);
CREATE INDEX jobs_by_headcount ON jobs USING btree (headcount, id);
CREATE INDEX jobs_by_hiring_manager_id ON jobs USING btree (hiring_manager_id NULLS FIRST, id);
CREATE INDEX jobs_by_location ON jobs USING btree (location NULLS FIRST, id);
CREATE INDEX jobs_by_opened_on ON jobs USING btree (opened_on NULLS FIRST, id);
CREATE INDEX jobs_by_remote_policy ON jobs USING btree (remote_policy NULLS FIRST, id);
CREATE INDEX jobs_by_search ON jobs USING gin (search gin_trgm_ops);
CREATE INDEX jobs_by_short_grams ON jobs USING gin (short_grams);
CREATE INDEX jobs_by_status ON jobs USING btree (status, id);
CREATE INDEX jobs_by_target_date ON jobs USING btree (target_date NULLS FIRST, id);
CREATE INDEX jobs_by_title ON jobs USING btree (title, id);
CREATE INDEX leave_by_applied_on ON leave USING btree (applied_on NULLS FIRST, id);
CREATE INDEX leave_by_days ON leave USING btree (days NULLS FIRST, id);
CREATE INDEX leave_by_employee_id ON leave USING btree (employee_id NULLS FIRST, id);
CREATE INDEX leave_by_from_date ON leave USING btree (from_date NULLS FIRST, id);
CREATE INDEX leave_by_leave_type ON leave USING btree (leave_type, id);
CREATE INDEX leave_by_search ON leave USING gin (search gin_trgm_ops);
CREATE INDEX leave_by_short_grams ON leave USING gin (short_grams);
CREATE INDEX leave_by_status ON leave USING btree (status, id);
CREATE INDEX leave_by_to_date ON leave USING btree (to_date NULLS FIRST, id);
CREATE INDEX organization_teams_by_country ON organization_teams USING btree (country NULLS FIRST, id);
CREATE INDEX organization_teams_by_department_id ON organization_teams USING btree (department_id NULLS FIRST, id);
CREATE INDEX organization_teams_by_name ON organization_teams USING btree (name, id);
CREATE INDEX organization_teams_by_organization_id ON organization_teams USING btree (organization_id, id);
CREATE INDEX organization_teams_by_parent_id ON organization_teams USING btree (parent_id NULLS FIRST, id);
CREATE INDEX organization_teams_by_search ON organization_teams USING gin (search gin_trgm_ops);
CREATE INDEX organization_teams_by_short_grams ON organization_teams USING gin (short_grams);
CREATE INDEX organizations_by_created ON organizations USING btree (created, id);
CREATE INDEX organizations_by_name ON organizations USING btree (name, id);
CREATE INDEX organizations_by_search ON organizations USING gin (search gin_trgm_ops);
CREATE INDEX organizations_by_short_grams ON organizations USING gin (short_grams);
CREATE UNIQUE INDEX organizations_by_slug ON organizations USING btree (slug);
CREATE INDEX workforce_idempotency_by_at ON workforce_idempotency USING btree (at);
ALTER TABLE ONLY applications
    ADD CONSTRAINT applications_candidate_id_refers FOREIGN KEY (candidate_id) REFERENCES candidates(id);
ALTER TABLE ONLY applications
    ADD CONSTRAINT applications_job_id_refers FOREIGN KEY (job_id) REFERENCES jobs(id);
ALTER TABLE ONLY attendance
    ADD CONSTRAINT attendance_employee_id_refers FOREIGN KEY (employee_id) REFERENCES employees(id);
ALTER TABLE ONLY brands
    ADD CONSTRAINT brands_organization_id_refers FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE ONLY candidates
    ADD CONSTRAINT candidates_referred_by_refers FOREIGN KEY (referred_by) REFERENCES employees(id);
ALTER TABLE ONLY employees
    ADD CONSTRAINT employees_candidate_id_refers FOREIGN KEY (candidate_id) REFERENCES candidates(id);
ALTER TABLE ONLY employees
    ADD CONSTRAINT employees_dept_id_refers FOREIGN KEY (dept_id) REFERENCES departments(id);
ALTER TABLE ONLY employees
    ADD CONSTRAINT employees_manager_id_refers FOREIGN KEY (manager_id) REFERENCES employees(id);
ALTER TABLE ONLY job_distributions
    ADD CONSTRAINT job_distributions_brand_id_refers FOREIGN KEY (brand_id) REFERENCES brands(id);
ALTER TABLE ONLY job_distributions
    ADD CONSTRAINT job_distributions_career_site_id_refers FOREIGN KEY (career_site_id) REFERENCES career_sites(id);
ALTER TABLE ONLY job_distributions
    ADD CONSTRAINT job_distributions_job_posting_id_refers FOREIGN KEY (job_posting_id) REFERENCES jobs(id);
ALTER TABLE ONLY jobs
    ADD CONSTRAINT jobs_dept_id_refers FOREIGN KEY (dept_id) REFERENCES departments(id);
ALTER TABLE ONLY jobs
    ADD CONSTRAINT jobs_hiring_manager_id_refers FOREIGN KEY (hiring_manager_id) REFERENCES employees(id);
ALTER TABLE ONLY leave
    ADD CONSTRAINT leave_employee_id_refers FOREIGN KEY (employee_id) REFERENCES employees(id);
ALTER TABLE ONLY organization_teams
    ADD CONSTRAINT organization_teams_department_id_refers FOREIGN KEY (department_id) REFERENCES departments(id);
ALTER TABLE ONLY organization_teams
    ADD CONSTRAINT organization_teams_organization_id_refers FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE ONLY organization_teams
    ADD CONSTRAINT organization_teams_parent_id_refers FOREIGN KEY (parent_id) REFERENCES organization_teams(id);
