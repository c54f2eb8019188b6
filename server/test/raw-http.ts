import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** So long more is awaited of what does not seem to be whole, in milliseconds; then what was sent is ended, so that the server waits no longer. */
const MORE_IS_AWAITED = 1000;
/** So long a request that is whole may wait for its answer: one that is ended meanwhile is taken for given up, and never answered. */
const ANSWER_IS_AWAITED = 30_000;

/**
 * Sends these very bytes and no more.
 * @param isWhole whether the server has all of a request with them, and is not to wait for more
 * @returns what came back; throws when the connection ended without an answer
 */
export async function talk(origin: string, bytes: string | Buffer, isWhole = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  let ending = setTimeout(() => socket.end(), isWhole ? ANSWER_IS_AWAITED : MORE_IS_AWAITED);
  // An answer that does not say how long it is ends with the connection.
  socket.once('data', () => {
    clearTimeout(ending);
    ending = setTimeout(() => socket.end(), MORE_IS_AWAITED);
  });
  const heard = (await heardOn(socket).finally(() => clearTimeout(ending))).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  socket.destroy();
  const end = heard.indexOf('\r\n\r\n');
  const [first = '', ...lines] = heard.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status))
    throw new Error(`no answer, but ${JSON.stringify(heard)}, to ${JSON.stringify(bytes.toString().slice(0, 300))}`);
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const rest = heard.slice(end + 4);
  return { status, headers, body: headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest };
}

/** Has everything come that the answer announces? One that announces nothing is over when its connection is. */
function hasWhole(heard: string): boolean {
  const answer = heard.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.slice(0, end).toLowerCase();
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  const rest = answer.slice(end + 4);
  if (length !== undefined) return Buffer.byteLength(rest) >= Number(length);
  return head.includes('transfer-encoding: chunked') && rest.endsWith('0\r\n\r\n');
}

/** Everything that the answer announces, or until the end; of a connection that becomes a websocket, its beginning. */
async function heardOn(socket: Socket): Promise<string> {
  let heard = '';
  for await (const piece of socket) {
    heard += (piece as Buffer).toString();
    if (heard.startsWith('HTTP/1.1 101 ') || hasWhole(heard)) break;
  }
  return heard;
}

function unchunked(text: string): string {
  const [, size, rest = ''] = /^([0-9a-f]+)\r\n(.*)$/is.exec(text) ?? [];
  const length = Number.parseInt(size ?? '0', 16);
  return length === 0 ? '' : rest.slice(0, length) + unchunked(rest.slice(length + 2));
}
