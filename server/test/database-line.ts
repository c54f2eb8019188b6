import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a database that can be cut, as when its machine is gone, and put up again. */
export interface DatabaseLine {
  /** The same database by this line. */
  url: string;
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Puts a line up to the database of `url`. */
export async function lineTo(url: string): Promise<DatabaseLine> {
  const there = new URL(url);
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const by = new URL(url);
  by.host = `127.0.0.1:${port}`;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const end of ends) end.destroy();
    await closed;
  };
  return {
    url: by.href,
    cut,
    async restore() {
      await listen(port);
    },
    async close() {
      if (server.listening) await cut();
    },
  };
}
