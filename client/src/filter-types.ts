// The names and values of filters, made of the names of fields. Which fields a resource has of each sort is in
// resources.ts.
import type { RangeOperator } from './range-operators.ts';

/** A value, or a list of values of which any may match. null matches missing values. */
export type Filter<Value> = Value | null | readonly (Value | null)[] | undefined;

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** 1 is January, 12 is December. */
export type MonthOfYear = Weekday | 8 | 9 | 10 | 11 | 12;

/** The names of fields, by the filters that they have. */
type Sorts = { missing: string; values: string; numbers: string; dates: string };

type AsText<Name> = Extract<Name, string>;

/** `Pick` keeps the comments on the fields. */
type Fields<Entity, Names> = Pick<Entity, Extract<keyof Entity, Names>>;
type Known<Entity, Names extends Sorts> = Fields<Entity, Names['values' | 'numbers' | 'dates']>;
type Compared<Entity, Names extends Sorts> = Fields<Entity, Names['numbers' | 'dates']>;

/** The filters on fields of the records themselves: `status`, `status[ne]`, `days[gte]`,
 * `termination_date[gte_or_null]`, `att_date[weekday]`, `date_of_joining[month_of_year]`,
 * `termination_date[before]` with the name of another date. With
 * `ne`, records match that have none of the values. Long texts can only be asked whether they are missing. */
export type OwnFilters<Entity, Names extends Sorts> = {
  [Name in keyof Known<Entity, Names>]?: Filter<NonNullable<Entity[Name]>>;
} & {
  [Name in keyof Known<Entity, Names> as `${AsText<Name>}[ne]`]?: Filter<NonNullable<Entity[Name]>>;
} & {
  [Name in keyof Compared<Entity, Names> as `${AsText<Name>}[${RangeOperator}]`]?:
    | NonNullable<Entity[Name]>
    | undefined;
} & {
  [Name in keyof Fields<Entity, Names['dates']> as `${AsText<Name>}[weekday]`]?:
    | Weekday
    | readonly Weekday[]
    | undefined;
} & {
  [Name in keyof Fields<Entity, Names['dates']> as `${AsText<Name>}[month_of_year]`]?:
    | MonthOfYear
    | readonly MonthOfYear[]
    | undefined;
} & {
  [Name in keyof Fields<Entity, Names['dates']> as [Exclude<Names['dates'], Name>] extends [never]
    ? never
    : `${AsText<Name>}[${Beside}]`]?: Exclude<Names['dates'], Name> | undefined;
} & {
  [Name in keyof Fields<Entity, Names['missing']> as AsText<Name> | `${AsText<Name>}[ne]`]?: null | undefined;
};

/** Operators that compare two dates of a record; not behind references. */
type Beside = 'before' | 'not_before';

type PathIn<Targets> = {
  [Name in keyof Targets]: `${AsText<Name>}.${Exclude<AsText<keyof Targets[Name]>, `${string}[${Beside}]`>}`;
}[keyof Targets];

/** The same filters behind references: `employee_id.branch`, `job_id.status[ne]`. `Targets`: the filters of what they
 * lead to. */
export type FiltersBehind<Targets> = {
  [Path in PathIn<Targets>]?: Path extends `${infer Name}.${infer There}`
    ? Name extends keyof Targets
      ? There extends keyof Targets[Name]
        ? Targets[Name][There]
        : never
      : never
    : never;
};

/** Other records that lead to a record, perhaps with filters of their list behind a question mark: `leave`,
 * `leave?status=approved&from_date[gte]=2026-01-01`. `with`: there is one of each. `without`: there is none. */
export type FiltersByOthers<Names extends string> = {
  [Name in 'with' | 'without']?: Others<Names> | readonly Others<Names>[] | undefined;
};
type Others<Names extends string> = Names | `${Names}?${string}`;
