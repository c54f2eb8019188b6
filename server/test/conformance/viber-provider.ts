import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { Behaviour, Provider } from './driver.ts';

/** What one kind of provider reads and says: each by its own documents. */
export interface Manner {
  /** The message in a request to send; null of any other request. */
  sentIn(path: string, body: string): { to: string; text: string; key: string | null } | null;
  accepted(id: string): { status: number; body: string };
  /** It knows the key: nothing is sent again. */
  known(id: string): { status: number; body: string };
  refused(): { status: number; body: string };
  notNow(): { status: number; body: string };
  /** It does not take our credentials. */
  unknown(): { status: number; body: string };
  /** The id of a message that has no key of ours. */
  newId(): string;
}

export interface HttpProvider extends Provider {
  origin: string;
}

/** A provider over HTTP on a port of its own, which stays the same while it is down. */
export async function startHttpProvider(manner: Manner): Promise<HttpProvider> {
  let how: Behaviour = 'ACCEPT';
  let asked = 0;
  let hook: (id: string, to: string) => Promise<void> = async () => {};
  const taken: { to: string; text: string }[] = [];
  const keys = new Set<string>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const sent = manner.sentIn(request.url ?? '', body);
    const answer = (said: { status: number; body: string }) =>
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body);
    if (sent === null) return void answer({ status: 200, body: '{"status":0,"status_message":"ok"}' });
    asked += 1;
    if (how === 'DOWN') return void request.socket.destroy();
    if (how === 'REFUSE') return void answer(manner.refused());
    if (how === 'NOT NOW') return void answer(manner.notNow());
    if (how === 'SLOWER') return void answer({ status: 429, body: '{}' });
    if (how === 'UNKNOWN TO IT') return void answer(manner.unknown());
    const { to, text, key } = sent;
    if (key !== null && keys.has(key)) return void answer(manner.known(key));
    if (key !== null) keys.add(key);
    const id = key ?? manner.newId();
    taken.push({ to, text });
    await hook(id, to);
    if (how !== 'SILENCE') answer(manner.accepted(id));
  }

  const server = createServer((request, response) => void handle(request, response));
  let port = 0;
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const silence = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen();
  return {
    get origin() {
      return `http://127.0.0.1:${port}`;
    },
    async behave(next) {
      how = next;
      if (next === 'DOWN') await silence();
      else if (!server.listening) await listen();
    },
    taken: () => taken,
    asked: () => asked,
    beforeAnswer(next) {
      hook = next;
    },
    close: silence,
  };
}
