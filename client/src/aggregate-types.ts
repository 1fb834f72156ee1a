// The names of groups and measures, made of the names of fields, and the answers to them. Which fields a resource has
// of each sort is in resources.ts.
import type { CallOptions, Meta } from './types.ts';

/** The names of fields, by what an aggregate can do with them: group by them, take dates and numbers of them. */
type Names = { groups: string; dates: string; numbers: string };

type Behind<Targets, Sort extends keyof Names> = {
  [Name in keyof Targets & string]: Targets[Name] extends Names ? `${Name}.${Targets[Name][Sort]}` : never;
}[keyof Targets & string];

/** The names of a resource and, behind a dot, those of what its references lead to. */
export type NamesWith<Own extends Names, Targets> = {
  groups: Own['groups'] | Behind<Targets, 'groups'>;
  dates: Own['dates'] | Behind<Targets, 'dates'>;
  numbers: Own['numbers'] | Behind<Targets, 'numbers'>;
};

type TextUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** What records can be grouped by: `branch`, `employee_id.branch`, `month(date_of_joining)`,
 * `bin(base_salary,10000)`. */
export type GroupName<All extends Names> =
  | All['groups']
  | `${TextUnit | 'weekday' | 'month_of_year'}(${All['dates']})`
  | `bin(${All['numbers']},${number})`;

/** What can be computed of each group: `count`, `avg(rating)`, `median(days(applied_on,stage_entered_on))`. */
export type MeasureName<All extends Names> =
  | 'count'
  | `distinct(${All['groups']})`
  | `${'sum' | 'avg' | 'median'}(${All['numbers']})`
  | `${'min' | 'max'}(${All['numbers'] | All['dates']})`
  | `${'avg' | 'median'}(days(${All['dates']},${All['dates']}))`;

/** What a group has in common, by its name. */
export type GroupValue<Entity, Name> = Name extends keyof Entity
  ? Entity[Name] | null
  : Name extends `${TextUnit}(${string})`
    ? string | null
    : Name extends `${'weekday' | 'month_of_year' | 'bin'}(${string})`
      ? number | null
      : string | number | null;

type MeasureValue<All extends Names, Name> = Name extends 'count' | `distinct(${string})`
  ? number
  : Name extends `${'min' | 'max'}(${All['dates']})`
    ? string | null
    : number | null;

type Measured<All extends Names, Measure extends string> = {
  /** Each measure by its name. null where there is nothing to compute it of. */
  values: { [Name in Measure]: MeasureValue<All, Name> };
  /** The path of the list of exactly these records. */
  rows: string;
};

export type Aggregated<Entity, All extends Names, Group extends string, Measure extends string> = {
  data: (Measured<All, Measure> & {
    /** What the records of the group have in common. */
    group: { [Name in Group]: GroupValue<Entity, Name> };
    /** What references lead to, and the names of weekdays and months. */
    labels: { [Name in Group]?: string };
  })[];
  /** The measures of all records. */
  totals: Measured<All, Measure>;
  /** `total` is the number of groups. */
  meta: Meta;
};

type Orders<Name extends string> = Name | `-${Name}`;

/** `having[count][gte]`: only groups whose measures are so. */
type Having<Measure extends string> = {
  [Name in `having[${'count' | Measure}]${'' | '[ne]'}`]?: number | string | readonly (number | string)[] | undefined;
} & { [Name in `having[${'count' | Measure}][${'gte' | 'gt' | 'lte' | 'lt'}]`]?: number | string | undefined };

/** The aggregate that every resource has. */
export type Aggregates<Entity, Filters, All extends Names> = {
  /** Counts, sums, averages and more of all matching records, by groups. The default measure is `count`. */
  aggregate<const Group extends GroupName<All> = never, const Measure extends MeasureName<All> = 'count'>(
    query?: Filters &
      Having<Measure> & {
        /** Up to three. */
        group?: readonly Group[] | undefined;
        measure?: readonly Measure[] | undefined;
        /** Groups and measures that were asked for, with `-` in front for descending order. The default is the order of
         * the groups. */
        sort?: Orders<NoInfer<Group | Measure>> | readonly Orders<NoInfer<Group | Measure>>[] | undefined;
        /** Words that must all occur in the text of a record. Case is ignored. */
        q?: string | undefined;
        /** How many groups, 1 to 200. The default is 50. */
        limit?: number | undefined;
        /** How many groups to skip. */
        offset?: number | undefined;
      },
    options?: CallOptions,
  ): Promise<Aggregated<Entity, All, Group, Measure>>;
};
