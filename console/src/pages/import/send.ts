// Sends a file to the service: what fits it, what it would become, and the file itself. The service answers line by
// line.
import { reach } from '../../data/api.ts';
import type { DataRecord } from '../../data/records.ts';
import { headersWith, token } from '../../data/token.ts';
import { say } from '../../words/say.ts';

/** The fields that a column fills: one, several, or none. */
export type ColumnFields = string | readonly string[] | null;

export type Mapping = {
  readonly columns?: Readonly<Record<string, ColumnFields>>;
  /** Rows with one of these texts in the column are left out. */
  readonly leaveOut?: Readonly<Record<string, string | null | readonly (string | null)[]>>;
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number | null>>>>;
  readonly defaults?: Readonly<Record<string, string | number>>;
  readonly dateFormat?: string;
  readonly decimal?: string;
  readonly [other: string]: unknown;
};

export type Suggestion = {
  readonly resource: string;
  readonly mapping: Mapping;
  readonly questions: readonly string[];
  readonly create_missing: readonly string[];
  readonly columns: readonly { readonly name: string; readonly examples: readonly string[] }[];
  readonly date_formats: readonly string[];
  readonly sheet?: string;
  readonly sheets?: readonly string[];
};

export type RowFault = {
  readonly line: number;
  readonly field: string | null;
  readonly column?: string;
  readonly reason: string;
  readonly value: string | null;
  readonly level?: 'warning';
};

type Counts = {
  readonly resource: string;
  readonly written: number;
  readonly refused: number;
  readonly ids?: readonly [number, number];
};

/** Rows with the same problem. */
export type Problem = {
  readonly field: string | null;
  readonly column?: string;
  readonly type: string;
  readonly rows: number;
  readonly line: number;
  readonly reason: string;
  readonly examples: readonly string[];
  /** For all of its rows. */
  readonly remedy?: string;
};

export type Report = {
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  readonly words: readonly { readonly field: string; readonly unknown: Readonly<Record<string, number>> }[];
  readonly erased: readonly { readonly lines: readonly number[] }[];
  readonly leftOut: readonly { readonly column: string; readonly value: string; readonly rows: number }[];
  readonly emptied: readonly {
    readonly field: string;
    readonly rows: number;
    readonly unknown: Readonly<Record<string, number>>;
  }[];
  /** Jobs without stages, and those that the funnel gives them. */
  readonly derived: readonly {
    readonly jobs: number;
    readonly stages: readonly string[];
    readonly left_out: readonly string[];
  }[];
  readonly problems: readonly Problem[];
  readonly preview: readonly { readonly resource: string; readonly records: readonly DataRecord[] }[];
  readonly written: number;
  readonly refused: number;
  /** How many faults there are; not all may be listed. */
  readonly faultCount: number;
  readonly resources: readonly Counts[];
};

/** What the service says about a file that it does not take, a sentence each. */
export class Refused extends Error {
  constructor(
    readonly messages: readonly string[],
    readonly code = '',
  ) {
    super(messages.join(' '));
  }
}

type Failure = {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details?: { readonly errors: readonly { readonly msg: string; readonly loc: readonly unknown[] }[] };
  };
};

function refusedBy({ error }: Failure, status: number): Refused {
  if (!error) return new Refused([say('The service answers {status}.', { status })]);
  const told = error.details?.errors.filter(({ loc }) => loc.length <= 2).map(({ msg }) => `${msg}.`) ?? [];
  return new Refused(told.length > 0 ? told : [error.message], error.code);
}

function formOf(file: File, mapping: Mapping | undefined): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  return form;
}

const post = async (path: string, body: FormData | undefined, signal: AbortSignal, accept = 'application/json') => {
  const headers = { Accept: accept, ...headersWith(token.peek()) };
  const response = await reach(`/api/v1/${path}`, { method: 'POST', headers, signal, ...(body && { body }) });
  if (!response.ok) throw refusedBy(await response.json().catch(() => ({})), response.status);
  return response;
};

