// The metrics, and what may be asked of each. Written by `npm run generate`; change src/insights instead.
import type { AnyFigure, Behind, BehindNames, CountFigure, MeasureFigure, RatioFigure } from './insight-types.ts';
import type { Application, ApplicationFilters, ApplicationNames, Attendance, AttendanceFilters, AttendanceNames, Employee, EmployeeFilters, EmployeeNames, JobDistribution, JobDistributionFilters, JobDistributionNames, JobOpening, JobOpeningFilters, JobOpeningNames, LeaveRequest, LeaveRequestFilters, LeaveRequestNames } from './resources.ts';

export type Insights = {
  /** How many people are employed on the last day of each period. */
  headcount: { unit: 'people'; isSeries: true; of: Employee; filters: EmployeeFilters; groups: EmployeeNames['groups']; always: never; figures: { headcount: CountFigure } };
  /** How many people join in each period. */
  joiners: { unit: 'people'; isSeries: true; of: Employee; filters: EmployeeFilters; groups: EmployeeNames['groups']; always: never; figures: { joiners: CountFigure } };
  /** How many people leave in each period. */
  leavers: { unit: 'people'; isSeries: true; of: Employee; filters: EmployeeFilters; groups: EmployeeNames['groups']; always: never; figures: { leavers: CountFigure } };
  /** Which share of the people leaves in each period. */
  turnover: { unit: 'ratio'; isSeries: true; of: Employee; filters: EmployeeFilters; groups: EmployeeNames['groups']; always: never; figures: { turnover: RatioFigure } };
  /** Which share of the people who join in a period leaves within 90 and within 365 days. */
  'new-hire-attrition': { unit: 'ratio'; isSeries: true; of: Employee; filters: EmployeeFilters; groups: EmployeeNames['groups']; always: never; figures: { within_90_days: AnyFigure; within_365_days: AnyFigure } };
  /** How long people have been employed: in the middle, half of them longer and half of them shorter, and on average. */
  tenure: { unit: 'days'; isSeries: true; of: Employee; filters: EmployeeFilters; groups: EmployeeNames['groups']; always: never; figures: { tenure: MeasureFigure; mean_tenure: MeasureFigure } };
  /** Which share of the attendance records says that someone was absent; beside it, the days of approved sick leave. */
  absence: { unit: 'ratio'; isSeries: true; of: Attendance; filters: Behind<AttendanceFilters, 'employee_id'>; groups: BehindNames<AttendanceNames['groups'], 'employee_id'>; always: never; figures: { absence: RatioFigure; sick_days: MeasureFigure } };
  /** How many approved leave requests fall into each period, and how many people are out on at least one of its days. */
  'who-is-out': { unit: 'records'; isSeries: true; of: LeaveRequest; filters: LeaveRequestFilters; groups: LeaveRequestNames['groups']; always: never; figures: { leave: CountFigure; people: MeasureFigure } };
  /** How many days pass from the application to the hire, in the middle of all hires of each period. */
  'time-to-hire': { unit: 'days'; isSeries: true; of: Application; filters: ApplicationFilters; groups: ApplicationNames['groups']; always: never; figures: { time_to_hire: MeasureFigure } };
  /** How many days pass from the opening of a job to a hire for it, in the middle of all hires of each period. */
  'time-to-fill': { unit: 'days'; isSeries: true; of: Application; filters: ApplicationFilters; groups: ApplicationNames['groups']; always: never; figures: { time_to_fill: MeasureFigure } };
  /** How many of the applications of each period have come to each stage, or further. */
  funnel: { unit: 'records'; isSeries: true; of: Application; filters: ApplicationFilters; groups: ApplicationNames['groups']; always: never; figures: Record<string, AnyFigure> };
  /** Which share of the offers that were decided in each period ended with a hire. */
  'offer-acceptance': { unit: 'ratio'; isSeries: true; of: Application; filters: ApplicationFilters; groups: ApplicationNames['groups']; always: never; figures: { offer_acceptance: RatioFigure } };
  /** How many applications were rejected in each period, by the reason and the stage. */
  rejections: { unit: 'records'; isSeries: true; of: Application; filters: ApplicationFilters; groups: never; always: 'rejection_reason' | 'stage'; figures: { rejections: CountFigure } };
  /** What comes of applications from each source: how many are hired, how they are rated, and who is still there after a year. */
  'source-quality': { unit: 'ratio'; isSeries: true; of: Application; filters: Behind<ApplicationFilters, 'candidate_id'>; groups: never; always: 'candidate_id.source'; figures: { hire_rate: AnyFigure; rating: AnyFigure; kept: AnyFigure } };
  /** How long active applications have been at their present stage. */
  stuck: { unit: 'records'; isSeries: false; of: Application; filters: ApplicationFilters; groups: ApplicationNames['groups']; always: never; figures: { '0_to_7_days': CountFigure; '8_to_14_days': CountFigure; '15_to_30_days': CountFigure; '31_to_60_days': CountFigure; '61_to_90_days': CountFigure; over_90_days: CountFigure; median_days: MeasureFigure } };
  /** How many jobs and places are open today, for how long, and how many are past their target date. */
  'open-roles': { unit: 'places'; isSeries: false; of: JobOpening; filters: JobOpeningFilters; groups: JobOpeningNames['groups']; always: never; figures: { jobs: CountFigure; places: MeasureFigure; days_open: MeasureFigure; late_jobs: CountFigure; days_late: MeasureFigure } };
  /** How many job distributions have a page, are on their career site, are in the feeds and are marked up for search engines; and why the others are not. */
  'job-visibility': { unit: 'records'; isSeries: false; of: JobDistribution; filters: JobDistributionFilters; groups: JobDistributionNames['groups']; always: never; figures: { distributions: AnyFigure; with_page: AnyFigure; on_site: AnyFigure; in_feed: AnyFigure; in_indeed: AnyFigure; in_linkedin: AnyFigure; marked_up: AnyFigure; why_not_site_inactive: AnyFigure; why_not_unpublished: AnyFigure; why_not_published_later: AnyFigure; why_not_job_not_open: AnyFigure; why_not_job_on_hold: AnyFigure; why_not_title_missing: AnyFigure; why_not_description_missing: AnyFigure; why_not_place_missing: AnyFigure; why_not_country_unknown: AnyFigure; why_not_date_missing: AnyFigure } };
  /** By how much the pay of women is below that of men, in each branch and over all of them. Negative where women earn more. */
  'pay-gap': { unit: 'ratio'; isSeries: false; of: Employee; filters: unknown; groups: never; always: 'branch'; figures: { mean_gap: AnyFigure; median_gap: AnyFigure } };
  /** How many people report directly to one manager, how many levels there are, and how many managers have a single report. */
  'span-of-control': { unit: 'people'; isSeries: false; of: Employee; filters: unknown; groups: never; always: never; figures: { reports: AnyFigure; median_reports: AnyFigure; most_reports: AnyFigure; one_report: AnyFigure; levels: AnyFigure } };
  /** What is doubtful in the records and makes other metrics wrong or silent: impossible dates, missing values, words that are not known, likely duplicates, and references of which the other side says something else. */
  'data-quality': { unit: 'records'; isSeries: false; of: Employee; filters: unknown; groups: never; always: never; figures: { impossible_dates: AnyFigure; missing: AnyFigure; unknown_words: AnyFigure; likely_duplicates: AnyFigure; one_sided: AnyFigure } };
};
