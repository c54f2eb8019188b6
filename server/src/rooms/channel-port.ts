import type { Readable } from 'node:stream';
import type {
  CallEvent,
  ChannelType,
  ConnectionProblem,
  DeliveryStatus,
  Email,
  EventFile,
  FailureReason,
  Message,
  RichContent,
  UnsupportedMediaType,
} from '@parley/contract';
import type * as z from 'zod/mini';

/** What a provider may say of a message that it has taken. */
export type ProviderStatus = Extract<DeliveryStatus, 'SENT' | 'DELIVERED' | 'SEEN' | 'ERROR' | 'REJECTED' | 'DELIVERY_FAILED'>;

/** The same as providers say it: some call SUCCESS what is SENT. */
export type SaidStatus = ProviderStatus | 'SUCCESS';

/** A file that a message brings along. */
export interface OutgoingFile {
  facts: EventFile;
  /** The bytes, from the beginning each time. Rejects with FILE_NOT_FOUND when they are gone. */
  read(): Promise<Readable>;
}

/** One try to bring one message to one address. */
export interface Outgoing {
  accountId: string;
  channelApplicationId: string;
  contactChannelId: string;
  /** Normalised by the channel's own rule. */
  address: string;
  roomId: string;
  eventId: string;
  /** Null of what stands in no conversation. */
  conversationId: string | null;
  /** Nobody wrote it: the product says it by itself. */
  byItself: boolean;
  /** Ids of the message's parts that the provider took before, in this try or in those before it, and that have not failed. */
  taken: readonly string[];
  /** The same for every repetition of this try: what is sent again with it goes out once, where the provider takes keys. */
  idempotencyKey: string;
  message: z.infer<typeof Message>;
  /** The message's file, for channels that take files. */
  file: OutgoingFile | null;
  /**
   * Of an e-mail all that belongs to it: how it looks, where it has looks, with its own pictures at `cid:<fileId>`; its files in their order. `settled`: of
   * whom it is known already, by address, and whom it does not go to again.
   */
  email: {
    facts: Email;
    html: string | null;
    attachments: readonly OutgoingFile[];
    settled: ReadonlyMap<string, 'TAKEN' | 'REFUSED'>;
  } | null;
}

/** What a provider said of one of several people to whom a message goes. WAITING: not now; it goes to them again, and to them alone. */
export interface RecipientOutcome {
  address: string;
  state: 'TAKEN' | 'WAITING' | 'REFUSED';
  /** Of whom it did not take: the nearest of `failureReasons`. */
  reason: FailureReason | null;
  answer?: string | undefined;
}

/**
 * What became of a try. REFUSED finally: not again by itself. All others are tried again, for a quarter of an hour or the channel's `patience`: REFUSED otherwise; LATER, since
 * the provider wants messages more slowly; UNAVAILABLE, since nothing can be sent over this line until that is mended (it is away, or does not
 * take our credentials: nothing is said of the message). NOT_ASKED: it waited for a place in our own window and had none; no try. UNKNOWN: the
 * provider may or may not have it (a timeout, a connection cut after the request). `afterMs`: not sooner. `reason` is the nearest of
 * `failureReasons`, `answer` what the provider said: kept with the way of the message, without secrets and shortened.
 */
export type Outcome = {
  answer?: string /** Of a message that was not taken as a whole: the ids of the parts that were. */;
  taken?: readonly string[];
  /** Of a message to several people of whom not all were taken: all that were asked for now. */
  recipients?: readonly RecipientOutcome[];
} & (
  | {
      outcome: 'ACCEPTED';
      providerMessageId: string;
      /**
       * Of a message that the provider carries in several parts, each with an id and reports of its own: all of them, in their order. The message is
       * delivered when all are, and failed when any is.
       */
      partIds?: readonly string[];
    }
  /** `ofMessage`: it says nothing of the line, though it is not final. */
  | { outcome: 'REFUSED'; reason: FailureReason | (string & {}); final: boolean; ofMessage?: true }
  | { outcome: 'LATER'; afterMs: number }
  | { outcome: 'UNAVAILABLE'; problem: ConnectionProblem; afterMs?: number }
  | { outcome: 'NOT_ASKED'; afterMs: number }
  | { outcome: 'UNKNOWN' }
);

/** A file that a customer's message brings, and that is still to be fetched from the provider. */
export interface AnnouncedFile {
  /** What the adapter needs to fetch it: the provider's id of it, or an address. No secret, and without U+0000. */
  reference: string;
  /** As the provider calls it, where it does. */
  name: string | null;
  /** What the provider says it is. Once it is here, its content decides. */
  kind: 'IMAGE' | 'FILE';
}

/** Where the provider's copy of an announced file is asked for. */
export interface WantedFile {
  accountId: string;
  channelApplicationId: string;
  reference: string;
}

/** What became of asking for it. GONE: not to be had any more, and not asked for again. LATER: again, not before `afterMs`. */
export type FetchedFile =
  | { outcome: 'HERE'; body: Readable; name: string | null; length: number | null }
  | { outcome: 'GONE'; reason: string }
  | { outcome: 'LATER'; afterMs: number };

