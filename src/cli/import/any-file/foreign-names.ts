// Names of other systems for our fields, for the mapping file that `--suggest` writes. Nothing here is applied unasked.
import type { Resource } from '../../../catalogue/resource.ts';

/** A line for each field, in lower case. `name` stands for a whole name, first and last. */
const NAMES: Readonly<Record<string, string>> = {
  employees: `
code: employee id, employee number, employee no, employee code, emp id, emp no, staff no, staff number, staff id, personnel number, payroll number, worker id, personalnummer, matricule, табельный номер, 社員番号
name: name, employee, employee name, full name, worker, worker name, mitarbeiter, nom complet, фио, 氏名
first_name: given name, legal first name, forename, vorname, prénom, имя, 名
last_name: family name, surname, legal last name, nachname, familienname, nom, nom de famille, фамилия, 姓
email: mail, email address, work email, courriel, e mail adresse, электронная почта, メール
dept_id: department, department name, dept, dept name, abteilung, service, отдел, подразделение, 部署
designation: title, job title, job titles, position, position title, employee position title, job role, role, stelle, funktion, poste, должность, 役職
manager_id: manager, manager name, manager email, line manager, reports to, supervisor, vorgesetzter, responsable, руководитель, 上司
branch: office, office location, work location, location, site, city, standort, lieu, офис, город, 勤務地
status: employment status, employee status, attrition, statut, статус
date_of_joining: date of hire, hire date, hired on, joining date, join date, start date, start, date joined, date first hired, initial appointment date, eintritt, eintrittsdatum, date d entrée, дата приёма, дата приема, 入社日
gender: sex, anrede, geschlecht, sexe, civilité, пол, 性別
base_salary: salary, annual salary, current annual salary, base pay, annual base pay, yearly salary, gehalt, jahresgehalt, salaire, оклад, зарплата, 年俸
employment_type: worker type, contract type, full or part time, assignment category, beschäftigungsart, type de contrat, тип занятости, 雇用形態
probation_end: probation end date, end of probation, probezeit bis
termination_date: date of termination, term date, leaving date, end date, last day, exit date, austritt, austrittsdatum, date de sortie, дата увольнения, 退職日`,
  candidates: `
source_id: candidate id, applicant id
name: name, candidate, candidate name, applicant, applicant name, full name, фио
first_name: given name, candidate first name, vorname, prénom, имя
last_name: family name, surname, candidate last name, nachname, nom, фамилия
email: mail, email address, candidate email, courriel
phone: telephone, phone number, mobile, telefon, téléphone, телефон
location: city, place, ort, ville, город
current_title: title, job title, current position
current_employer: company, current company, employer
years_experience: experience, years of experience
linkedin_url: linkedin, linkedin profile
source: candidate source, application source, channel, quelle
referred_by: referrer
consent_at: consent date
status: candidate status
notes: comments, remarks
created: created at, date added, added on`,
  applications: `
source_id: application id
candidate_id: candidate, candidate email, candidate name, applicant, applicant id
job_id: job, job code, requisition, requisition id, position
stage: current stage, pipeline stage, phase
status: application status, outcome
applied_on: application date, applied, applied at, date applied
stage_entered_on: stage date, moved to stage at
rating: score, overall rating
rejection_reason: reason for rejection, decline reason`,
  jobs: `
code: job id, requisition, requisition id, requisition number, req id, reference, job code
title: job title, position, position title, role, business title, stellenbezeichnung, intitulé
dept_id: department, department name, dept, division, abteilung, service
hiring_manager_id: hiring manager, hiring manager email
headcount: openings, number of openings, of positions, number of positions, vacancies
filled: hired, positions filled
comp_min: salary from, salary range from, min salary, salary min
comp_max: salary to, salary range to, max salary, salary max
currency: salary currency
location: work location, office, city, standort, lieu
remote_policy: remote, workplace type, work model
employment_type: job type, contract type, full time part time indicator
status: job status, requisition status
description: job description
requirements: minimum qual requirements, minimum requirements, qualifications
opened_on: posting date, posted on, date posted, open date, opened
target_date: post until, closing date, deadline, apply by`,
  leave: `
employee_id: employee, employee name, employee number, employee code, employee email, staff no, personalnummer
leave_type: type, absence type, type of leave, art
from_date: from, start, start date, first day, von
to_date: to, end, end date, last day, until, bis
days: number of days, duration, total days, tage
status: approval, approval status
reason: comment, comments, note
applied_on: requested on, request date, submitted`,
  attendance: `
employee_id: employee, employee name, employee number, employee code, employee email, staff no, personalnummer
att_date: date, day, work date, datum
status: attendance, attendance status
hours: hours worked, worked hours, stunden`,
  departments: `
name: department, department name, dept, dept name, abteilung, service, отдел`,
};

/** Letters and digits of any script: `Date of Hire`, `DateofHire` and `date_of_hire` are the same. */
const bare = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const KNOWN = new Map(
  Object.entries(NAMES).map(([resource, text]) => {
    const lines = text.trim().split('\n');
    const pairs = lines.flatMap((line) => {
      const [field = '', names = ''] = line.split(': ');
      return names.split(', ').map((each) => [bare(each), field] as const);
    });
    return [resource, new Map(pairs)];
  }),
);

/** The name of our field that a column of this name is likely to be, or `name`. */
export const likelyField = ({ name, fields }: Resource, column: string): string | undefined =>
  fields.find((field) => bare(field.name) === bare(column))?.name ?? KNOWN.get(name)?.get(bare(column));
