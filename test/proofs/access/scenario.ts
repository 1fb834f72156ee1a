// Rights that end while many clients use them: nothing that began after the end is taken, and nobody else notices.
import { expect } from 'bun:test';
import { SEEN_WITHIN } from '../../../src/access/directory.ts';
import { EVERYTHING } from '../../../src/access/scopes.ts';
import { digestOf } from '../../../src/access/secret.ts';
import { bearer } from '../../access/tokens.ts';
import { issue, open } from '../../access/world.ts';
import { run } from '../../harness/command.ts';
import { databaseSetting, type Engine } from '../../harness/databases.ts';
import { post, TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { type Served, withServices } from '../served.ts';

/** `organization`: of the records that clients create. */
export type Opened = Served & { readonly organization: number };

/** Sessions count only where people can sign in; here nobody does. */
const SETTINGS = {
  ...{ WORKFORCE_READ: 'token', WORKFORCE_OIDC_ISSUER: 'http://127.0.0.1:9' },
  WORKFORCE_OIDC_CLIENT_ID: 'workforce',
};

export const opened = (engine: Engine, use: (on: Opened) => Promise<void>): Promise<void> =>
  withServices(engine, SETTINGS, async (on) => {
    const response = await post(on.services[0]!, '/api/v1/organizations', { name: 'Access', slug: 'access' });
    const { id } = (await response.json()) as { id: number };
    await use({ ...on, organization: id });
  });

/** Somebody whose rights end. Times are of `performance.now()`. */
type Ending = {
  readonly headers: Record<string, string>;
  /** Answers before `from` are good; requests after `until` are refused. */
  end(): Promise<{ readonly from: number; readonly until: number }>;
  readonly refusal: number;
};

export type Way = 'token revoke' | 'expiry' | 'role remove';
export const WAYS: Record<Way, (on: Opened, name: string) => Promise<Ending>> = {
  async 'token revoke'(on, name) {
    const secret = await command(on, ['token', 'create', name, '--read', 'all', '--create', 'all']);
    return { headers: bearer(secret), end: () => timed(() => command(on, ['token', 'revoke', name])), refusal: 401 };
  },
  async expiry({ location }, name) {
    const credentials = await open(location);
    const secret = await issue(credentials, 'token', { name, scopes: JSON.stringify(EVERYTHING) });
    const left = SEEN_WITHIN;
    const end = () =>
      timed(async () => {
        const { now } = await credentials.read();
        await credentials.change(digestOf(secret), { expires_at: now + left }, {});
        await Bun.sleep(left + SEEN_WITHIN);
      });
    return { headers: bearer(secret), end, refusal: 401 };
  },
  async 'role remove'(on, name) {
    await command(on, ['role', 'create', name, '--match', 'any', '--read', 'all', '--create', 'all']);
    const session = await issue(await open(on.location), 'session', { name, scopes: JSON.stringify([name]) });
    const headers = { Cookie: `workforce_session=${session}`, 'Sec-Fetch-Site': 'same-origin' };
    // Who has signed in is still known, but may do nothing.
    return { headers, end: () => timed(() => command(on, ['role', 'remove', name])), refusal: 403 };
  },
};

async function command({ location }: Opened, words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(words, databaseSetting(location));
  expect(`${code} ${stderr}`).toStartWith('0 ');
  return stdout.trim();
}

async function timed(act: () => Promise<unknown>): Promise<{ from: number; until: number }> {
  const from = performance.now();
  await act();
  return { from, until: performance.now() };
}

export type Figures = { readonly taken: number; readonly refused: number; readonly others: number };

let names = 0;

/** `clients`: of the one whose rights end, and as many of two others. */
export async function rightsEnd(on: Opened, way: Way, clients: number): Promise<Figures> {
  const name = `${way.replace(' ', '-')}-${++names}`;
  const other = await command(on, ['token', 'create', `other-${name}`, '--read', 'all', '--create', 'all']);
  const { headers, end, refusal } = await WAYS[way](on, name);
  const [theirs, others] = [load(on, clients, headers), load(on, clients, bearer(other))];
  const owners = load(on, clients, bearer(TOKEN));
  await theirs.more(2 * clients);
  const { from, until } = await end();
  for (const each of [theirs, others, owners]) await each.more(10 * clients);
  const answers = await theirs.stop();
  const untouched = [...(await others.stop()), ...(await owners.stop())];
  const [before, after] = [answers.filter(({ ended }) => ended < from), answers.filter(({ began }) => began > until)];
  const isGood = ({ status, method }: Answer) => status === (method === 'GET' ? 200 : 201);
  expect(before.filter((each) => !isGood(each))).toEqual([]);
  expect(after.filter(({ status }) => status !== refusal)).toEqual([]);
  // In between it is one or the other.
  expect(answers.filter((each) => !isGood(each) && each.status !== refusal)).toEqual([]);
  expect(untouched.filter((each) => !isGood(each))).toEqual([]);
  expect(Math.min(before.length, after.length)).toBeGreaterThanOrEqual(clients);
  return { taken: answers.filter(isGood).length, refused: after.length, others: untouched.length };
}

type Answer = {
  readonly method: 'GET' | 'POST';
  readonly began: number;
  readonly ended: number;
  readonly status: number;
};

/** Clients that read and create without pause, over new connections, which lead to any of the processes. */
function load({ services, organization }: Opened, clients: number, headers: Record<string, string>) {
  const answers: Answer[] = [];
  let isOver = false;
  const ask = async (client: number): Promise<void> => {
    for (let turn = client; !isOver; turn++) {
      const { url } = services[turn % services.length]!;
      const method = turn % 3 === 0 ? 'POST' : 'GET';
      const body = JSON.stringify({ organization_id: organization, name: crypto.randomUUID() });
      const began = performance.now();
      const response = await fetch(`${url}/api/v1/organization-teams${method === 'GET' ? '?limit=5' : ''}`, {
        ...{ method, keepalive: false, headers: { ...headers, 'Content-Type': 'application/json' } },
        ...(method === 'POST' && { body }),
      });
      await response.text();
      answers.push({ method, began, ended: performance.now(), status: response.status });
    }
  };
  const asking = Array.from({ length: clients }, (_, client) => ask(client));
  return {
    /** Resolves when so many requests have begun from now on and are answered. */
    async more(count: number): Promise<void> {
      const [since, at] = [performance.now(), answers.length];
      await waitUntil('answers', () => answers.slice(at).filter(({ began }) => began > since).length >= count);
    },
    async stop(): Promise<readonly Answer[]> {
      isOver = true;
      await Promise.all(asking);
      return answers;
    },
  };
}