/**
 * What a message is that is more than words and files. The files of an e-mail and of a call are uploads of the channel's own that
 * were received before (`receiveUpload`); they are kept with the event. `html` is stored as it came: it is made harmless whenever it is shown.
 */
export type SpecialContent =
  | { type: 'RICH_MEDIA'; rich: RichContent }
  | { type: 'UNSUPPORTED_MEDIA'; unsupported: UnsupportedMediaType; fallbackText?: string }
  | { type: 'EMAIL'; email: Omit<Email, 'multipartContent'>; html: string | null }
  | { type: 'CALL'; call: CallEvent; startTime: string };

/**
 * Whoever has this address has subscribed to our end of the channel, or left it; `at` by the provider's clock. Who subscribes and was unknown
 * becomes a contact; who leaves and is unknown stays so.
 */
interface Subscription {
  kind: 'SUBSCRIPTION';
  address: string;
  subscribed: boolean;
  name: string | null;
  /** As of a message. */
  picture?: string;
  at: string;
}

/** What one delivery of a provider's contains. A message with several files becomes one event for each, its words with the first. */
export type Reading =
  | {
      kind: 'MESSAGE';
      providerMessageId: string;
      address: string;
      name: string | null;
      /** Where the provider tells of a picture by which it shows them: what `fetchFile` gets it by. */
      picture?: string;
      text: string;
      /** Where writing subscribes without another word of the provider's: when they wrote. Who had left is back from then on. */
      subscribedAt?: string;
      files?: readonly AnnouncedFile[];
      /** Left out of words and files. Comes without announced files. */
      content?: SpecialContent;
    }
  | Subscription
  /**
   * One part of a customer's long message, where the provider does not put them together. Those of one address, reference and count
   * belong together; what has not come after a while is given up, and the rest shown as incomplete.
   */
  | { kind: 'MESSAGE_PART'; providerMessageId: string; address: string; text: string; reference: number; part: number; parts: number }
  /**
   * `answer`: what the provider said of it, as with `Outcome`. `alsoKnownAs`: ids under which the message may be known instead, where the
   * provider writes them otherwise in its reports than in its answers.
   */
  | {
      kind: 'STATUS';
      providerMessageId: string;
      alsoKnownAs?: readonly string[];
      status: SaidStatus;
      reason: FailureReason | (string & {}) | null;
      answer?: string;
    };

/** What differs between the ends of one channel: some go by providers that take keys, some by others. */
export interface EndTraits {
  takesKey: boolean;
  perSecond: number | null;
}

/** How one kind of channel reaches its provider; each adapter fills it and `app.ts` registers it. */
export interface Channel {
  type: ChannelType;
  /** Does the provider recognise a repeated send by our key? Otherwise an unknown outcome is never sent again by itself. */
  takesKey: boolean;
  /** After this the outcome is unknown; an answer that comes later still counts. */
  timeoutMs: number;
  /** What one channel application may send at most; null where the provider names no rate. */
  perSecond: number | null;
  /** What holds for one end instead of `takesKey` and `perSecond`; left out where all ends are alike. */
  traitsOf?(accountId: string, channelApplicationId: string): Promise<EndTraits>;
  /**
   * For how long a message is tried that is put off, instead of a quarter of an hour, after which it has expired; and how long is waited after the first
   * refusal, the second and so on, the last time for all that follow.
   */
  patience?: { forMs: number; waits: readonly number[] };
  /** How often a message is sent again of which nobody knows, without a key: whom it reaches twice can tell by its id that it is one. Left out: never. */
  asksAgain?: number;
  /** May messages hold files? Where not, sending one is refused before it is stored. */
  takesFiles: boolean;
  /** Which messages it takes beside words and files; left out: none. Sending another is refused before it is stored. */
  takes?: ReadonlySet<'RICH_MEDIA' | 'UNSUPPORTED_MEDIA'>;
  /** Its messages may wait for a place of their own before the provider is asked: `deliver` calls `asking` when that begins. Others ask at once. */
  waitsForPlace?: true;
  /**
   * Asks the provider. A rejection means the same as UNKNOWN. `signal` ends the wait, not the message. `asking` writes down that the provider is
   * being asked from now on; false: somebody else holds the message, and it must not be. What has not called it has asked nobody.
   */
  deliver(outgoing: Outgoing, signal: AbortSignal, asking: () => Promise<boolean>): Promise<Outcome>;
  /**
   * Asks the provider for a file that it announced, or for a customer's picture; left out by channels that bring neither. A rejection means: again
   * later. `signal` ends the asking and the bytes.
   */
  fetchFile?(wanted: WantedFile, signal: AbortSignal): Promise<FetchedFile>;
  /** Reads one stored delivery. Throws when it is not what the provider documents: it then goes into quarantine. */
  read(body: string): readonly Reading[];
}

export interface Channels {
  /** Called while the application is wired, once per type. */
  register(channel: Channel): void;
  of(type: string): Channel | undefined;
  types(): string[];
}

export function createChannels(): Channels {
  const byType = new Map<string, Channel>();
  return {
    register(channel) {
      if (byType.has(channel.type)) throw new Error(`the channel ${channel.type} is registered twice`);
      byType.set(channel.type, channel);
    },
    of: (type) => byType.get(type),
    types: () => [...byType.keys()],
  };
}
