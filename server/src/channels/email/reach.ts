import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Which machines a mailbox may name, and whose word is taken for who they are. */
export interface Reach {
  /**
   * The address at which a host is to be spoken to, judged before anything connects: the name is resolved once, and the connection goes to what was
   * judged. Rejects with HostRefused, or with the name server's error.
   */
  mayConnect(host: string): Promise<string>;
  /** Whether passwords may go to this address unencrypted where the mailbox asks for no encryption from the first byte. */
  mayBeInClear(address: string): boolean;
  /** Certificate authorities (PEM) believed beside the machine's own. */
  ca?: readonly string[];
}

/** The host lies in our own network, which a mailbox may not name. */
export class HostRefused extends Error {
  constructor(host: string) {
    super(`${host} leads into a network that mailboxes may not name`);
  }
}

/** @param isAllowed judges each address that a host has; one that may not be spoken to refuses the whole host */
export function openReach(isAllowed: (address: string) => boolean, ca?: readonly string[]): Reach {
  return {
    async mayConnect(host) {
      const found = isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
      const [first] = found;
      if (first === undefined || found.some((address) => !isAllowed(address))) throw new HostRefused(host);
      return first;
    },
    mayBeInClear: isLoopback,
    ...(ca && { ca }),
  };
}

/** What TLS is asked of a server: that its certificate is good for its name. @param host as it was set, not the address that was judged */
export const tlsOf = (host: string, { ca }: Reach): { servername?: string; host: string; ca?: string[] } => ({
  host,
  ...(isIP(host) === 0 && { servername: host }),
  ...(ca && { ca: [...ca] }),
});

/** Nothing of what is said to this machine itself crosses a wire. */
const isLoopback = (address: string): boolean => /^127\./.test(address) || address === '::1';
