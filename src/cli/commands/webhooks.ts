// `workforce webhooks ACTION`: adds, shows, tests and removes endpoints, beside a service that runs or without one.
import { catalogue } from '../../catalogue/catalogue.ts';
import { Refusal } from '../../contract/errors.ts';
import { didYouMean } from '../../contract/words.ts';
import type { NewEntry } from '../../store/audit-log.ts';
import type { Database } from '../../store/maintenance.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { TIMES } from '../../webhooks/back-off.ts';
import { answerText } from '../../webhooks/deliver.ts';
import { send } from '../../webhooks/send.ts';
import { isSecret, newMessageId, newSecret, signed } from '../../webhooks/signature.ts';
import { type ActionContext, checkedName, runAction, sayList, timeText } from '../actions.ts';
import type { Arguments } from '../options/command.ts';
import { textOfFile } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { resourceNames } from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';

export const webhooks = (args: Arguments): Promise<void> =>
  runAction('webhooks', args, {
    list: { run: list, options: ['json'], operands: [] },
    add: { run: add, options: ['resources', 'from', 'secret-file', 'private'], operands: ['NAME', 'URL'] },
    test: { run: test, options: [], operands: ['NAME'] },
    replay: { run: replay, options: ['after'], operands: ['NAME'] },
    resume: { run: resume, options: [], operands: ['NAME'] },
    remove: { run: remove, options: [], operands: ['NAME'] },
  });

async function add({ database, entry, operands: [name, url], values }: ActionContext): Promise<void> {
  const given = values['secret-file'];
  const secret = given === undefined ? newSecret() : await secretIn(given);
  const webhook = {
    name: checkedName(name!),
    url: checkedUrl(url!),
    resources: checkedResources(values.resources),
    secret,
    private: values.private === undefined ? 0 : 1,
    ...(await from(database, values.from ?? 'now')),
  };
  const said = entry('webhook.create', webhook.private === 1 ? ', with private fields' : '');
  if (!(await database.webhooks.add({ ...webhook, ...UNTRIED, holder: null, leased_until: 0 }, said)))
    throw new CommandError('failed', `There is a webhook with this name; "workforce webhooks remove ${name}" ends it.`);
  say(
    values.from === 'beginning'
      ? 'Added. Every record there is goes to it, and then what changes.'
      : 'Added. What changes from now on goes to it.',
  );
  if (given === undefined) say(`Its secret, which is not shown again: ${secret}`);
}

const UNTRIED = { attempts: 0, failing_since: null, next_at: 0, parked_at: null, outcome: null } as const;

/** Where to begin. A cursor that the feed does not know is refused here. */
async function from(database: Database, place: string): Promise<Pick<Webhook, 'cursor' | 'until' | 'message'>> {
  const after = place === 'beginning' ? undefined : place;
  // Of no entries: the cursor before the first one.
  const page = await Promise.try(() => database.changes({ after, resources: catalogue, limit: 0 })).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'cursor_gone')) throw error;
    throw new CommandError('invalid', '--after is no place in the changes that is known; beginning sends everything.');
  });
  return { cursor: page.cursor, until: null, message: null };
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw new UsageError('URL is an address such as https://crm.example.com/hook, without a user or password.');
  url.hash = '';
  return url.href;
}

function checkedResources(text: string | undefined): string {
  const names = text === undefined ? [] : text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !resourceNames.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--resources names one that there is not${didYouMean(unknown, resourceNames)}; there are ${resourceNames.join(', ')}.`,
    );
  return names.join(',');
}

async function secretIn(file: string): Promise<string> {
  const secret = (await textOfFile('--secret-file', file)).trim();
  if (isSecret(secret)) return secret;
  throw new CommandError('failed', `--secret-file ${file} holds no secret: whsec_ and 24 to 64 bytes in base64.`);
}

async function test({ database, settings, operands: [name] }: ActionContext): Promise<void> {
  const { url, secret } = await found(database, name!);
  const now = new Date();
  const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: [] });
  const headers = signed(secret, newMessageId(), Math.floor(now.getTime() / 1000), body);
  const answer = await send(
    { url, headers, body },
    { allowPrivate: settings.webhooks === 'any', timeout: TIMES.request },
  );
  const text = `${name}: ${answerText(answer)}, after ${Date.now() - now.getTime()} ms.`;
  if (!('status' in answer) || answer.status < 200 || answer.status > 299) throw new CommandError('failed', text);
  say(text);
}

async function replay({ database, entry, operands: [name], values: { after } }: ActionContext): Promise<void> {
  if (after === undefined) throw new UsageError('--after is missing: a cursor of the feed, beginning or now.');
  await change(database, name!, { ...UNTRIED, ...(await from(database, after)) }, entry('webhook.replay'));
  say(`${name} gets what is after that again, and then what changes.`);
}

async function resume({ database, entry, operands: [name] }: ActionContext): Promise<void> {
  await change(database, name!, UNTRIED, entry('webhook.resume'));
  say(`${name} goes on where it has stopped.`);
}

async function remove({ database, entry, operands: [name] }: ActionContext): Promise<void> {
  await found(database, name!);
  await database.webhooks.remove(name!, entry('webhook.remove'));
  say(`${name} is removed; its secret is forgotten.`);
}

/** The process that is sending now keeps its lease, so that no other sends beside it. */
async function change(
  database: Database,
  name: string,
  values: Partial<Webhook>,
  entry: NewEntry | undefined,
): Promise<void> {
  await found(database, name);
  await database.webhooks.change(name, values, {}, entry);
}

async function found({ webhooks: table }: Database, name: string): Promise<Webhook> {
  const { rows: all } = await table.read();
  const webhook = all.find((each) => each.name === name);
  if (webhook) return webhook;
  throw new CommandError('missing', 'There is no webhook with this name; "workforce webhooks list" shows them.');
}

async function list({ database, values }: ActionContext): Promise<void> {
  const { now, rows: all } = await database.webhooks.read();
  const items = all.map((webhook) => shown(webhook, now));
  sayList(items, values, 'There are no webhooks; "workforce webhooks add NAME URL" adds one.');
}

/** Without the secret. */
const shown = (webhook: Webhook, now: number) => ({
  name: webhook.name,
  state: stateOf(webhook, now),
  last: webhook.outcome,
  failures: webhook.attempts,
  next: webhook.parked_at === null && webhook.next_at > now ? timeText(webhook.next_at) : null,
  url: webhook.url,
  resources: webhook.resources || 'all',
  private_fields: webhook.private === 1 ? 'shown' : 'hidden',
  cursor: webhook.cursor,
});

function stateOf({ parked_at, attempts, leased_until }: Webhook, now: number): string {
  if (parked_at !== null) return `parked since ${timeText(parked_at)}`;
  if (leased_until > now) return 'sending';
  return attempts > 0 ? 'failing' : 'well';
}
