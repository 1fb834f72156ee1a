PRAGMA application_id = 2003527267;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE "applications" (
  "id" INTEGER PRIMARY KEY,
  "candidate_id" INTEGER NOT NULL REFERENCES "candidates" ("id"),
  "job_id" INTEGER NOT NULL REFERENCES "jobs" ("id"),
  "stage" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "applied_on" TEXT,
  "stage_entered_on" TEXT,
  "rating" REAL,
  "rejection_reason" TEXT,
  "created" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "attendance" (
  "id" INTEGER PRIMARY KEY,
  "employee_id" INTEGER REFERENCES "employees" ("id"),
  "att_date" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "hours" REAL,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "brands" (
  "id" INTEGER PRIMARY KEY,
  "organization_id" INTEGER NOT NULL REFERENCES "organizations" ("id"),
  "name" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "logo_url" TEXT,
  "favicon_url" TEXT,
  "primary_color" TEXT,
  "accent_color" TEXT,
  "custom_domain" TEXT,
  "settings_json" TEXT,
  "created" TEXT NOT NULL,
  "updated" TEXT NOT NULL,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
INSERT INTO "brands" VALUES(1,1,'Harbour','harbour',NULL,NULL,'teal',NULL,NULL,NULL,'2026-11-16T05:12:55','2026-11-16T05:12:55','{"id":1,"organization_id":1,"name":"Harbour","slug":"harbour","logo_url":null,"favicon_url":null,"primary_color":"teal","accent_color":null,"custom_domain":null,"settings_json":null,"created":"2026-11-16T05:12:55Z","updated":"2026-11-16T05:12:55Z"}','harbour
harbour
teal','');
CREATE TABLE "candidates" (
  "id" INTEGER PRIMARY KEY,
  "first_name" TEXT,
  "last_name" TEXT,
  "email" TEXT,
  "phone" TEXT,
  "location" TEXT,
  "headline" TEXT,
  "current_title" TEXT,
  "current_employer" TEXT,
  "years_experience" REAL,
  "linkedin_url" TEXT,
  "source" TEXT,
  "referred_by" INTEGER REFERENCES "employees" ("id"),
  "consent_at" TEXT,
  "status" TEXT NOT NULL,
  "notes" TEXT,
  "created" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "career_sites" (
  "id" INTEGER PRIMARY KEY,
  "name" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "headline" TEXT,
  "introduction" TEXT,
  "brand_color" TEXT NOT NULL,
  "accent_color" TEXT NOT NULL,
  "logo_url" TEXT,
  "privacy_policy_url" TEXT,
  "custom_domain" TEXT,
  "is_active" INTEGER NOT NULL,
  "created" TEXT NOT NULL,
  "updated" TEXT NOT NULL,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
INSERT INTO "career_sites" VALUES(1,'Jobs at Harbour','harbour-jobs',NULL,NULL,'#1d4ed8','#f59e0b',NULL,NULL,NULL,0,'2026-11-16T05:12:55','2026-11-16T05:12:55','{"id":1,"name":"Jobs at Harbour","slug":"harbour-jobs","headline":null,"introduction":null,"brand_color":"#1d4ed8","accent_color":"#f59e0b","logo_url":null,"privacy_policy_url":null,"custom_domain":null,"is_active":0,"created":"2026-11-16T05:12:55Z","updated":"2026-11-16T05:12:55Z"}','jobs at harbour
harbour-jobs
#1d4ed8
#f59e0b','');
CREATE TABLE "departments" (
  "id" INTEGER PRIMARY KEY,
  "name" TEXT NOT NULL,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "employees" (
  "id" INTEGER PRIMARY KEY,
  "code" TEXT,
  "first_name" TEXT,
  "last_name" TEXT,
  "email" TEXT,
  "dept_id" INTEGER REFERENCES "departments" ("id"),
  "designation" TEXT,
  "manager_id" INTEGER REFERENCES "employees" ("id"),
  "branch" TEXT,
  "status" TEXT NOT NULL,
  "date_of_joining" TEXT,
  "gender" TEXT,
  "base_salary" REAL,
  "candidate_id" INTEGER REFERENCES "candidates" ("id"),
  "employment_type" TEXT,
  "probation_end" TEXT,
  "termination_date" TEXT,
  "alumni" INTEGER NOT NULL,
  "password_hash" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "job_distributions" (
  "id" INTEGER PRIMARY KEY,
  "job_posting_id" INTEGER NOT NULL REFERENCES "jobs" ("id"),
  "career_site_id" INTEGER NOT NULL REFERENCES "career_sites" ("id"),
  "brand_id" INTEGER REFERENCES "brands" ("id"),
  "locale" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "published_at" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "jobs" (
  "id" INTEGER PRIMARY KEY,
  "code" TEXT,
  "title" TEXT NOT NULL,
  "dept_id" INTEGER REFERENCES "departments" ("id"),
  "hiring_manager_id" INTEGER REFERENCES "employees" ("id"),
  "headcount" INTEGER NOT NULL,
  "filled" INTEGER NOT NULL,
  "comp_min" REAL,
  "comp_max" REAL,
  "currency" TEXT,
  "location" TEXT,
  "remote_policy" TEXT,
  "employment_type" TEXT,
  "status" TEXT NOT NULL,
  "description" TEXT,
  "requirements" TEXT,
  "stages_json" TEXT,
  "opened_on" TEXT,
  "target_date" TEXT,
  "created" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
CREATE TABLE "leave" (
  "id" INTEGER PRIMARY KEY,
  "employee_id" INTEGER REFERENCES "employees" ("id"),
  "leave_type" TEXT NOT NULL,
  "from_date" TEXT,
  "to_date" TEXT,
  "days" REAL,
  "status" TEXT NOT NULL,
  "reason" TEXT,
  "applied_on" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
INSERT INTO "leave" VALUES(1,NULL,'annual','2026-12-21',NULL,2.5,'pending','Σοφός','2026-11-16','{"id":1,"employee_id":null,"leave_type":"annual","from_date":"2026-12-21","to_date":null,"days":2.5,"status":"pending","reason":"Σοφός","applied_on":"2026-11-16"}','annual
pending
σοφοσ','');
INSERT INTO "leave" VALUES(2,NULL,'sick',NULL,NULL,NULL,'approved',NULL,'2026-03-04','{"id":2,"employee_id":null,"leave_type":"sick","from_date":null,"to_date":null,"days":null,"status":"approved","reason":null,"applied_on":"2026-03-04"}','sick
approved','');
CREATE TABLE "organization_teams" (
  "id" INTEGER PRIMARY KEY,
  "organization_id" INTEGER NOT NULL REFERENCES "organizations" ("id"),
  "parent_id" INTEGER REFERENCES "organization_teams" ("id"),
  "name" TEXT NOT NULL,
  "country" TEXT,
  "department_id" INTEGER REFERENCES "departments" ("id"),
  "settings_json" TEXT,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
INSERT INTO "organization_teams" VALUES(1,1,NULL,'Kitchen',NULL,NULL,NULL,'{"id":1,"organization_id":1,"parent_id":null,"name":"Kitchen","country":null,"department_id":null,"settings_json":null}','kitchen','');
INSERT INTO "organization_teams" VALUES(2,1,1,'Bakery',NULL,NULL,NULL,'{"id":2,"organization_id":1,"parent_id":1,"name":"Bakery","country":null,"department_id":null,"settings_json":null}','bakery','');
CREATE TABLE "organizations" (
  "id" INTEGER PRIMARY KEY,
  "name" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "default_locale" TEXT NOT NULL,
  "timezone" TEXT NOT NULL,
  "settings_json" TEXT,
  "created" TEXT NOT NULL,
  "json" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "search_private" TEXT NOT NULL
) STRICT;
INSERT INTO "organizations" VALUES(1,'Harbour Foods','harbour-foods','en','Europe/Lisbon','{"a": [1, 2.50, null]}','2026-11-16T05:12:54','{"id":1,"name":"Harbour Foods","slug":"harbour-foods","default_locale":"en","timezone":"Europe/Lisbon","settings_json":"{\"a\": [1, 2.50, null]}","created":"2026-11-16T05:12:54Z"}','harbour foods
harbour-foods
en
europe/lisbon','');
INSERT INTO "organizations" VALUES(2,'Größe und Maß','groesse','de','UTC',NULL,'2026-11-16T05:12:54','{"id":2,"name":"Größe und Maß","slug":"groesse","default_locale":"de","timezone":"UTC","settings_json":null,"created":"2026-11-16T05:12:54Z"}','grösse und mass
groesse
de
utc','');
CREATE TABLE workforce_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "workforce_meta" VALUES('catalogue','1hbdzx0gcvr1y');
INSERT INTO "workforce_meta" VALUES('private','[]');
CREATE INDEX "employees_by_code" ON "employees" ("code");
CREATE INDEX "employees_by_email" ON "employees" ("email");
CREATE INDEX "employees_by_dept_id" ON "employees" ("dept_id");
CREATE INDEX "employees_by_designation" ON "employees" ("designation");
CREATE INDEX "employees_by_manager_id" ON "employees" ("manager_id");
CREATE INDEX "employees_by_branch" ON "employees" ("branch");
CREATE INDEX "employees_by_status" ON "employees" ("status");
CREATE INDEX "employees_by_gender" ON "employees" ("gender");
CREATE INDEX "employees_by_candidate_id" ON "employees" ("candidate_id");
CREATE INDEX "employees_by_employment_type" ON "employees" ("employment_type");
CREATE INDEX "employees_by_alumni" ON "employees" ("alumni");
CREATE INDEX "leave_by_employee_id" ON "leave" ("employee_id");
CREATE INDEX "leave_by_leave_type" ON "leave" ("leave_type");
CREATE INDEX "leave_by_status" ON "leave" ("status");
CREATE INDEX "attendance_by_employee_id" ON "attendance" ("employee_id");
CREATE INDEX "attendance_by_status" ON "attendance" ("status");
CREATE INDEX "jobs_by_code" ON "jobs" ("code");
CREATE INDEX "jobs_by_dept_id" ON "jobs" ("dept_id");
CREATE INDEX "jobs_by_hiring_manager_id" ON "jobs" ("hiring_manager_id");
CREATE INDEX "jobs_by_currency" ON "jobs" ("currency");
CREATE INDEX "jobs_by_location" ON "jobs" ("location");
CREATE INDEX "jobs_by_remote_policy" ON "jobs" ("remote_policy");
CREATE INDEX "jobs_by_employment_type" ON "jobs" ("employment_type");
CREATE INDEX "jobs_by_status" ON "jobs" ("status");
CREATE INDEX "candidates_by_email" ON "candidates" ("email");
CREATE INDEX "candidates_by_location" ON "candidates" ("location");
CREATE INDEX "candidates_by_source" ON "candidates" ("source");
CREATE INDEX "candidates_by_referred_by" ON "candidates" ("referred_by");
CREATE INDEX "candidates_by_status" ON "candidates" ("status");
CREATE INDEX "applications_by_candidate_id" ON "applications" ("candidate_id");
CREATE INDEX "applications_by_job_id" ON "applications" ("job_id");
CREATE INDEX "applications_by_stage" ON "applications" ("stage");
CREATE INDEX "applications_by_status" ON "applications" ("status");
CREATE UNIQUE INDEX "organizations_by_slug" ON "organizations" ("slug");
CREATE UNIQUE INDEX "brands_by_organization_id_slug" ON "brands" ("organization_id", "slug");
CREATE INDEX "brands_by_organization_id" ON "brands" ("organization_id");
CREATE INDEX "brands_by_slug" ON "brands" ("slug");
CREATE UNIQUE INDEX "career_sites_by_slug" ON "career_sites" ("slug");
CREATE INDEX "career_sites_by_is_active" ON "career_sites" ("is_active");
CREATE INDEX "organization_teams_by_organization_id" ON "organization_teams" ("organization_id");
CREATE INDEX "organization_teams_by_parent_id" ON "organization_teams" ("parent_id");
CREATE INDEX "organization_teams_by_country" ON "organization_teams" ("country");
CREATE INDEX "organization_teams_by_department_id" ON "organization_teams" ("department_id");
CREATE UNIQUE INDEX "job_distributions_by_career_site_id_locale_slug" ON "job_distributions" ("career_site_id", "locale", "slug");
CREATE INDEX "job_distributions_by_job_posting_id" ON "job_distributions" ("job_posting_id");
CREATE INDEX "job_distributions_by_career_site_id" ON "job_distributions" ("career_site_id");
CREATE INDEX "job_distributions_by_brand_id" ON "job_distributions" ("brand_id");
CREATE INDEX "job_distributions_by_locale" ON "job_distributions" ("locale");
CREATE INDEX "job_distributions_by_slug" ON "job_distributions" ("slug");
CREATE INDEX "job_distributions_by_status" ON "job_distributions" ("status");
COMMIT;
