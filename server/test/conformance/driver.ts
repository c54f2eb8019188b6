import type { ChannelType } from '@parley/contract';
import type { MakeAdapter } from '../../src/channels/providers/index.ts';
import type { Database } from '../../src/platform/database.ts';
import type { TestAccount } from '../people.ts';
import type { TestEnd } from '../providers.ts';

/** What a customer's side of a channel brings, or who pretends to be it. */
export type Brought =
  | { what: 'MESSAGE'; id: string; from: string; text: string }
  /** Of a message of ours, by the provider's id of it. */
  | { what: 'STATUS'; providerMessageId: string; to: string; status: 'SENT' | 'DELIVERED' | 'SEEN' | 'FAILED' }
  /** Genuine, and of a kind that the product does not know: the provider may bring such any day. */
  | { what: 'UNKNOWN'; id: string; from: string }
  /** Genuine, and not what the provider documents. */
  | { what: 'NONSENSE' }
  /** A message as somebody would bring it who is not the provider. */
  | { what: 'FORGED'; id: string; from: string; text: string }
  /** A message larger than anything that the provider brings. */
  | { what: 'OVERSIZE'; id: string; from: string };

/** What the bringer was answered: that it arrived, that it is not taken (4xx), that it did not work now (5xx, or the line was cut). */
export type Heard = 'TAKEN' | 'REFUSED' | 'FAILED';

/** How the provider treats what it is sent from now on. SLOWER: it wants messages later. UNKNOWN TO IT: it does not take our credentials. SILENCE: it takes the message and never answers. DOWN: it cannot be reached, or answers 503. */
export type Behaviour = 'ACCEPT' | 'REFUSE' | 'NOT NOW' | 'SLOWER' | 'UNKNOWN TO IT' | 'SILENCE' | 'DOWN';

/** The other side of a channel: its provider as the tests play it, over real connections. */
export interface Provider {
  behave(how: Behaviour): Promise<void> | void;
  /** What it has taken, in its order; a repetition that it knew by its key is no other message. `to` as it writes addresses. */
  taken(): ReadonlyArray<{ to: string; text: string }>;
  /** How many requests for messages it has seen, refused ones included. */
  asked(): number;
  /** Runs between taking a message and answering it: a report may be quicker than the answer. */
  beforeAnswer(hook: (providerMessageId: string, to: string) => Promise<void>): void;
  close(): Promise<void>;
}

/** A customer and where they are with us. */
export interface Customer {
  from: string;
  alsoFrom: string | undefined;
  /** By which `hear` and `wordsOf` know them. */
  address: string;
}

/** A channel in a database, with its customers' side: what the suite speaks with. */
export interface Side {
  /** An account with an end of its own. */
  other: { account: Pick<TestAccount, 'accountId'>; end: TestEnd };
  newCustomer(): Customer;
  bring(brought: Brought, to?: TestEnd): Promise<Heard>;
  /** They write, so that they are in a conversation that our agent holds. @returns how to write to them: the event's id */
  talkWith(customer: Customer): Promise<(text: string) => Promise<string>>;
  /** What customers' messages of this address say, in the order of the room; in the account of `where`. */
  wordsOf(address: string, where?: Pick<TestAccount, 'accountId'>): Promise<string[]>;
  hear(address: string, count: number): Promise<string[]>;
  shown(eventId: string): Promise<string | null>;
  becomes(eventId: string, expected: string, withinMs?: number): Promise<void>;
  /** What statuses name the message by. */
  providerIdOf(eventId: string): Promise<string>;
  quarantined(): Promise<number>;
}

/** What cannot be asked of a channel, each with its reason: a clause of the suite by its name. */
export type Without = Partial<Record<Clause, string>>;

export const clauses = [
  'a message once',
  'duplicates in parallel',
  'order',
  'one customer however the address is written',
  'statuses forward only',
  'early status',
  'unknown types',
  'nonsense',
  'bad signature',
  'oversize',
  'foreign account',
  'final refusal',
  'retry without double send',
  'later for a minute',
  'refused credentials',
  'silence',
  'down and back',
  'killed while sending',
] as const;
export type Clause = (typeof clauses)[number];

/** What an adapter brings to be tested by the suite (suite.ts). */
export interface Driver {
  /** As the suite's report calls it. */
  name: string;
  type: ChannelType;
  /** Where the product's adapter is made: a module's URL (`new URL('…', import.meta.url).href`) and its export, a `MakeAdapter`; a process of its own imports it. */
  adapter: { module: string; exported: string };
  make: MakeAdapter;
  /** The statuses that this provider reports beyond having taken a message. */
  reports: ReadonlyArray<'SENT' | 'DELIVERED' | 'SEEN' | 'FAILED'>;
  startProvider(): Promise<Provider>;
  /** Our end at that provider, in this account; the suite asks for one in each of two accounts. */
  givenEnd(db: Database, account: TestAccount, provider: Provider): Promise<TestEnd>;
  /** Brings it to this end, as the provider does, and waits for the answer. `origin` is where our addresses are. */
  bring(brought: Brought, to: { end: TestEnd; origin: string; provider: Provider }): Promise<Heard>;
  /** Somebody whom nobody was before: how the provider writes their address, the same written otherwise where it may, and how we keep it. */
  newCustomer(): { from: string; alsoFrom?: string; address: string };
  without?: Without;
}
