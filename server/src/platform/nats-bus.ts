import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { createLocalBus, HERE_ALONE, type SharedBus, type Topic } from './bus.ts';
import type { Log } from './log.ts';
import { busMissed } from './metrics.ts';
import { numberedSenders } from './numbered-senders.ts';

/** Each process says so often how much it has published, so that what was lost is known soon although nothing follows it. */
const SAYS_EVERY = 5000;
/** A NATS that does not answer within this is away. */
const ANSWERS_WITHIN = 2000;
/** Between two tries to connect; a part of it more by chance, so that not all processes come at once. */
const TRY_AGAIN_AFTER = 1000;
/** What was published last gets this long to leave when the process stops. */
const LEAVES_WITHIN = 1000;
/** Number (six bytes), which piece and of how many (two bytes each); then the piece. */
const HEADER = 10;
const SAYING = 'says';
/** What NATS takes as one message where it does not say. */
const USUAL_PAYLOAD = 1024 * 1024;

/** Where NATS is and what it asks for. */
export interface NatsSettings {
  /** `host:port` each. */
  servers: readonly string[];
  isEncrypted: boolean;
  /** A token where there is a user without a password. */
  user: string | undefined;
  password: string | undefined;
  /** Below this subject everything of one installation is published. */
  subject: string;
}

/**
 * The bus over NATS. Handlers of this process hear at once and by themselves, also while NATS is away; the others by NATS, which keeps nothing.
 * Messages of a process are numbered, so that the others know when something has not reached them, and can bring those anew whom it may concern.
 * Connects in the background and for as long as it takes: nothing waits for it.
 *
 * @param saysEvery for tests
 */
export function openNatsBus(settings: NatsSettings, log: Log, { saysEvery = SAYS_EVERY } = {}): SharedBus {
  const { subject } = settings;
  const local = createLocalBus();
  const own = randomBytes(9).toString('hex');
  const listeners: Array<() => void> = [];
  const stopping = new AbortController();
  let line: NatsConnection | null = null;
  /** Since when this process hears the others; null while it does not. */
  let listensSince: number | null = null;
  let published = 0;

  const senders = numberedSenders({
    missed() {
      busMissed.inc();
      for (const listener of listeners) listener();
    },
    listensSince: () => listensSince,
    settledAfter: 2 * saysEvery,
  });

  /** What cannot be sent now is lost to the others, who learn it by its number: to keep it for them could fill the memory. */
  function send(topic: string, number: number, text: () => string): void {
    if (line === null || listensSince === null) return;
    const bytes = Buffer.from(text());
    const size = (line.info?.max_payload ?? USUAL_PAYLOAD) - HEADER;
    const count = Math.max(1, Math.ceil(bytes.length / size));
    try {
      for (let index = 0; index < count; index++) {
        const piece = bytes.subarray(index * size, (index + 1) * size);
        const message = Buffer.allocUnsafe(HEADER + piece.length);
        message.writeUIntBE(number, 0, 6);
        message.writeUInt16BE(index, 6);
        message.writeUInt16BE(count, 8);
        message.set(piece, HEADER);
        line.publish(`${subject}.${topic}.${own}`, message);
      }
    } catch (error) {
      log.warn({ err: error, topic }, 'a message did not go out to the other processes');
    }
  }

  const say = () => send(SAYING, published, () => '');

  function hear(from: string, data: Uint8Array): void {
    const [topic = '', sender = ''] = from.slice(subject.length + 1).split('.');
    const message = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (message.length < HEADER) return;
    const number = message.readUIntBE(0, 6);
    if (topic === SAYING) {
      senders.saidToHavePublished(sender, number);
      return;
    }
    const piece = { index: message.readUInt16BE(6), count: message.readUInt16BE(8), bytes: message.subarray(HEADER) };
    const whole = senders.heard(sender, number, piece);
    if (whole !== null) local.publish(topic as Topic, JSON.parse(whole.toString()));
  }

  /** Follows one connection until it ends. */
  async function follow(connection: NatsConnection): Promise<void> {
    connection.subscribe(`${subject}.>`, {
      callback(error, message) {
        try {
          if (error) throw error;
          hear(message.subject, message.data);
        } catch (fault) {
          log.error({ err: fault }, 'a message of another process could not be heeded');
        }
      },
    });
    await connection.flush();
    line = connection;
    const listens = () => {
      listensSince = performance.now();
      log.info('the bus to the other processes stands');
      say();
    };
    listens();
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') {
        if (listensSince !== null) log.warn('the bus to the other processes is away; this process goes on by itself');
        listensSince = null;
      } else if (type === 'reconnect') listens();
    }
  }

  const pause = () =>
    sleep(TRY_AGAIN_AFTER * (1 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {
      // Stopping.
    });

  const running = (async () => {
    let told = false;
    while (!stopping.signal.aborted) {
      try {
        const connection = await connect({
          servers: [...settings.servers],
          ...credentialsOf(settings),
          name: 'parley',
          noEcho: true,
          timeout: ANSWERS_WITHIN,
          maxReconnectAttempts: -1,
          reconnectTimeWait: TRY_AGAIN_AFTER,
          reconnectJitter: TRY_AGAIN_AFTER / 2,
          // A password that is put right meanwhile is taken.
          ignoreAuthErrorAbort: true,
          pingInterval: saysEvery,
          maxPingOut: 2,
        });
        told = false;
        await follow(connection);
      } catch (error) {
        if (!told && !stopping.signal.aborted) log.warn({ err: error }, 'the bus to the other processes cannot be reached; it is tried on');
        told = true;
      }
      line = null;
      listensSince = null;
      await pause();
    }
  })();
  const saying = setInterval(say, saysEvery);
  saying.unref();

  return {
    publish(topic, message) {
      if (!HERE_ALONE.has(topic)) {
        published += 1;
        send(topic, published, () => JSON.stringify(message));
      }
      local.publish(topic, message);
    },
    subscribe: local.subscribe,
    async check() {
      if (line === null || listensSince === null) throw new Error('NATS is not connected');
      await line.flush();
    },
    onMissed: (listener) => void listeners.push(listener),
    async stop() {
      stopping.abort();
      clearInterval(saying);
      const open = line;
      if (open !== null && listensSince !== null)
        await Promise.race([open.flush().catch(() => {}), sleep(LEAVES_WITHIN, undefined, { ref: false })]);
      await open?.close();
      await running;
    },
  };
}

function credentialsOf({ isEncrypted, user, password }: NatsSettings) {
  const tls = isEncrypted ? { tls: {} } : {};
  if (user === undefined) return tls;
  return password === undefined ? { ...tls, token: user } : { ...tls, user, pass: password };
}
