// Imports files over HTTP: each is given to `workforce import`, which runs as a process of its own, and its report is
// the answer. So columns, values, dates, checks and writing are those of the command line: all of the file is stored,
// or nothing.
import { type Access, mayRead } from '../../access/access.ts';
import { type Resource, referencesOf } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults.ts';
import { namingFields } from '../../contract/formats/column-target.ts';
import { BASE } from '../../contract/product.ts';
import type { Awaitable } from '../../store/store.ts';
import type { BodyHandler, Caller, Context, Running } from '../context.ts';
import { splitAddress } from '../request/address.ts';
import { denied, limitedToRows, refuseWrite } from '../request/auth.ts';
import { CLOSING, invalidBody } from '../request/body.ts';
import { acceptedFormat } from '../request/negotiate.ts';
import { receiveUpload } from '../request/upload.ts';
import { json } from '../response/responses.ts';
import { importBody, importStream, refusalOf } from './import-report.ts';

export const IMPORT = `${BASE}/v1/import`;
export const DEMO = `${BASE}/v1/demo`;

/** As flags of the command. */
const FLAGS = ['dry_run', 'skip_invalid', 'empty_unknown', 'add_erased', 'keep_demo'];
const OPTIONS = [...FLAGS, 'sheet', 'create_missing', 'suggest'];

/** `resource`: without one it is found out which fits, and nothing is put in. */
export function importFile(resource: Resource | undefined, context: Context): BodyHandler {
  return {
    authorize: (access) => requireImport(access, resource && [resource], context),
    readsBody: true,
    async answer(request, _, caller) {
      const options = optionsIn(request.url, resource);
      const made = options.getAll('create_missing').flatMap((names) => names.split(','));
      const known = context.catalogue.filter(({ name }) => made.includes(name));
      await requireImport(caller.access, known, context);
      return withImporter(context, caller, async (running, bytes) => {
        const { bodySeconds: seconds } = context;
        const { name, fields } = await receiveUpload(request, { create: running.create, bytes, seconds });
        const args = ['import', ...(resource ? [resource.name] : []), name, '--json'];
        if (fields.mapping?.trim()) {
          const target = await running.create('mapping.json');
          await target.write(Buffer.from(fields.mapping));
          await target.close();
          args.push('--map=mapping.json');
        }
        const sheet = options.get('sheet');
        if (sheet) args.push(`--sheet=${sheet}`);
        if (!resource || isOn(options.get('suggest'))) {
          const found = await suggestions(running, [...args, '--suggest=-'], caller, request.signal);
          return { response: json(JSON.stringify({ data: resource ? found[0] : found })) };
        }
        for (const flag of FLAGS) if (isOn(options.get(flag))) args.push(`--${flag.replace('_', '-')}`);
        for (const each of made) args.push(`--create-missing=${each}`);
        const start = (on: Parameters<Running['run']>[2], signal: AbortSignal) =>
          running.run(args, context.actorOf?.(caller), on, signal);
        const isDryRun = isOn(options.get('dry_run'));
        return acceptedFormat(request.headers.get('accept')) === 'ndjson'
          ? importStream(start, request.signal)
          : { response: await importBody(start, request.signal, isDryRun) };
      });
    },
  };
}

/** The demo company, into an empty database. */
export function demoData(context: Context): BodyHandler {
  return {
    authorize: (access) => requireImport(access, context.catalogue, context),
    takesNoBody: true,
    async answer(request, _, caller) {
      return withImporter(context, caller, async (running) => {
        let written = 0;
        const progress = (done: number) => {
          written = done;
        };
        const on = { line: () => undefined, progress };
        const { code, messages } = await running.run(['seed'], context.actorOf?.(caller), on, request.signal);
        if (code !== 0) throw refusalOf(code, messages, []);
        if (written === 0) throw notEmpty();
        return { response: json(JSON.stringify({ data: { written } })) };
      });
    },
  };
}

const notEmpty = (): Refusal =>
  new Refusal('conflict', 'The database has records already; only an empty one is filled with demo data.');

/** Throws when the client may not put in files of these; without any, when it may put in none at all. */
function requireImport(access: Access, resources: readonly Resource[] | undefined, context: Context): Awaitable<void> {
  const lacking = resources?.find(({ name }) => !access.imports.has(name));
  if (lacking || access.imports.size === 0)
    return refuseWrite(context, () =>
      access.rows
        ? limitedToRows()
        : denied(access, 'the write token', [`create:${lacking?.creatable ? lacking.name : 'all'}`]),
    );
  const scopes = (resources ?? []).flatMap((resource) => unseen(access, resource));
  if (scopes.length > 0) throw denied(access, 'a token', [...new Set(scopes)]);
}

/** Records are found by their names and codes, which tells whether there are such records. */
function unseen(access: Access, resource: Resource): string[] {
  return referencesOf(resource).flatMap(({ target, within }) => {
    if (!mayRead(access, target)) return [`read:${target.name}`];
    const fields = namingFields(target).flatMap((each) => each.fields.map(({ name }) => name));
    return [...fields, ...(within ? [within] : [])]
      .filter((name) => access.hidden[target.name]?.has(name))
      .map((name) => `private:${target.name}.${name}`);
  });
}

const isOn = (value: string | null): boolean => value === 'true' || value === '1';

function optionsIn(url: string, resource: Resource | undefined): URLSearchParams {
  const options = new URLSearchParams(splitAddress(url).query);
  const known = resource ? OPTIONS : ['sheet', 'suggest'];
  const faults = [...options].flatMap(([name, value]): Fault[] => {
    const at = { loc: ['query', name], input: value };
    if (!known.includes(name)) return [{ type: 'extra_forbidden', msg: `There are ${known.join(', ')}`, ...at }];
    const isFlag = FLAGS.includes(name) || name === 'suggest';
    return isFlag && !/^(true|false|1|0)$/.test(value)
      ? [{ type: 'bool_parsing', msg: 'Input should be true or false', ...at }]
      : [];
  });
  if (faults.length > 0) throw invalidBody(faults, CLOSING);
  return options;
}

/** `until`: when the last of it is sent, where it is sent as it comes. */
type ImportAnswer = { readonly response: Response; readonly until?: Promise<void> };

/** One at a time: each takes a processor, and on the embedded database creates of others wait for it. */
async function withImporter(
  { importer }: Context,
  caller: Caller,
  answer: (running: Running, bytes: number) => Promise<ImportAnswer>,
): Promise<Response> {
  if (!importer)
    throw new Refusal('writes_disabled', 'Files are not taken here: the operator has set WORKFORCE_IMPORT_MB to 0.');
  const running = await importer.begin();
  if (!running)
    throw new Refusal('unavailable', 'Another file is being put in; try again when that is done.', {
      headers: { 'Retry-After': '5', ...CLOSING.headers },
    });
  // It takes as long as it takes.
  caller.apart?.();
  caller.patient?.();
  try {
    const { response, until } = await answer(running, importer.bytes);
    if (until) void until.finally(running.end);
    else running.end();
    return response;
  } catch (error) {
    running.end();
    throw error;
  }
}

/** The report of the command about one resource, or about each that may fit, the best first. */
async function suggestions(
  running: Running,
  args: readonly string[],
  { access }: Caller,
  signal: AbortSignal,
): Promise<object[]> {
  const lines: string[] = [];
  const on = { line: (line: string) => void lines.push(line) };
  const { code, messages } = await running.run(args, undefined, on, signal);
  if (code !== 0) throw refusalOf(code, messages, []);
  const found = lines.map((line) => JSON.parse(line) as { readonly resource: string });
  return found.filter(({ resource }) => access.imports.has(resource));
}
