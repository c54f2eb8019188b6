import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What the channel asked of the provider. */
export interface SendRequest {
  key: string;
  address: string;
  text: string;
  file?: { name: string; base64: string };
  /** Of an e-mail, all of it. */
  email?: Record<string, unknown>;
  /** What the message is beside words and a file. */
  special?: Partial<Record<string, unknown>>;
}

/** A message that the provider has taken: what the customer gets. */
export interface Accepted extends SendRequest {
  providerMessageId: string;
}

/** How the provider treats one request. Without a word for it, it accepts. */
export type Behaviour =
  | { do: 'accept'; afterMs?: number; partIds?: readonly string[] }
  | { do: 'refuse'; reason: string; final: boolean }
  | { do: 'later'; afterMs: number }
  /** Takes nothing from anybody. */
  | { do: 'be away'; problem: 'REFUSED' | 'UNREACHABLE' | 'MISCONFIGURED' }
  /** Takes nothing and never answers. */
  | { do: 'hang' }
  /** Takes it, and answers only when told to, if ever. */
  | { do: 'accept and keep silent' }
  /** Takes it and cuts the connection instead of answering. */
  | { do: 'accept and hang up' };

/** How the provider hands out one of the files that it announced. */
export type FileBehaviour =
  | { do: 'give'; bytes: Buffer; afterMs?: number }
  /** Half of it comes, and then nothing more. */
  | { do: 'stand still'; bytes: Buffer }
  /** Half of it comes, and then the connection is cut. */
  | { do: 'cut'; bytes: Buffer }
  | { do: 'hang' }
  | { do: 'later'; afterMs: number }
  | { do: 'gone' }
  | { do: 'fail' };

export interface Provider {
  origin: string;
  /** Files by their references; asked for anything else it has none. `before` says how often it was asked for it before. */
  files: Map<string, (before: number) => FileBehaviour>;
  /** References in the order in which they were asked for. */
  asked: string[];
  /** Every request, repeated ones included. */
  requests: SendRequest[];
  accepted: Accepted[];
  /** Decides by the request and by how often its text was asked before. */
  behave(decide: (request: SendRequest, before: number) => Behaviour): void;
  /** Runs between taking a message and answering: a report may be quicker than the answer. */
  onAccept(hook: (accepted: Accepted) => Promise<void>): void;
  /** Answers those that were kept waiting in silence. */
  speak(): void;
  close(): Promise<void>;
}

/** The other side of the loop-back channel: an HTTP server that outlives the workers that ask it. It knows keys if told to. */
export async function startProvider({ knowsKeys }: { knowsKeys: boolean }): Promise<Provider> {
  const requests: SendRequest[] = [];
  const accepted: Accepted[] = [];
  const silent: Array<() => void> = [];
  const files: Provider['files'] = new Map();
  const asked: string[] = [];
  let decide: (request: SendRequest, before: number) => Behaviour = () => ({ do: 'accept' });
  let hook: (accepted: Accepted) => Promise<void> = async () => {};

  function take(request: SendRequest): { message: Accepted; isNew: boolean } {
    const known = knowsKeys ? accepted.find((one) => one.key === request.key) : undefined;
    if (known) return { message: known, isNew: false };
    const message = { ...request, providerMessageId: `loop-${process.pid}-${accepted.length + 1}` };
    accepted.push(message);
    return { message, isNew: true };
  }

  async function treat(request: SendRequest, answer: (status: number, body: unknown) => void, hangUp: () => void): Promise<void> {
    const before = requests.filter((one) => one.text === request.text).length;
    requests.push(request);
    const behaviour = decide(request, before);
    if (behaviour.do === 'hang') return;
    if (behaviour.do === 'refuse') return answer(422, { reason: behaviour.reason, final: behaviour.final });
    if (behaviour.do === 'later') return answer(429, { afterMs: behaviour.afterMs });
    if (behaviour.do === 'be away') return answer(503, { problem: behaviour.problem });
    const { message, isNew } = take(request);
    if (isNew) await hook(message);
    if (behaviour.do === 'accept and hang up') return hangUp();
    const partIds = behaviour.do === 'accept' ? behaviour.partIds : undefined;
    const speak = () => answer(200, { providerMessageId: partIds?.[0] ?? message.providerMessageId, partIds });
    if (behaviour.do === 'accept and keep silent') return void silent.push(speak);
    if (behaviour.afterMs !== undefined) await pause(behaviour.afterMs);
    speak();
  }

  async function hand(reference: string, response: ServerResponse): Promise<void> {
    const before = asked.filter((one) => one === reference).length;
    asked.push(reference);
    const behaviour = files.get(reference)?.(before) ?? ({ do: 'gone' } as const);
    if (behaviour.do === 'hang') return;
    if (behaviour.do === 'gone') return writer(response)(404, {});
    if (behaviour.do === 'fail') return writer(response)(500, {});
    if (behaviour.do === 'later') return writer(response)(429, { afterMs: behaviour.afterMs });
    const { bytes } = behaviour;
    if (behaviour.do === 'give') {
      if (behaviour.afterMs !== undefined) await pause(behaviour.afterMs);
      response.writeHead(200, { 'content-length': bytes.length });
      return void response.end(bytes);
    }
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => {
      if (behaviour.do === 'cut') response.destroy();
    });
  }

  const server = createServer(async (incoming, response) => {
    const [, reference] = /^\/files\/(.+)$/u.exec(incoming.url ?? '') ?? [];
    if (reference !== undefined) return hand(reference, response);
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    await treat(JSON.parse(Buffer.concat(parts).toString('utf8')) as SendRequest, writer(response), () => void incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    accepted,
    files,
    asked,
    behave(next) {
      decide = next;
    },
    onAccept(next) {
      hook = next;
    },
    speak() {
      for (const answer of silent.splice(0)) answer();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function writer(response: ServerResponse): (status: number, body: unknown) => void {
  return (status, body) => {
    if (response.destroyed) return;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}
