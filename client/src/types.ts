// The types that all resources share. The types of each resource are derived from the catalogue and are in
// resources.ts.

export type Meta = {
  /** How many records match, on all pages together. */
  total: number;
  /** The page size that was used. */
  limit: number;
  /** How many records were skipped. */
  offset: number;
};

export type Page<Item> = { data: Item[]; meta: Meta };

export type CallOptions = {
  /** Aborts the call, also while it waits before a retry. */
  signal?: AbortSignal | undefined;
};

export type CreateOptions = CallOptions & {
  /** A second create with the same key and the same values creates nothing and returns the first answer. The default is
   * a new random key. */
  idempotencyKey?: string | undefined;
};

/** A field of the record that a reference leads to, such as `dept_id.name`. */
export type Hop<References> = {
  [Name in keyof References & string]: `${Name}.${keyof References[Name] & string}`;
}[keyof References & string];

/** What `fields` may name. */
export type FieldName<Entity, References> = keyof Entity | Hop<References>;

type HopValue<References, Name> = Name extends `${infer Reference extends keyof References & string}.${infer Field}`
  ? Field extends keyof References[Reference]
    ? References[Reference][Field] | null
    : never
  : never;

/** A record with the requested fields and expanded references. */
export type Item<
  Entity,
  References,
  Fields extends FieldName<Entity, References>,
  Expanded extends keyof References,
> = ([keyof Entity] extends [Fields] ? Entity : Pick<Entity, Extract<Fields, keyof Entity>>) &
  ([Exclude<Fields, keyof Entity>] extends [never]
    ? unknown
    : { [Name in Exclude<Fields, keyof Entity>]: HopValue<References, Name> }) &
  ([Expanded] extends [never] ? unknown : { expanded: { [Name in Expanded]: References[Name] | null } });

type Shape<Fields, Expanded> = {
  /** Return only these fields, of the record or of what a reference leads to (`dept_id.name`). The default is all
   * fields of the record. */
  fields?: readonly Fields[] | undefined;
  /** References whose records are added in `expanded`. */
  expand?: readonly Expanded[] | undefined;
};

type Selection<Filters, Sort extends string> = Filters & {
  /** Words that must all occur in the text of a record. Case is ignored. */
  q?: string | undefined;
  /** Fields to sort by, with `-` in front for descending order. The default is `id`. */
  sort?: Sort | `-${Sort}` | readonly (Sort | `-${Sort}`)[] | undefined;
};

export type Paging = {
  /** The page size, 1 to 200. The default is 50. */
  limit?: number | undefined;
  /** How many records to skip. */
  offset?: number | undefined;
};

/** The reads that every resource has. */
export type Reads<Entity, Filters, Sort extends string, References> = {
  /** One page, with the exact total. */
  list<Fields extends FieldName<Entity, References> = keyof Entity, Expanded extends keyof References = never>(
    query?: Selection<Filters, Sort> & Paging & Shape<Fields, Expanded>,
    options?: CallOptions,
  ): Promise<Page<Item<Entity, References, Fields, Expanded>>>;

  /** The record with this id. */
  get<Fields extends FieldName<Entity, References> = keyof Entity, Expanded extends keyof References = never>(
    id: number,
    query?: Shape<Fields, Expanded>,
    options?: CallOptions,
  ): Promise<Item<Entity, References, Fields, Expanded>>;

  /** All matching records. Each page is requested when the loop reaches it. */
  all<Fields extends FieldName<Entity, References> = keyof Entity, Expanded extends keyof References = never>(
    query?: Selection<Filters, Sort> & Shape<Fields, Expanded>,
    options?: CallOptions,
  ): AsyncGenerator<Item<Entity, References, Fields, Expanded>, void, undefined>;

  /** All matching records in one stream, from one snapshot of the data: the bytes of a CSV file or of a workbook of
   * Excel, or the records one by one. */
  export<
    Format extends 'csv' | 'ndjson' | 'xlsx',
    Fields extends FieldName<Entity, References> = keyof Entity,
    Expanded extends keyof References = never,
  >(
    // In tables references cannot be expanded: `fields` names columns such as `dept_id.name` instead.
    query: Selection<Filters, Sort> &
      Shape<Fields, Format extends 'ndjson' ? Expanded : never> & {
        format: Format;
        /** What stands above the columns, one for each of `fields`, whose order they then have. The default is the
         * names. */
        headings?: Format extends 'ndjson' ? never : readonly string[] | undefined;
      },
    options?: CallOptions,
  ): Format extends 'ndjson'
    ? AsyncGenerator<Item<Entity, References, Fields, Expanded>, void, undefined>
    : Promise<ReadableStream<Uint8Array>>;
};

/** The create of the resources that have one. */
export type Creates<Entity, Body> = {
  /** Creates a record and returns it as stored. Needs the write token. */
  create(body: Body, options?: CreateOptions): Promise<Entity>;
};

export type Health = {
  /** `ok` while the database answers, `degraded` while it answers reads but accepts no writes. */
  status: string;
  product: string;
  version: string;
  /** Whether a write token is configured. */
  writes_enabled: boolean;
  /** The database servers, if there are replicas. */
  database?: {
    engine: string;
    primary: boolean;
    replicas: { name: string; in_use: boolean; lag_seconds: number | null }[];
  };
};

export type OrgChartQuery = {
  /** The id of a person: what is below them. */
  root?: number;
  /** The id of a person: the way from the top to them. */
  to?: number;
  /** Levels below. */
  depth?: number;
  /** Of those who report to the same person. */
  limit?: number;
  offset?: number;
} & Readonly<Record<string, unknown>>;

export type OrgPerson = {
  id: number;
  first_name: string | null;
  last_name: string | null;
  designation: string | null;
  /** null at the top. */
  reports_to: number | null;
  /** Among those who report to the same person, from 1. */
  place: number;
  /** 1 at the top. */
  level: number;
  direct_reports: number;
  /** On all levels below. */
  all_reports: number;
  /** Job openings that they hire for; null where you may not know. */
  open_roles: number | null;
  /** One of people who are managers of one another. */
  in_circle: boolean;
};

export type OrgChart = {
  /** Level by level: the largest branches first, then by name. */
  data: OrgPerson[];
  /** Of all of these people. */
  summary: {
    people: number;
    managers: number;
    levels: number;
    least_reports: number;
    most_reports: number;
    in_circles: number;
    /** At the top with a manager who is not among the people. */
    without_their_manager: number;
  };
  /** `total`: those who report to `root`, or are at the top. */
  meta: Meta;
};
