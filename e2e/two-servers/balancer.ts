import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address before several servers: each connection goes to the next one that takes it, and sockets in turns of their own. */
export interface Balancer {
  /** To which of the servers, by their place, the websockets went, in the order in which they were opened. */
  readonly sockets: readonly number[];
  close(): Promise<void>;
}

/** @param targets ports of the servers on this machine */
export async function startBalancer(port: number, targets: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  const sockets: number[] = [];
  const turns = { request: 0, socket: 0 };

  /** The next one by turn; the one after it when nobody listens there. */
  async function reach(first: number): Promise<{ upstream: Socket; place: number } | null> {
    for (let tried = 0; tried < targets.length; tried++) {
      const place = (first + tried) % targets.length;
      const upstream = connect(targets[place] as number, '127.0.0.1');
      const isThere = await new Promise<boolean>((resolve) => {
        upstream.once('connect', () => resolve(true));
        upstream.once('error', () => resolve(false));
      });
      if (isThere) return { upstream, place };
    }
    return null;
  }

  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => open.delete(client));
    client.once('data', async (head: Buffer) => {
      client.pause();
      const isSocket = head.toString('latin1', 0, 12) === 'GET /api/ws?';
      const found = await reach(isSocket ? turns.socket++ : turns.request++);
      if (found === null || client.destroyed) return client.destroy();
      const { upstream, place } = found;
      if (isSocket) sockets.push(place);
      open.add(upstream);
      upstream.on('error', () => client.destroy());
      upstream.once('close', () => {
        open.delete(upstream);
        client.destroy();
      });
      client.once('close', () => upstream.destroy());
      upstream.write(head);
      client.pipe(upstream);
      upstream.pipe(client);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    sockets,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
