import { once } from 'node:events';
import { createConnection } from 'node:net';

export interface Answer {
  status: number;
  body: string;
}

/**
 * One kept-alive connection that asks one thing at a time. Made by hand, so that the client takes as little as possible of
 * the processors that it shares with what is measured.
 */
export interface HttpLine {
  ask(request: { method: string; path: string; headers?: Record<string, string>; body?: string }): Promise<Answer>;
  /** What has gone over it so far, both ways. */
  bytes(): number;
  close(): void;
}

export async function openLine(origin: string): Promise<HttpLine> {
  const { hostname, port, host } = new URL(origin);
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let pieces: Buffer[] = [];
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  function end(error: Error): void {
    waiting?.reject(error);
    waiting = null;
  }
  socket.on('data', (piece) => {
    pieces.push(piece);
    // Joined only when it may be whole: a list of a thousand rooms comes in many pieces.
    const answer = readAnswer(pieces);
    if (!answer) return;
    pieces = [];
    waiting?.resolve(answer);
    waiting = null;
  });
  socket.on('error', end);
  socket.on('close', () => end(new Error('the connection was closed')));
  return {
    ask({ method, path, headers = {}, body = '' }) {
      if (waiting) throw new Error('one thing at a time');
      const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
      });
    },
    bytes: () => socket.bytesRead + socket.bytesWritten,
    close: () => socket.destroy(),
  };
}

/** The answer in these pieces; null while some of it is missing. */
export function readAnswer(pieces: readonly Buffer[]): Answer | null {
  const first = pieces[0];
  const last = pieces.at(-1);
  if (!first || !last) return null;
  // The head is small: it comes with the first pieces.
  const head = pieces.length === 1 ? first : Buffer.concat(pieces.slice(0, 4));
  const blank = head.indexOf('\r\n\r\n');
  if (blank < 0) return null;
  const lines = head.toString('latin1', 0, blank);
  const status = Number(lines.slice(9, 12));
  const start = blank + 4;
  const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1];
  if (length === undefined && !/\r\ntransfer-encoding: chunked/i.test(lines)) throw new Error(`an answer without an end: ${lines}`);
  const held = pieces.reduce((sum, piece) => sum + piece.length, 0) - start;
  if (length !== undefined) {
    if (held < Number(length)) return null;
    return { status, body: Buffer.concat(pieces).toString('utf8', start) };
  }
  if (!last.toString('latin1', Math.max(0, last.length - 5)).endsWith('0\r\n\r\n')) return null;
  return { status, body: unchunked(Buffer.concat(pieces).subarray(start)) };
}

function unchunked(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, line), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString('utf8');
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/**
 * `lines` connections, each asking the next thing when the last was answered, until `count` were.
 *
 * @returns answers per second and how long each took, in ms
 */
export async function askInTurn(count: number, lines: readonly HttpLine[], ask: (line: HttpLine, index: number) => Promise<void>) {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const one = async (line: HttpLine) => {
    while (next < count) {
      const index = next++;
      const at = performance.now();
      await ask(line, index);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(lines.map(one));
  return { rate: (count * 1000) / (performance.now() - began), times };
}
