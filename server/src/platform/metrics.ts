import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Http } from './http.ts';
import { problem } from './problem.ts';

/** This process's measurements. One registry, since Prometheus asks a process. */
const registry = new Registry();
const registers = [registry];

export const httpSeconds = new Histogram({
  name: 'parley_http_request_seconds',
  help: 'Time to answer a request, by the pattern of its route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
  registers,
});

export const socketsOpen = new Gauge({
  name: 'parley_sockets_open',
  help: 'Open websockets, by application.',
  labelNames: ['app'],
  registers,
});

export const framesIn = new Counter({
  name: 'parley_frames_received_total',
  help: 'Frames that clients sent, by kind; what is no known kind counts as unknown.',
  labelNames: ['app', 'kind'],
  registers,
});

const framesOut = new Counter({
  name: 'parley_frames_sent_total',
  help: 'Frames written to sockets, by kind.',
  labelNames: ['app', 'kind'],
  registers,
});

const framesOutOf = new Map<string, { inc(): void }>();

/** Counts a frame written to a socket. Of each kind the counter is looked up once: there are as many of these as there are readers. */
export function countFrame(app: string, kind: string): void {
  const name = `${app} ${kind}`;
  let counter = framesOutOf.get(name);
  if (!counter) {
    counter = framesOut.labels(app, kind);
    framesOutOf.set(name, counter);
  }
  counter.inc();
}

export const storeBatchSize = new Histogram({
  name: 'parley_store_batch_events',
  help: 'Events stored by one call.',
  buckets: [1, 2, 5, 10, 25, 50, 100, 200],
  registers,
});

export const storeSeconds = new Histogram({
  name: 'parley_store_batch_seconds',
  help: 'Time of one call that stores events, until it is committed.',
  buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2],
  registers,
});

export const conversationsGivenOut = new Counter({
  name: 'parley_conversations_given_out_total',
  help: 'Waiting conversations given to an agent.',
  registers,
});

export const busMissed = new Counter({
  name: 'parley_bus_missed_total',
  help: 'Times that something which another server process published did not arrive here.',
  registers,
});

export const subscriptions = new Gauge({
  name: 'parley_subscriptions',
  help: 'Subjects of which open sockets hear, each counted for each socket.',
  registers,
});

export const uploadsReceived = new Counter({
  name: 'parley_uploads_total',
  help: 'Files that people and providers brought, by what became of them: KEPT, or why not.',
  labelNames: ['by', 'outcome'],
  registers,
});

/** What is read when Prometheus asks: several sources under one label add up. */
function gaugeOfSources(name: string, help: string, label: string) {
  const sources = new Set<() => Readonly<Record<string, number>>>();
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const read of sources) for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
    },
  });
  /** @returns how to take the source away again */
  return (read: () => Readonly<Record<string, number>>): (() => void) => {
    sources.add(read);
    return () => sources.delete(read);
  };
}

/** Drafts that are `waiting`, and rooms and addresses of which some are being `stored`. */
export const watchStoring = gaugeOfSources(
  'parley_store_queue_events',
  'Events that wait to be stored, and places being stored to.',
  'state',
);

/** Connections of a pool: `busy`, `idle`, and callers `waiting` for one. */
export const watchPool = gaugeOfSources('parley_database_connections', 'Connections to the database, and who waits for one.', 'state');

type Counts = Readonly<Record<string, number>>;
const circuits = new Set<() => Promise<Counts>>();
new Gauge({
  name: 'parley_circuits_open',
  help: 'Ends of channels whose provider failed time and again and is not asked for a while, by type of channel. The same in every process.',
  labelNames: ['channel'],
  registers,
  async collect() {
    const counts = await Promise.all([...circuits].map((read) => read()));
    this.reset();
    for (const [channel, count] of counts.flatMap((one) => Object.entries(one))) this.set({ channel }, count);
  },
});

/** Open circuits by type of channel, read whenever Prometheus asks. @returns how to take it away again */
export function watchCircuits(read: () => Promise<Counts>): () => void {
  circuits.add(read);
  return () => circuits.delete(read);
}

let defaultsCollected = false;

export interface MetricsOptions {
  /** When given, everybody who asks must bear it; without it only this very machine may ask. */
  token: string | undefined;
}

/** Serves `/metrics` in Prometheus' text format. Throws ERROR_UNAUTHENTICATED or ERROR_NOT_FOUND to who may not ask. */
export function mountMetrics(http: Http, { token }: MetricsOptions): void {
  if (!defaultsCollected) collectDefaultMetrics({ register: registry });
  defaultsCollected = true;
  http.get('/metrics', async (request, reply) => {
    if (token !== undefined && !bears(request, token)) throw problem('ERROR_UNAUTHENTICATED');
    if (token === undefined && !isFromHere(request)) throw problem('ERROR_NOT_FOUND');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function bears(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

const LOOPBACK_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i;

/** A reverse proxy on this machine makes loopback of the whole world, and shows itself by the host it asks for and what it adds. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  const loopback = (/^(?:::ffff:)?127\./.test(peer) || peer === '::1') && LOOPBACK_HOST.test(headers.host ?? '');
  return loopback && !Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-') || name === 'x-real-ip');
}
