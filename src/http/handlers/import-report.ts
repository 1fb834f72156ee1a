// The report of an import as an answer: its lines as they come, or all of them as one JSON.
import { errorBody, messageOf, Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { formats } from '../../contract/request/list-query.ts';
import type { Running } from '../context.ts';
import { invalidBody } from '../request/body.ts';
import { exposedHeaders, json, jsonHeaders, logCause, NO_STORE } from '../response/responses.ts';
import { inHttp } from './import-words.ts';

type Start = (on: Parameters<Running['run']>[2], signal: AbortSignal) => ReturnType<Running['run']>;

type Line = Readonly<Record<string, unknown>>;

/** Of each sort of line there is one, or a list. */
const LISTS = ['words', 'filled', 'emptied', 'missing', 'derived', 'erased', 'left_out'];

/** All that was said as one object: `{"written": 8, "faults": [], "preview": […], …}`. */
export function importReport(lines: readonly Line[]): Line {
  const report: Record<string, unknown> = { faults: [], warnings: [] };
  const add = (name: string, value: unknown) => {
    report[name] = [...((report[name] as unknown[]) ?? []), value];
  };
  for (const line of lines) {
    const [name = ''] = Object.keys(line);
    if (name === 'summary') {
      const { faults: _, warnings: __, ...summary } = line.summary as Line;
      Object.assign(report, summary);
    } else if (name === 'preview' || name === 'recognised') report[name] = line[name];
    else if (LISTS.includes(name)) add(name, line[name]);
    else add(line.level === 'warning' ? 'warnings' : 'faults', line);
  }
  return report;
}

/** One JSON when all is done. A refused import is an error, but a dry run has succeeded. */
export async function importBody(start: Start, signal: AbortSignal, isDryRun: boolean): Promise<Response> {
  const lines: Line[] = [];
  const { code, messages } = await start({ line: (line) => void lines.push(inWords(JSON.parse(line))) }, signal);
  const report = importReport(lines);
  if (code !== 0 && !(isDryRun && 'written' in report))
    throw refusalOf(code, messages, report.faults as Line[], report.problems);
  return json(JSON.stringify({ data: report }));
}

/** Only reasons and remedies of faults speak of options. */
function inWords(line: Line): Line {
  const { problems } = (line.summary ?? {}) as { problems?: readonly Line[] };
  if (problems) return { summary: { ...(line.summary as Line), problems: problems.map(inWords) } };
  const texts = ['reason', 'remedy'].flatMap((name) => {
    const text = line[name];
    return typeof text === 'string' ? [[name, inHttp(text)] as const] : [];
  });
  return { ...line, ...Object.fromEntries(texts) };
}

/** The lines of the command as they come, how far it is between them, and the error at the end where there is one. */
export function importStream(start: Start, signal: AbortSignal) {
  const gone = new AbortController();
  const either = AbortSignal.any([signal, gone.signal]);
  const encoder = new TextEncoder();
  const { promise: until, resolve: end } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (line: string) => {
        if (!either.aborted) controller.enqueue(encoder.encode(`${line}\n`));
      };
      const faults: Line[] = [];
      let problems: unknown;
      const line = (text: string) => {
        const isFault = text.startsWith('{"file":');
        if (!isFault && !text.startsWith('{"summary":')) return send(text);
        const each = inWords(JSON.parse(text));
        if (isFault) faults.push(each);
        else ({ problems } = each.summary as Line);
        send(JSON.stringify(each));
      };
      const progress = (rows: number, of: number) => send(JSON.stringify({ progress: { rows, of } }));
      try {
        const { code, messages } = await start({ line, progress }, either);
        if (code !== 0) send(JSON.stringify(errorBody(refusalOf(code, messages, faults, problems))));
      } catch (error) {
        const refusal = new Refusal('internal_error', 'Something went wrong on our side; it has been logged.', {
          cause: messageOf(error),
        });
        if (!either.aborted) logCause(refusal, undefined);
        send(JSON.stringify(errorBody(refusal)));
      } finally {
        end();
        if (!either.aborted) controller.close();
      }
    },
    cancel: () => gone.abort(),
  });
  const response = new Response(body, {
    headers: { ...jsonHeaders, ...NO_STORE, ...exposedHeaders, 'Content-Type': formats.ndjson },
  });
  return { response, until };
}

/** The meaning of the exit codes of the command line. */
export function refusalOf(
  code: number,
  messages: readonly string[],
  faults: readonly Line[],
  problems?: unknown,
): Refusal {
  const text = inHttp(messages.join(' '));
  if (messages.length === 0)
    return new Refusal('internal_error', 'Something went wrong on our side; it has been logged.');
  if (code === 5) return new Refusal('unavailable', text, { headers: { 'Retry-After': '5' } });
  if (code === 1) return new Refusal(/ demo data/.test(text) ? 'conflict' : 'unavailable', text);
  const rows = faults
    .filter(({ level }) => level === undefined)
    .map(
      ({ line, field, type, reason, value }): Fault => ({
        type: String(type),
        loc: ['body', 'file', Number(line), ...(field === null ? [] : [String(field)])],
        msg: String(reason),
        input: value,
      }),
    );
  if (rows.length > 0) return new Refusal('validation_error', text, { faults: rows, details: { problems } });
  const told = messages.map((each) => inHttp(each).replace(/\.$/, ''));
  return invalidBody(told.map((msg) => ({ type: 'file_invalid', loc: ['body', 'file'], msg, input: null })));
}