/** What is not decided yet cannot be sent. */
export const decided = (mapping: Mapping): Mapping => {
  const { values = {}, defaults = {}, ...rest } = mapping;
  const some = Object.entries(values)
    .map(([field, of]) => [field, Object.fromEntries(Object.entries(of).filter(([, each]) => each !== ''))] as const)
    .filter(([, of]) => Object.keys(of).length > 0);
  const given = Object.entries(defaults).filter(([, each]) => each !== '');
  return {
    ...rest,
    ...(some.length > 0 && { values: Object.fromEntries(some) }),
    ...(given.length > 0 && { defaults: Object.fromEntries(given) }),
  };
};

/** Of all resources that may fit, the best first; or of one, with what is known of the mapping. */
export async function suggest(
  file: File,
  { resource, mapping, sheet }: { resource?: string; mapping?: Mapping; sheet?: string | undefined },
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const query = new URLSearchParams({ ...(resource && { suggest: 'true' }), ...(sheet && { sheet }) });
  const path = `import${resource ? `/${resource}` : ''}${query.size > 0 ? `?${query}` : ''}`;
  const { data } = await (await post(path, formOf(file, mapping && decided(mapping)), signal)).json();
  return [data].flat();
}

export type Options = {
  readonly sheet?: string | undefined;
  readonly isDryRun: boolean;
  readonly skipsInvalid: boolean;
  readonly emptiesUnknown: boolean;
  readonly keepsDemo: boolean;
  readonly makes: readonly string[];
};

export const pathFor = (resource: string, { sheet, isDryRun, makes, ...options }: Options): string => {
  const query = new URLSearchParams({
    ...(isDryRun && { dry_run: 'true' }),
    ...(options.skipsInvalid && { skip_invalid: 'true' }),
    ...(options.emptiesUnknown && { empty_unknown: 'true' }),
    ...(options.keepsDemo && { keep_demo: 'true' }),
    ...(makes.length > 0 && { create_missing: makes.join(',') }),
    ...(sheet && { sheet }),
  });
  return `import/${resource}${query.size > 0 ? `?${query}` : ''}`;
};

/** `onProgress`: rows that are read, and how many there may be. */
export async function putIn(
  path: string,
  file: File,
  mapping: Mapping | undefined,
  onProgress: (rows: number, of: number) => void,
  signal: AbortSignal,
): Promise<Report> {
  const response = await post(path, formOf(file, mapping), signal, 'application/x-ndjson');
  // biome-ignore lint/suspicious/noExplicitAny: lines are of many kinds
  const report: Record<string, any> = {
    ...{
      faults: [],
      warnings: [],
      words: [],
      erased: [],
      leftOut: [],
      emptied: [],
      derived: [],
      problems: [],
      preview: [],
    },
  };
  let refused: Refused | undefined;
  for await (const line of linesOf(response.body!)) {
    const each = JSON.parse(line);
    if (each.progress) onProgress(each.progress.rows, each.progress.of);
    else if (each.error) refused = refusedBy(each, 422);
    else if (each.summary) {
      const { faults, warnings: _, ...summary } = each.summary;
      Object.assign(report, summary, { faultCount: faults });
    } else if (each.preview) report.preview = each.preview;
    else if (each.words) report.words.push(each.words);
    else if (each.erased) report.erased.push(each.erased);
    else if (each.left_out) report.leftOut.push(each.left_out);
    else if (each.derived) report.derived.push(each.derived);
    else if (each.emptied) report.emptied.push(each.emptied);
    else if ('line' in each) report[each.level === 'warning' ? 'warnings' : 'faults'].push(each);
  }
  // Rows that are refused are in the report.
  if (refused && !(report.faultCount > 0)) throw refused;
  return report as unknown as Report;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : lines.pop()!;
    for (const line of lines) if (line !== '') yield line;
    if (done) return;
  }
}

export const fillWithDemo = (signal: AbortSignal): Promise<Response> => post('demo', undefined, signal);
