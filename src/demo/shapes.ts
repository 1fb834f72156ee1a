// The types that the parts of the generator share. Days are numbers here; they become text in the records.
import type { Department } from './words/departments.ts';
import type { Name } from './words/names.ts';
import type { Place } from './words/places.ts';

export type DemoRecord = Record<string, string | number | null>;

export type Employee = Name & {
  id: number;
  email: string;
  dept: Department;
  place: Place;
  title: string;
  level: number;
  type: string;
  joined: number;
  left: number | null;
  status: string;
  manager: Employee | null;
  /** For those who were hired through a job of the demo data. */
  origin: { job: Job; hire: Hire } | null;
  candidate: Candidate | null;
  /** The first and the last day of each approved leave, in order. */
  leaveDays: [number, number][];
};

export type Hire = { applied: number; accepted: number; joined: number };

export type Job = {
  id: number;
  code: string;
  title: string;
  dept: Department;
  level: number;
  place: Place;
  type: string;
  policy: string;
  status: string;
  headcount: number;
  hires: Hire[];
  stages: readonly string[];
  created: number;
  /** The first and the last day on which people could apply. Not used for drafts. */
  opened: number;
  closed: number;
  manager: Employee | null;
};

export type Candidate = Name & {
  id: number;
  dept: Department;
  level: number;
  place: Place;
  status: string;
  source: string;
  referrer: Employee | null;
  created: number;
};
