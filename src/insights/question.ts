// A question to a metric, as it was read from a request.
import type { HiddenFields } from '../contract/request/paths.ts';
import type { CalendarPeriod, Every } from './periods.ts';

/** From so many periods on, groups in all of them are a large question, and what holds on their days is counted from
 * one aggregate. */
export const MANY_PERIODS = 13;

export type Question = {
  readonly today: string;
  /** The moment, in UTC: a time on that day. */
  readonly now: string;
  readonly from: string;
  readonly to: string;
  /** It has groups in many periods, or reads every record by itself. */
  readonly isLarge: boolean;
  readonly every: Every | undefined;
  readonly periods: readonly CalendarPeriod[];
  /** Paths of fields, such as `dept_id`. */
  readonly groups: readonly string[];
  /** A private field is inside, and the caller may not see it. */
  readonly isRestricted: boolean;
  /** The fields that the caller may not see, and whether one of the groups is among them. */
  readonly hidden: HiddenFields;
  readonly hidesGroups: boolean;
  /** The filters that were sent, as a query. */
  readonly filters: string;
};
