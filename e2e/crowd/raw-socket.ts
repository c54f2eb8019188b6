import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A websocket's handshake and frames as bytes, so that ten thousand weigh little here and can be sent in pieces. */
export async function openRawSocket({ port, origin, ticket }: { port: number; origin: string; ticket: string }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `GET /api/ws?app=widget&v=2&token=${encodeURIComponent(ticket)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [Buffer.from('nothing')])])) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(`refused: ${answer.toString('latin1').split('\r\n')[0]}`);
  return socket;
}

/** A text frame as clients must send it, with a mask of zeros. */
export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload]);
}

export const PING = maskedFrame('{"type":"Ping","id":"","payload":{}}');

/** Resolves when the other side has ended the connection, with what it said before. */
export async function endOf(socket: Socket): Promise<string> {
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString('latin1')));
  if (!socket.closed) await once(socket, 'close');
  return said;
}
