import { isIP } from 'node:net';
import { isOfOpenInternet, isWithin } from '../../../platform/guarded-fetch.ts';

/**
 * Says which addresses a mailbox may lead to: those of the open internet, and those networks of ours that the installation opens.
 * @param networks addresses and ranges (PARLEY_MAILBOX_NETWORKS)
 */
export const allowedServers =
  (networks: readonly string[]) =>
  (address: string): boolean =>
    isOfOpenInternet(address) || isWithin(address, networks);

/** What can be said of a host before anybody is asked where it lies; every connection is judged again by where it leads. */
export function isHostAllowed(host: string, isAllowed: (address: string) => boolean): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return isAllowed('127.0.0.1');
  return isIP(host) === 0 || isAllowed(host);
}
