// Answers that take long end with the rights that they began with: streams of changes, waits and whole lists, when a
// token is revoked or expires, a role goes, or limits that name today mean another day.
import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { directory } from '../../../src/access/directory.ts';
import { digestOf } from '../../../src/access/secret.ts';
import { Refusal } from '../../../src/contract/errors.ts';
import { STREAMS } from '../../../src/contract/limits.ts';
import { streams } from '../../../src/http/response/streams.ts';
import { openEvents } from '../../feed/events.ts';
import { eitherEngine } from '../../harness/databases.ts';
import { post, type Service } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { addSecret, bearer, type Given, withTokens } from '../tokens.ts';

const LEAVE: Given = { read: ['leave', 'employees'] };
const DAY = 86_400_000;

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    ({ service } = await withTokens({}, { engine, attendanceDays: 1, listeners: { heartbeat: 100 } }));
  });
  afterEach(() => void setSystemTime());
  afterAll(() => service.stop());

  const changes = (query: string) => `${service.url}/api/v1/changes?${query}`;
  const leave = async (): Promise<number> =>
    (await (await post(service, '/api/v1/leave', { leave_type: 'sick' })).json()).id;

  /** What takes the rights of a client away, and what it is told. */
  const ends: readonly (readonly [name: string, given: Given, end: (secret: string) => unknown, code: string])[] = [
    ['revoked', LEAVE, (secret) => directory(service.store.credentials).revoke(digestOf(secret)), 'unauthorized'],
    [
      'on another day',
      { ...LEAVE, rows: ['leave?applied_on[lte]=today'] },
      () => setSystemTime(Date.now() + 2 * DAY),
      'forbidden',
    ],
  ];

  test.each(ends)('a stream of a token that is %s', async (name, given, end, code) => {
    const secret = await addSecret(service.store, `stream ${name}`, given);
    const events = await openEvents(changes('after=now'), bearer(secret));
    const before = await leave();
    await events.until((all) => all.some(({ data }: any) => data.id === before));
    await end(secret);
    // The process that revokes is another one here: this one knows it a second later.
    const told = async (): Promise<any[]> => {
      for (;;) {
        const id = await leave();
        const event: any = await events.next();
        if (event.event === 'end') return [event, ...(await events.ended())];
        if (event.event === 'change' && event.data.id > id) throw new Error('It was told of what it may not see');
        await Bun.sleep(50);
      }
    };
    expect(await told()).toEqual([{ id: undefined, event: 'end', data: { code, message: expect.any(String) } }]);
  });

  test.each(ends)('a wait of a token that is %s', async (name, given, end, code) => {
    const secret = await addSecret(service.store, `wait ${name}`, given);
    const { meta } = await (await fetch(changes('after=now'), { headers: bearer(secret) })).json();
    const waiting = fetch(changes(`after=${meta.cursor}&wait=20`), { headers: bearer(secret) });
    while (service.listeners.measures()[0]!.samples[0]!.value === 0) await Bun.sleep(10);
    await end(secret);
    await Bun.sleep(1100);
    await leave();
    const response = await waiting;
    expect([response.status, (await response.json()).error?.code]).toEqual([code === 'forbidden' ? 403 : 401, code]);
  });

  test('a token that expires', async () => {
    const expires = (await service.store.credentials.read({})).now + 1500;
    const secret = await addSecret(service.store, 'short', LEAVE, { expires });
    const events = await openEvents(changes('after=now'), bearer(secret));
    const all = await events.ended();
    expect(all.at(-1)).toMatchObject({ event: 'end', data: { code: 'unauthorized' } });
  });
});

test('a list that is being sent breaks off, and cannot be taken for whole', async () => {
  let asked = 0;
  const gone = new Refusal('unauthorized', 'The token was revoked.');
  const asker = {
    client: () => '',
    signal: () => new AbortController().signal,
    checkRights: () => {
      asked += 1;
      if (asked > 2) throw gone;
    },
  };
  const piece = new TextEncoder().encode('piece') as Uint8Array<ArrayBuffer>;
  const open = async () => ({ next: async () => piece, close: () => undefined });
  const response = await streams().send(open, {}, asker);
  const reader = response.body!.getReader();
  const read = async () => ((await reader.read()).value ? 'piece' : 'end');
  expect([await read(), await read()]).toEqual(['piece', 'piece']);
  expect(await read().catch((error) => error)).toBe(gone);
  expect(
    await streams()
      .whole(open, { ...asker, checkRights: () => Promise.reject(gone) })
      .catch((error) => error),
  ).toBe(gone);
});

test('an answer that is read whole gives way to another client, and gives its turn back', async () => {
  const { whole } = streams();
  let isOpen = 0;
  const endless = async () => {
    isOpen += 1;
    const close = () => {
      isOpen -= 1;
    };
    return { next: async () => new TextEncoder().encode('x'), close };
  };
  const askerOf = (client: string, signal = new AbortController().signal) => ({
    client: () => client,
    signal: () => signal,
  });
  const leaving = new AbortController();
  const greedy = Array.from({ length: STREAMS.places }, () => whole(endless, askerOf('greedy', leaving.signal)));
  const ends = Promise.allSettled(greedy);
  await waitUntil('all of them to read', () => isOpen === STREAMS.places);
  const parts = ['a', 'b', 'c'].map((text) => new TextEncoder().encode(text));
  const three = async () => ({ next: async () => parts.shift(), close: () => undefined });
  expect(new TextDecoder().decode(await whole(three, askerOf('other')))).toBe('abc');
  leaving.abort(new Error('gone'));
  const reasons = (await ends).map((end) =>
    end.status === 'rejected' ? (end.reason.code ?? end.reason.message) : 'done',
  );
  expect(reasons.sort()).toEqual([...Array(STREAMS.places - 1).fill('gone'), 'unavailable']);
  expect(isOpen).toBe(0);
});
