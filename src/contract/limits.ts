// The limits that the interface promises. The code that enforces a limit and every text that states it use the number
// from here. Numbers that only tune the service are not promised and stay where they are used.

const KIB = 1024;
export const MIB = 1024 * KIB;

/** The page size. */
export const LIMIT = { minimum: 1, maximum: 200, default: 50 } as const;
export const OFFSET = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 } as const;
/** Characters of a search. */
export const Q_LENGTH = 200;
/** Fields that a list is sorted by. */
export const SORT_FIELDS = 4;
/** Limits of an aggregate: its groupings, its measures, and its groups. */
export const AGGREGATE = { groups: 3, measures: 20, results: 100_000 } as const;
/** Of one insight: its periods, and the groups that it reads for them in all. Of all insights of a process at a time:
 * the bytes that these groups take, and how many have many periods and groups. An answer has as many entries as an
 * aggregate has groups. */
export const INSIGHT = { periods: 400, groups: 120_000, memory: 64 * MIB, large: 2 } as const;
/** Levels of a part of the org chart, and the people that it has about at most. */
export const ORG_CHART = { depth: { minimum: 1, maximum: 100, default: 1 }, people: 1000 } as const;
/** Characters of the last part of a get-one address. */
export const ITEM_ID_LENGTH = 64;
/** Characters of the parameters in a `Link` header. With longer ones there is no header, because clients and proxies
 * refuse answers with large headers. */
export const LINK_LENGTH = 1000;
/** Entries of the changes feed on one page; for how many seconds a request waits for the next one; characters of a
 * cursor. */
export const CHANGES = { minimum: 1, maximum: 1000, default: 100, wait: 30, cursor: 100 } as const;
/** Requests of one process that wait for changes, how many more wait for a place, and how long. */
export const LISTENERS = { places: 8192, waiting: 256, milliseconds: 2000 } as const;
/** How long changes are kept, unless the operator says otherwise. */
export const CHANGES_DAYS = 30;
/** In milliseconds. */
export const DAY = 86_400_000;
/** Streams of whole lists that a process sends at the same time, and how many more wait for one to end. */
export const STREAMS = { places: 8, waiting: 16 } as const;
/** Long questions that a process answers at the same time, on each engine, and how many more wait for one to end. */
export const LANE = { places: 2, waiting: 64 } as const;

/** Bytes to which the log of the embedded database is cut when it is begun again. */
export const LOG_BYTES = 64 * MIB;

/** Characters of an address. */
export const ADDRESS_LENGTH = 32 * KIB;
/** Bytes of an address and headers together. The runtime counts them and answers 431 by itself. */
export const HEADER_BYTES = 64 * KIB;
export const BODY_BYTES = MIB;
/** Faults that one answer lists. It says how many more there are. */
export const FAULTS = 50;
/** Levels of a JSON body. */
export const JSON_DEPTH = 32;
/** A body has to arrive within this time. */
export const BODY_SECONDS = 30;
/** An idle connection is closed after this time. It is longer than the time for a body, so that a body that stops is
 * answered first. The runtime counts in steps of four seconds. */
export const IDLE_SECONDS = 40;

export const IDEMPOTENCY_KEY = { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' } as const;
/** A key is stored for this time. */
export const KEY_HOURS = 24;

/** The saved views of one person or token: bytes of the document, things in it, characters of a name and of an
 * address. */
export const SAVED_VIEWS = { bytes: 64 * KIB, items: 200, name: 80, path: 8000 } as const;

/** The limits of Excel: rows of a sheet with its header, and characters of a cell. */
export const SHEET = { rows: 1_048_576, characters: 32_767 } as const;

/** Bytes of one row of a file that is imported. */
export const ROW_BYTES = MIB;

/** `1 MiB`, `64 KiB`. */
export const sizeText = (bytes: number): string => (bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`);

/** `32,768`. */
export const countText = (count: number): string => count.toLocaleString('en');

/** A small number in words, for sentences. */
export const inWords = (count: number): string =>
  ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][count] ?? countText(count);
