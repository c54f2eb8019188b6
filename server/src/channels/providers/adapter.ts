import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionProblem } from '@parley/contract';
import type { Channel, RawDelivery } from '../../rooms/index.ts';
import type { Connection, Connections } from './connections.ts';

/** A provider's call, before anything of it was read but its address. */
export interface ProviderCall {
  method: 'GET' | 'POST';
  /** What stands behind the question mark. */
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The bytes as they came: signatures are made over these. */
  raw: Buffer;
}

/** What a call brings, and what its provider is answered where that is more than 200 and nothing. */
export interface Taken {
  /** In the order in which they are to be worked on, where they are of one address. */
  deliveries: readonly RawDelivery[];
  answer?: { contentType: string; body: string };
}

/** How a channel's provider calls us. */
export interface Hook {
  /** Is it the provider who calls? By its signature over the raw bytes, or what else it proves itself by, in constant time. */
  isGenuine(call: ProviderCall, connection: Connection): boolean;
  /**
   * Cuts the call into deliveries without reading more than it has to. Throws when it is not what the provider documents: the call is then kept whole, in
   * quarantine, and the provider is told that it arrived.
   */
  take(call: ProviderCall, connection: Connection): Taken;
}

/**
 * What came of asking the provider whether it knows us. `answer`: in the provider's words, without secrets. `tokenExpiresAt`: until when it takes
 * our token, where it tells; null: for ever.
 */
export type ConnectionTest =
  | { ok: true; answer?: string; tokenExpiresAt?: string | null }
  | { ok: false; problem: ConnectionProblem; answer?: string };

/** Lines to providers that stand for as long as the server runs. */
export interface Standing {
  /** Resolves when the lines are closed in order: nothing that the provider has handed over is lost. */
  stop(): Promise<void>;
}

/** A provider's channel: what rooms want of it, and what is the provider's own. One folder beside this one for each. */
export interface Adapter extends Channel {
  /** Left out where the provider calls over a line of our own. */
  hook?: Hook;
  /** Asks the provider whether it would take a message of this end. Rejects with nothing: what goes wrong is the answer. */
  test(connection: Connection, signal: AbortSignal): Promise<ConnectionTest>;
  /**
   * Tells the provider of the end as it was just set: where to call. Of providers that want to be told. Called after it was stored, and again
   * whenever something of it is another; what the provider says is shown to whoever has set it.
   */
  connect?(connection: Connection, signal: AbortSignal): Promise<ConnectionTest>;
  /** Tells the provider to call no more: the end was switched off, deleted, or has other secrets; `connection` is how it was known. */
  disconnect?(connection: Connection, signal: AbortSignal): Promise<ConnectionTest>;
  /** Opens lines that stand, where the provider wants them; they follow what is changed in `connections`. */
  stand?(connections: Connections): Standing;
}
