// The types that all resources share. Those of each resource are in resources.ts, derived from the catalogue.

export type Meta = {
  /** How many records match in all. */
  total: number;
  /** Page size that was applied. */
  limit: number;
  /** How many records were skipped. */
  offset: number;
};

export type Page<Item> = { data: Item[]; meta: Meta };

/** A value, or a list of which any will do; null finds missing values. */
export type Filter<Value> = Value | null | readonly (Value | null)[] | undefined;

export type CallOptions = {
  /** Ends the call, and the waiting between its tries. */
  signal?: AbortSignal | undefined;
};

export type CreateOptions = CallOptions & {
  /** Sent again with the same values, it creates nothing and gets the first answer; a new one is made without it. */
  idempotencyKey?: string | undefined;
};

/** A record with the fields and expanded references that were asked for. */
export type Item<Entity, References, Fields extends keyof Entity, Expanded extends keyof References> = ([
  keyof Entity,
] extends [Fields]
  ? Entity
  : Pick<Entity, Fields>) &
  ([Expanded] extends [never] ? unknown : { expanded: { [Name in Expanded]: References[Name] | null } });

type Shape<Fields, Expanded> = {
  /** Only these fields; all without it. */
  fields?: readonly Fields[] | undefined;
  /** References whose records come along in `expanded`. */
  expand?: readonly Expanded[] | undefined;
};

type Selection<Filters, Sort extends string> = Filters & {
  /** Words that occur somewhere in the record's text, in any case. */
  q?: string | undefined;
  /** Fields to sort by, with `-` from the greatest down; by `id` without it. */
  sort?: Sort | `-${Sort}` | readonly (Sort | `-${Sort}`)[] | undefined;
};

type Paging = {
  /** Page size, 1 to 200; 50 without it. */
  limit?: number | undefined;
  /** How many records to skip. */
  offset?: number | undefined;
};

/** What can be read of every resource. */
export type Reads<Entity, Filters, Sort extends string, References> = {
  /** One page, with the exact total. */
  list<Fields extends keyof Entity = keyof Entity, Expanded extends keyof References = never>(
    query?: Selection<Filters, Sort> & Paging & Shape<Fields, Expanded>,
    options?: CallOptions,
  ): Promise<Page<Item<Entity, References, Fields, Expanded>>>;

  /** The record with this id. */
  get<Fields extends keyof Entity = keyof Entity, Expanded extends keyof References = never>(
    id: number,
    query?: Shape<Fields, Expanded>,
    options?: CallOptions,
  ): Promise<Item<Entity, References, Fields, Expanded>>;

  /** Every record, page after page as they are taken. */
  all<Fields extends keyof Entity = keyof Entity, Expanded extends keyof References = never>(
    query?: Selection<Filters, Sort> & Shape<Fields, Expanded>,
    options?: CallOptions,
  ): AsyncGenerator<Item<Entity, References, Fields, Expanded>, void, undefined>;

  /** Every record in one stream, from one moment: the bytes of a CSV file, or the records one by one. */
  export<Format extends 'csv' | 'ndjson', Fields extends keyof Entity = keyof Entity>(
    query: Selection<Filters, Sort> & Pick<Shape<Fields, never>, 'fields'> & { format: Format },
    options?: CallOptions,
  ): Format extends 'csv'
    ? Promise<ReadableStream<Uint8Array>>
    : AsyncGenerator<Item<Entity, References, Fields, never>, void, undefined>;
};

/** What resources that can be created have besides. */
export type Creates<Entity, Body> = {
  /** Adds a record and gives it as it is stored. Needs the write token. */
  create(body: Body, options?: CreateOptions): Promise<Entity>;
};

export type Health = {
  /** `ok` while the database answers; `degraded` while it answers reads but takes no writes. */
  status: string;
  product: string;
  version: string;
  /** Whether a write token is configured. */
  writes_enabled: boolean;
  /** The servers behind the service, where there are several. */
  database?: {
    engine: string;
    primary: boolean;
    replicas: { name: string; in_use: boolean; lag_seconds: number | null }[];
  };
};
