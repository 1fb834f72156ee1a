// A client with an address of its own, on one connection that stays open. It reads whole answers, also those without a
// stated length.
import type { Socket } from 'node:net';
import { openSocket } from '../../harness/raw-http.ts';

/** Resolves with the status, when the answer is whole; `cut off` if the service ends the connection before. */
export type Ask = (path: string) => Promise<number | 'cut off'>;

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const LINE_END = 2;

export function clientAt(url: string, address: string): Ask {
  let socket: Socket | undefined;
  return async (path) => {
    socket = !socket || socket.destroyed || socket.readableEnded ? openSocket(url, address) : socket;
    return answerOn(socket, `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
  };
}

function answerOn(socket: Socket, request: string): Promise<number | 'cut off'> {
  return new Promise((resolve) => {
    let [head, end, status] = ['', '', 0];
    /** Bytes of a body whose length is stated. */
    let left = Number.NaN;

    function hear(chunk: Buffer): void {
      let part = chunk.toString('latin1');
      if (status === 0) {
        head += part;
        const at = head.indexOf(HEAD_END);
        if (at < 0) return;
        status = Number(head.slice(9, 12));
        left = Number(/^content-length: (\d+)/im.exec(head.slice(0, at))?.[1] ?? Number.NaN) + LINE_END;
        // With the end of the line before the body, which may belong to the mark of a last chunk.
        part = head.slice(at + HEAD_END.length - LINE_END);
      }
      end = (end + part.slice(-LAST_CHUNK.length)).slice(-LAST_CHUNK.length);
      left -= part.length;
      if (Number.isNaN(left) ? end === LAST_CHUNK : left <= 0) done(status);
    }

    const lost = () => done('cut off');
    const done = (answer: number | 'cut off') => {
      socket.off('data', hear).off('close', lost).off('end', lost);
      if (answer === 'cut off') socket.destroy();
      resolve(answer);
    };
    socket.on('data', hear).on('close', lost).on('end', lost);
    socket.write(request);
  });
}
