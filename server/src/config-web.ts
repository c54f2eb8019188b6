import { type Configuration, SocketTimings } from '@parley/contract';
import { z } from 'zod';

/** The settings of what the web application is told before anybody has signed in: rows of docs/configuration.md. */
export const WEB_SETTINGS = [
  {
    name: 'PARLEY_API_URL',
    meaning:
      'The base address of the API, where it has one of its own: `https://api.example.com/api`. The pages, `/auth` and `/files` stay at the address by which people reach Parley.',
    default: 'none: `/api` at the address of the page',
  },
  {
    name: 'PARLEY_WEBSOCKET_URL',
    meaning: 'The address of the agents’ websocket, where it has one of its own: `wss://live.example.com/api/ws`.',
    default: 'none: `ws` below the base address of the API',
  },
  {
    name: 'PARLEY_WEBSOCKET_SEND_INTERVAL_MS',
    meaning:
      'How often an open page says over the websocket what it holds, in milliseconds, from 1000 to 60000. What was lost on the way comes by then.',
    default: String(SocketTimings.environmentSendInterval),
  },
  {
    name: 'PARLEY_WEBSOCKET_RECEIVE_TIMEOUT_MS',
    meaning: 'How long a page waits for the websocket to open before it tries anew, in milliseconds, from 1000 to 60000.',
    default: String(SocketTimings.receiveTimeout),
  },
  {
    name: 'PARLEY_MOCK',
    meaning:
      'With `on`, `npm start` serves the web application alone, on invented answers, without a server and a database, as `npm run mock` does: `on` or `off`. See [mock.md](mock.md).',
    default: 'off',
  },
] as const;

/** Bare addresses; tokens go there, so in clear only inside this machine. */
const addressOf = (...protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (value) => isAddress(value, protocols),
      `must be an address like ${protocols[0]}//chat.example.com/api, without a question mark; in clear only on this machine`,
    )
    .transform((value) => value.replace(/\/+$/, ''));

function isAddress(value: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
  const isBare = search === '' && hash === '' && username === '' && password === '' && !/[?#]/.test(value);
  return isBare && (protocol === protocols[0] || (isLocal && protocols.includes(protocol)));
}

const MILLISECONDS = z
  .string()
  .refine((value) => /^\d{4,5}$/.test(value) && Number(value) >= 1000 && Number(value) <= 60_000, 'must be a number from 1000 to 60000');

/** What is read of the environment for it. */
export const WEB_ENVIRONMENT = {
  PARLEY_API_URL: addressOf('https:', 'http:').optional(),
  PARLEY_WEBSOCKET_URL: addressOf('wss:', 'ws:').optional(),
  PARLEY_WEBSOCKET_SEND_INTERVAL_MS: MILLISECONDS.default(String(SocketTimings.environmentSendInterval)),
  PARLEY_WEBSOCKET_RECEIVE_TIMEOUT_MS: MILLISECONDS.default(String(SocketTimings.receiveTimeout)),
  PARLEY_MOCK: z
    .enum(['on', 'off'], 'must be on or off')
    .refine((value) => value === 'off', 'is for npm start, which then starts no server')
    .default('off'),
};

/** Where the web application finds API and websocket, as it is told. */
export type WebAddresses = Readonly<Pick<Configuration, 'apiUrl' | 'socket'>>;

/** The same of these values. */
export function webAddressesOf(values: z.infer<z.ZodObject<typeof WEB_ENVIRONMENT>>): WebAddresses {
  const socket = {
    url: values.PARLEY_WEBSOCKET_URL ?? null,
    sendInterval: Number(values.PARLEY_WEBSOCKET_SEND_INTERVAL_MS),
    receiveTimeout: Number(values.PARLEY_WEBSOCKET_RECEIVE_TIMEOUT_MS),
  };
  return Object.freeze({ apiUrl: values.PARLEY_API_URL ?? null, socket: Object.freeze(socket) });
}

/** Origins beside the page's own with which its scripts speak. */
export function originsOf({ apiUrl, socket }: WebAddresses): string[] {
  return [apiUrl, socket.url].flatMap((address) => (address === null ? [] : [new URL(address).origin]));
}
