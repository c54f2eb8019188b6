import { z } from 'zod';

/** The settings of several server processes: rows of docs/configuration.md. */
export const BUS_SETTINGS = [
  {
    name: 'PARLEY_NATS_URL',
    meaning:
      'The NATS by which several server processes of one installation tell each other what happens: `nats://user:password@nats.example.com:4222`, or `tls://…`; several parted by commas. See [operation.md](operation.md#several-server-processes).',
    default: 'none: one process, which needs none',
  },
] as const;

/** What is read of the environment for it. */
export const BUS_ENVIRONMENT = {
  PARLEY_NATS_URL: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isNats) && new Set(parts.map((part) => new URL(part).protocol)).size === 1,
      'must be an address like nats://nats.example.com:4222 or tls://user:password@nats.example.com:4222, or several of one kind parted by commas',
    )
    .optional(),
};

/** Where NATS is, and what it asks for. */
export interface NatsAddress {
  /** `host:port` each. */
  readonly servers: readonly string[];
  readonly isEncrypted: boolean;
  /** A token where there is a user without a password. */
  readonly user: string | undefined;
  readonly password: string | undefined;
}

function isNats(value: string): boolean {
  if (!/^(?:nats|tls):\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, pathname, search, hash } = new URL(value);
  return hostname !== '' && (pathname === '' || pathname === '/') && search === '' && hash === '';
}

/** NATS of these values; undefined: there is one process. User and password of the first address hold for all. */
export function natsOf({ PARLEY_NATS_URL: addresses }: z.infer<z.ZodObject<typeof BUS_ENVIRONMENT>>): NatsAddress | undefined {
  const [first] = addresses ?? [];
  if (addresses === undefined || first === undefined) return undefined;
  const { protocol, username, password } = new URL(first);
  return Object.freeze({
    servers: Object.freeze(addresses.map((address) => new URL(address).host)),
    isEncrypted: protocol === 'tls:',
    user: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
  });
}
