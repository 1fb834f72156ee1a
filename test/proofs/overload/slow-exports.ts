// Readers of whole lists that read a few KiB a second, so that the service has to hold the snapshots of all of them,
// while records are created that the snapshots do not have.
import { openSocket } from '../../harness/raw-http.ts';
import { ask, type Count, crowd, type Target } from './crowd.ts';

/** More than the service sends at a time: those who are refused ask again. */
const READERS = 6;
const WRITERS = 2;
const BYTES_PER_SECOND = 4096;
const LISTS = ['', '&sort=-att_date,status,employee_id', '&status=present&hours[gt]=3'];

export function exportsReadSlowly(target: Target, count: Count): () => void {
  const reading = crowd(READERS, (turn) => readSlowly(target, LISTS[turn % LISTS.length]!, count));
  const writing = crowd(WRITERS, () => create(target, count));
  return () => {
    reading();
    writing();
  };
}

/** After what has been read, the reader pauses for as long as it should have taken. */
function readSlowly({ url }: Target, parameters: string, count: Count): Promise<void> {
  return new Promise((resolve) => {
    const socket = openSocket(url).on('connect', () => {
      socket.write(
        `GET /api/v1/attendance?format=csv${parameters} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
      );
    });
    socket.once('data', (chunk: Buffer) => count(`export ${chunk.toString('latin1', 9, 12)}`));
    socket.on('data', (chunk: Buffer) => {
      socket.pause();
      setTimeout(() => socket.resume(), (1000 * chunk.length) / BYTES_PER_SECOND);
    });
    socket.on('close', () => resolve());
  });
}

const create = (target: Target, count: Count): Promise<void> =>
  ask(target, '/api/v1/leave', count, {
    method: 'POST',
    headers: { Authorization: `Bearer ${target.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ leave_type: 'annual', reason: 'Beside an export' }),
  });
