import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between clients and server that breaks: each connection lives some seconds and is cut wherever it is, also inside a frame. */
export interface CuttingProxy {
  readonly port: number;
  /** How often a connection was cut so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** @param target the server's port on this machine, asked for each connection @param lifetime milliseconds that a connection lives, drawn anew for each */
export async function startCuttingProxy(target: () => number, lifetime: () => number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1');
    let dying = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    /** While dying only the first half of what comes is passed on: the other side has half a frame. */
    const pass = (to: Socket) => (chunk: Buffer) => {
      if (!dying) return to.write(chunk);
      to.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), end);
      cuts++;
    };
    client.on('data', pass(upstream));
    upstream.on('data', pass(client));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    const timer = setTimeout(() => {
      dying = true;
      // Nothing passes by for long enough: then it is cut in silence.
      setTimeout(end, 500);
    }, lifetime());
    client.on('close', () => clearTimeout(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    get cuts() {
      return cuts;
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
