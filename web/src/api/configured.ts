import { type Configuration, SocketTimings } from '@parley/contract';

let known: Configuration | null = null;

/** The start-up sequence asks the server first of all; what it answers holds for as long as the page is open. */
export function keepConfiguration(configuration: Configuration): void {
  known = configuration;
}

export const knowsConfiguration = (): boolean => known !== null;

/** What the server told this page. Before the start-up sequence has asked it is a bug, and throws. */
export function configuration(): Configuration {
  if (known === null) throw new Error('The configuration is used before it was asked for');
  return known;
}

/** Base address of the API, without a slash at its end. Until it is known, that of the page: there the start-up sequence asks. */
export const apiBase = (): string => known?.apiUrl ?? `${location.origin}/api`;

/** Address of the agents' websocket, without parameters. */
export function socketAddress(): URL {
  const address = new URL(configuration().socket.url ?? `${apiBase()}/ws`);
  address.protocol = address.protocol.replace('http', 'ws');
  return address;
}

/** How often a page says over the websocket what it holds, and how long it waits for it to open: as told, else as specified. */
export const socketTimings = (): Pick<Configuration['socket'], 'sendInterval' | 'receiveTimeout'> =>
  known?.socket ?? { sendInterval: SocketTimings.environmentSendInterval, receiveTimeout: SocketTimings.receiveTimeout };
