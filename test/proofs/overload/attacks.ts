// What one client, or a few of them, can do to a service to keep it from serving the others. Each attack goes on until
// it is stopped.
import { childrenOf, isAlive } from '../../harness/processes.ts';
import { openSocket } from '../../harness/raw-http.ts';
import { ask, type Count, crowd, crowdAt, type Target } from './crowd.ts';
import { dear, drawn, heavyQuestion } from './questions.ts';

export type Attack = {
  readonly name: string;
  /** It needs so many, and others may have to wait until the supervisor has put things right. */
  readonly workers?: number;
  /** Attacks of the same kind differ in little, so that one of them is enough where time is short. */
  readonly kind?: string;
  /** Returns a function that stops it. */
  start(target: Target, count: Count): () => void;
};

/** From how many addresses what is dear is asked for: those of one have to share what it gets, those of many do not. */
const ADDRESSES = [1, 20];

export const attacks: readonly Attack[] = [
  {
    name: 'many heavy connections',
    start: (target, count) => crowd(20, () => ask(target, heavyQuestion(), count)),
  },
  {
    name: 'thirty heavy connections, and gone',
    start: (target, count) =>
      crowd(1, () => again(100, Promise.all(Array.from({ length: 30 }, () => askAndLeave(target, count))))),
  },
  { name: 'half bodies', start: (target, count) => crowd(1100, () => sendHalf(target, count)) },
  { name: 'duplicate keys', start: (target, count) => crowd(100, () => sendDuplicates(target, count)) },
  {
    name: 'repeated parameters',
    start: (target, count) => crowd(4, (turn) => ask(target, repeated[turn % repeated.length]!, count)),
  },
  { name: 'slow exports', start: exportsReadSlowly },
  { name: 'stopped worker', workers: 2, start: stopWorker },
  ...Object.entries(dear).flatMap(([kind, templates]) =>
    ADDRESSES.map((addresses) => ({
      name: `${kind} from ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`,
      kind,
      start: (target: Target, count: Count) => crowdAt(addresses, target, () => drawn(templates), count),
    })),
  ),
];

/** After so many milliseconds. Without a pause these would be thousands of new connections a second, which the runtime
 * answers before all others: that is for a proxy to limit. */
const again = async (pause: number, act: Promise<unknown>): Promise<void> => {
  await act;
  await Bun.sleep(pause);
};

/** One request, whose connection is closed when it is sent, before any answer. */
function askAndLeave({ url }: Target, count: Count): Promise<void> {
  const request = `GET ${heavyQuestion()} HTTP/1.1\r\nHost: test\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = openSocket(url).on('connect', () => socket.write(request, () => socket.destroy()));
    socket.on('close', () => {
      count('left');
      resolve();
    });
  });
}

const message = (length: number, body: string): string =>
  `POST /mcp HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
const HALF = message(100, '{');

/** A connection whose body never ends. Resolves when the service has closed it, and its client then opens another. */
function sendHalf({ url }: Target, count: Count): Promise<void> {
  return new Promise((resolve) => {
    const socket = openSocket(url).on('connect', () => socket.write(HALF));
    // Unless the answer is read, the close is not noticed.
    socket.on('data', () => undefined);
    socket.on('close', () => {
      count('closed');
      resolve();
    });
  });
}

const PAIR = '"":0,';
const DUPLICATES = `{${PAIR.repeat(Math.floor((2 ** 20 - 2) / PAIR.length) - 1)}"":0}`;
const DUPLICATE_KEYS = Buffer.from(message(DUPLICATES.length, DUPLICATES));
/** How long a connection stays open without reading its answer, in milliseconds. A refused client comes back as
 * late. */
const UNREAD = 5000;

/** Sends as many faults as a body can have, and does not read the answer. */
async function sendDuplicates({ url }: Target, count: Count): Promise<void> {
  const socket = openSocket(url).on('connect', () => {
    socket.pause();
    socket.write(DUPLICATE_KEYS, () => count('sent'));
  });
  await Bun.sleep(UNREAD);
  count(socket.destroyed ? 'closed by the service' : 'left');
  socket.destroy();
}

/** The first is full of faults, the second asks for a very long list of values. Both just fit into an address. */
const repeated = [
  `/api/v1/employees?${Array(3200).fill('dept_id=x').join('&')}`,
  `/api/v1/employees?${Array(4600).fill('code=a').join('&')}`,
];

/** The kernel goes on giving connections to a worker that is stopped. */
function stopWorker({ pid }: Target, count: Count): () => void {
  const [worker] = childrenOf(pid);
  if (worker === undefined) throw new Error('There is no worker beside the supervisor');
  process.kill(worker, 'SIGSTOP');
  count('stopped');
  return () => {
    if (isAlive(worker)) process.kill(worker, 'SIGCONT');
  };
}

/** More than the service sends at a time: those who are refused ask again. */
const READERS = 6;
const WRITERS = 2;
const BYTES_PER_SECOND = 4096;
const LISTS = ['', '&sort=-att_date,status,employee_id', '&status=present&hours[gt]=3'];
const LEAVE = JSON.stringify({ leave_type: 'annual', reason: 'Beside an export' });

/** The service has to hold the snapshots of all of them, while records are created that the snapshots do not have. */
function exportsReadSlowly(target: Target, count: Count): () => void {
  const headers = { Authorization: `Bearer ${target.token}`, 'Content-Type': 'application/json' };
  const stops = [
    crowd(READERS, (turn) => readSlowly(target, LISTS[turn % LISTS.length]!, count)),
    crowd(WRITERS, () => ask(target, '/api/v1/leave', count, { method: 'POST', headers, body: LEAVE })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** After what has been read, the reader pauses for as long as it should have taken. */
function readSlowly({ url }: Target, parameters: string, count: Count): Promise<void> {
  const request = `GET /api/v1/attendance?format=csv${parameters} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = openSocket(url).on('connect', () => socket.write(request));
    socket.once('data', (chunk: Buffer) => count(`export ${chunk.toString('latin1', 9, 12)}`));
    socket.on('data', (chunk: Buffer) => {
      socket.pause();
      setTimeout(() => socket.resume(), (1000 * chunk.length) / BYTES_PER_SECOND);
    });
    socket.on('close', () => resolve());
  });
}
