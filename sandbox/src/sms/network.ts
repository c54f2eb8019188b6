import { randomUUID } from 'node:crypto';
import type { PhonePower } from '../providers/phone-power.ts';

/** What a phone has received: one message, put together from its parts. */
export interface PhoneMessage {
  id: string;
  from: string;
  to: string;
  text: string;
  parts: number;
  at: string;
  /** By which of the carriers it came. */
  carrier: CarrierName;
}

/** What was written with a phone. */
interface WrittenMessage {
  id: string;
  to: string;
  text: string;
  at: string;
  carrier: CarrierName;
  /** Whether each of its parts was taken at the first try. */
  taken: boolean;
}

export type CarrierName = 'HTTP' | 'INFOBIP' | 'SMPP';

/** How the carriers behave; each may be set by itself. Times are in ms. */
export interface Controls {
  /** HTTP answers 503, SMPP takes no connection and drops those that there are. */
  down: boolean;
  /** So long every answer to a message takes. */
  slowMs: number;
  /** So long an answer takes once the message was taken, and its reports are on their way. */
  answerAfter: number;
  /** Every message is refused: HTTP and Infobip with this status, SMPP with this command_status. 0: none is. */
  failHttp: number;
  failSmpp: number;
  /** Credentials are not taken any more: HTTP and Infobip answer 401, SMPP refuses to bind and drops the lines that there are. */
  tokenExpired: boolean;
  /** Messages a second of one service; above it HTTP says 429, SMPP 0x58. 0: as many as come. */
  perSecond: number;
  /** Taken, and never answered. */
  silent: boolean;
  /** How likely a report is brought twice, 0 to 1. */
  double: number;
  /** Reports of several parts, and parts of customers' messages, come in any order. */
  outOfOrder: boolean;
  /** A report comes between these times. */
  reportAfter: [number, number];
  /** Reports come before the answer to the message is read. */
  early: boolean;
  /** Times of repeated callbacks and receipts are multiplied by this. */
  timeScale: number;
  /** How SMPP writes the ids of messages in its receipts against its answers. */
  receiptIds: 'SAME' | 'HEX_IN_RECEIPT' | 'DECIMAL_IN_RECEIPT';
  /** SMPP receipts say id and state in fields too. */
  receiptFields: boolean;
  /** SMPP receipts have a text; without it the fields are all. */
  receiptText: boolean;
  /** SMPP cuts the connection once it has taken so many messages, without answering the last. 0: never. */
  dropAfter: number;
}

export const usualControls: Controls = {
  down: false,
  slowMs: 0,
  answerAfter: 0,
  failHttp: 0,
  failSmpp: 0,
  tokenExpired: false,
  perSecond: 0,
  silent: false,
  double: 0.02,
  outOfOrder: true,
  reportAfter: [500, 5000],
  early: false,
  timeScale: 1,
  receiptIds: 'SAME',
  receiptFields: true,
  receiptText: true,
  dropAfter: 0,
};

/** Who may send: a carrier's service as its customer knows it. */
export interface Service {
  username: string;
  password: string;
}

/** What becomes of a message, chosen by the last two digits of the number that it goes to. */
export type Fate =
  | 'DELIVRD'
  | 'EXPIRED'
  | 'UNDELIV'
  | 'REJECTD'
  | 'DELETED'
  | 'ACCEPTD'
  | 'NO REPORT'
  | 'FUNDS'
  | 'BLACKLISTED'
  | 'NO ROUTE';
export const MAGIC: Readonly<Record<string, Fate>> = {
  '90': 'EXPIRED',
  '91': 'UNDELIV',
  '92': 'REJECTD',
  '93': 'DELETED',
  '94': 'ACCEPTD',
  '95': 'NO REPORT',
  '96': 'FUNDS',
  '97': 'BLACKLISTED',
  '98': 'NO ROUTE',
};
export const fateOf = (number: string): Fate => MAGIC[number.slice(-2)] ?? 'DELIVRD';

/** Where what is written to a number of the product's goes. */
export interface Route {
  carrier: CarrierName;
  username: string;
  /** Of carriers that call: the address. */
  url: string | null;
}

/** One message, or one of its parts, that was taken: kept so that a panel can show it. */
export interface Taken {
  id: string;
  carrier: CarrierName;
  from: string;
  to: string;
  text: string;
  at: string;
}

/** The state of the simulated carriers. */
export interface Network {
  controls: Controls;
  services: Map<string, Service>;
  /** By the number's digits, or the name. */
  routes: Map<string, Route>;
  phones: Map<string, PhoneMessage[]>;
  /** By the phone that wrote them. */
  written: Map<string, WrittenMessage[]>;
  taken: Taken[];
  /** Requests for messages, refused ones included. */
  asked: number;
  /** Comes to the phone, once it is on. */
  receive(message: Omit<PhoneMessage, 'id' | 'at'>): void;
  keepWritten(from: string, message: Omit<WrittenMessage, 'at'>): void;
  isOff(number: string): boolean;
  /** Reports of what comes to a phone that is off wait for it; others are made at once. */
  report(to: string, work: () => void): void;
  note(taken: Omit<Taken, 'at'>): void;
  /** One more message of this service: is it too much now? */
  isTooMuch(username: string): boolean;
  /** How long until a report comes. */
  reportDelay(): number;
  stop(): void;
  /** Runs after so long, unless the sandbox has stopped. */
  later(ms: number, work: () => void): void;
}

/** So many messages are kept on a phone and in the list of what was taken. */
const KEPT = 1000;

export const bare = (number: string): string => number.replaceAll(/[\s+]/g, '').toLowerCase();

export function createNetwork(power: PhonePower): Network {
  const timers = new Set<NodeJS.Timeout>();
  const sent = new Map<string, number[]>();
  const network: Network = {
    controls: { ...usualControls },
    services: new Map([['sandbox', { username: 'sandbox', password: 'sandbox' }]]),
    routes: new Map(),
    phones: new Map(),
    written: new Map(),
    taken: [],
    asked: 0,
    receive(message) {
      power.whenOn(bare(message.to), () => {
        const inbox = network.phones.get(bare(message.to)) ?? [];
        inbox.push({ ...message, id: randomUUID(), at: new Date().toISOString() });
        network.phones.set(bare(message.to), inbox.slice(-KEPT));
      });
    },
    keepWritten(from, message) {
      const written = network.written.get(bare(from)) ?? [];
      written.push({ ...message, at: new Date().toISOString() });
      network.written.set(bare(from), written.slice(-KEPT));
    },
    isOff: (number) => power.isOff(bare(number)),
    report(to, work) {
      if (fateOf(to) === 'DELIVRD') power.whenOn(bare(to), work);
      else work();
    },
    note(taken) {
      network.taken.push({ ...taken, at: new Date().toISOString() });
      if (network.taken.length > KEPT) network.taken.shift();
    },
    isTooMuch(username) {
      const { perSecond } = network.controls;
      const now = performance.now();
      const lately = (sent.get(username) ?? []).filter((at) => now - at < 1000);
      const tooMuch = perSecond > 0 && lately.length >= perSecond;
      if (!tooMuch) lately.push(now);
      sent.set(username, lately);
      return tooMuch;
    },
    reportDelay() {
      const [least, most] = network.controls.reportAfter;
      return least + Math.random() * Math.max(0, most - least);
    },
    later(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
  return network;
}

/** In any order, where the network mixes. */
export function mixed<One>(all: readonly One[], { outOfOrder }: Controls): One[] {
  const turns = all.map((one) => ({ one, turn: outOfOrder ? Math.random() : 0 }));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one);
}
