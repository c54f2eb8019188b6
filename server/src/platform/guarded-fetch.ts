import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, request as requestInClear } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Says which machines may be asked for what an outsider has named. */
export type Guard = (address: string, port: number) => boolean;

/** Of one cloud alone; it answers with secrets of the machine, and is public by its looks. */
const FURTHER_REFUSED: ReadonlySet<string> = new Set(['168.63.129.16']);
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Machines of the open internet, on the ports of the web: nothing of this machine, its network, or its host. */
export const openInternet: Guard = (address, port) => (port === 80 || port === 443) && isOfOpenInternet(address);

/** Whether an address, as numbers, is of the open internet. */
export function isOfOpenInternet(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || FURTHER_REFUSED.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** Whether an address, as numbers, lies in one of these: addresses, or ranges like 10.1.0.0/16. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), null];
    return base.kind() === parsed.kind() && parsed.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128));
  });
}

/** Why it was not fetched. Tells nothing of what lies there. */
export class NotFetched extends Error {
  constructor(why: 'ADDRESS' | 'REFUSED' | 'REDIRECTS' | 'STATUS' | 'SIZE') {
    super(`not fetched: ${why}`);
  }
}

const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

export interface Fetching {
  guard: Guard;
  /** Ends it, wherever it is. */
  signal: AbortSignal;
  /** More than so many bytes are not taken. */
  mostBytes: number;
}

/**
 * What lies at a web address that an outsider has named, by GET, without anything that tells who asks. Each host's name is resolved once, and
 * the connection goes to the address that was judged; so after each redirect.
 * Rejects with NotFetched, with the connection's error, or as `signal` says.
 */
export async function fetchGuarded(address: string, { guard, signal, mostBytes }: Fetching): Promise<Buffer> {
  const response = await askGuarded(address, { guard, signal, accept: 'image/*' });
  if (response.statusCode === 200) return whole(response, mostBytes);
  response.destroy();
  throw new NotFetched('STATUS');
}

/**
 * The same, whatever the answer is, as it begins: its body is to be read or destroyed. Rejects with NotFetched where an address is not judged
 * well, with the connection's error, or as `signal` says.
 */
export async function askGuarded(
  address: string,
  { guard, signal, accept = '*/*' }: Omit<Fetching, 'mostBytes'> & { accept?: string },
): Promise<IncomingMessage> {
  let at = address;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await ask(judged(at, guard), { guard, signal, accept });
    const { statusCode, headers } = response;
    if (!REDIRECTS.has(statusCode)) return response;
    response.destroy();
    if (headers.location === undefined) throw new NotFetched('STATUS');
    if (!URL.canParse(headers.location, at)) throw new NotFetched('ADDRESS');
    at = new URL(headers.location, at).href;
  }
  throw new NotFetched('REDIRECTS');
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** A host that is a number is asked no name server, so it is judged here. */
function judged(address: string, guard: Guard): URL {
  if (!URL.canParse(address)) throw new NotFetched('ADDRESS');
  const url = new URL(address);
  const { protocol, username, password } = url;
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') throw new NotFetched('ADDRESS');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !guard(host, portOf(url))) throw new NotFetched('REFUSED');
  return url;
}

function ask(url: URL, { guard, signal, accept }: { guard: Guard; signal: AbortSignal; accept: string }): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestSecurely : requestInClear;
  return new Promise((resolve, reject) => {
    const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Parley' };
    const request = send(url, { agent: false, headers, signal, lookup: judgedLookup(guard, portOf(url)) }, resolve);
    request.on('error', reject);
    request.end();
  });
}

/** One name that leads to several machines is refused as soon as one of them is. */
function judgedLookup(guard: Guard, port: number): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error) callback(error, '');
      else if (!first || found.some(({ address }) => !guard(address, port))) callback(new NotFetched('REFUSED'), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

async function whole(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > mostBytes) throw new NotFetched('SIZE');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
