import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddress, countedNetwork } from './client-network.ts';
import { problem } from './problem.ts';

/** How many sockets may be open at the same time. */
export interface SocketBounds {
  /** Of one network, whoever they belong to: whole offices share one. */
  perNetwork: number;
  /** Of one person or session: tabs and windows. */
  perClient: number;
  /** Whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
}

/** Seconds after which a network may ask again: sockets do not end by themselves. */
const ASK_AGAIN_AFTER = 30;

/** Places by key, so many for each. */
export interface Places {
  /** @returns false, and takes nothing, when all of this key are taken */
  take(key: string): boolean;
  leave(key: string): void;
}

export function places(most: number): Places {
  const taken = new Map<string, number>();
  return {
    take(key) {
      const now = taken.get(key) ?? 0;
      if (now >= most) return false;
      taken.set(key, now + 1);
      return true;
    },
    leave(key) {
      const now = taken.get(key) ?? 0;
      if (now > 1) taken.set(key, now - 1);
      else taken.delete(key);
    },
  };
}

/**
 * Takes a place of the client's network for as long as the connection lives.
 *
 * @returns the network, as `countedNetwork` tells it
 * @throws ERROR_TOO_MANY_REQUESTS when its network has none left
 */
export function takePlace(
  networks: Places,
  { socket, headers }: IncomingMessage,
  stream: Duplex,
  proxies: readonly string[],
): string | null {
  const network = countedNetwork(clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], proxies));
  if (network === null) return null;
  if (!networks.take(network)) throw problem('ERROR_TOO_MANY_REQUESTS', { seconds: ASK_AGAIN_AFTER });
  stream.once('close', leaving(networks, network));
  return network;
}

/** Holds the name of the network and not the request, for as long as the socket lives. */
const leaving = (networks: Places, network: string) => () => networks.leave(network);
