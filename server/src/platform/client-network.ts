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
