import ipaddr from 'ipaddr.js';

/**
 * The network that a client's address belongs to, as far as limits count it as one: an IPv4 address by itself, of IPv6 the
 * first 64 bits, since whoever has one such address has all of its network.
 *
 * @param address `request.ip`; what is no address counts as itself
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = (parsed as ipaddr.IPv6).parts;
  return `${new ipaddr.IPv6([first, second, third, fourth, 0, 0, 0, 0]).toString()}/64`;
}

/**
 * The same where all that a network does is counted together; null for this very machine, which has as much as it likes: a proxy that
 * does not say for whom it asks would else make one of all the world.
 */
export const countedNetwork = (address: string): string | null => (isThisMachine(address) ? null : clientNetwork(address));

/** Whether an address is the machine that the server runs on. */
export function isThisMachine(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * Whom a connection comes from, where there is no request of the framework to ask: the peer, or as long as that is a proxy of ours, whom
 * it says it speaks for. What stands further left in the header was said by nobody who is believed.
 *
 * @param forwarded `X-Forwarded-For` as it came
 * @param proxies addresses and ranges
 */
export function clientAddress(peer: string, forwarded: string | string[] | undefined, proxies: readonly string[]): string {
  const said = [forwarded ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  let address = peer;
  while (said.length > 0 && proxies.some((proxy) => lies(address, proxy))) address = said.pop() as string;
  return address;
}

function lies(address: string, within: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const [network = '', bits] = within.split('/');
  const [one, other] = [ipaddr.process(address), ipaddr.process(network)];
  if (one.kind() !== other.kind()) return false;
  return one.match(other as never, bits === undefined ? (one.kind() === 'ipv4' ? 32 : 128) : Number(bits));
}
