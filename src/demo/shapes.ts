// What the parts of the generator hand to each other. Days are numbers here; records are made at the very end.
import type { Department } from './words/ladders.ts';
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
  /** The opening and the candidate this person came from. */
  origin: { job: Job; hire: Hire } | null;
  candidate: Candidate | null;
  /** Approved leave, first and last day, in order. */
  away: [number, number][];
};

export type Leave = {
  employee: Employee;
  type: string;
  from: number;
  to: number;
  status: string;
  reason: string;
  applied: number;
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
  /** First and last day on which people could apply; a draft has none. */
  opened: number;
  closed: number;
  manager: Employee | null;
};

export type Application = {
  candidate: Candidate;
  job: Job;
  stage: string;
  status: string;
  applied: number;
  entered: number;
  rating: number | null;
  reason: string | null;
  created: number;
};

export type Candidate = Name & {
  id: number;
  dept: Department;
  level: number;
  place: Place;
  status: string;
  source: string;
  referrer: Employee | null;
  known: number;
  created: number;
};
