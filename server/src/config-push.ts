import { z } from 'zod';

/** Where browsers of today take web push: of Google, Mozilla, Apple and Microsoft. */
const KNOWN_SERVICES = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];

/** The settings of web push: rows of docs/configuration.md. */
export const PUSH_SETTINGS = [
  {
    name: 'PARLEY_PUSH_CONTACT',
    meaning:
      'With it, people can be sent notices while no page of Parley is open. How push services reach whoever runs the installation: `mailto:admin@example.com` or an address with https. See [web-push.md](web-push.md).',
    default: 'none: nothing is pushed to closed pages',
  },
  {
    name: 'PARLEY_PUSH_SERVICES',
    meaning:
      'Hosts of the push services to which may be sent, parted by commas; `*.` before one stands for any name below it. An address like `http://127.0.0.1:9000` is for tests alone.',
    default: `\`${KNOWN_SERVICES.join(', ')}\``,
  },
] as const;

const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
/** Whoever may name any address could make the server ask inside its own network: in clear only on this very machine. */
const FOR_TESTS = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;

/** What is read of the environment for it. */
export const PUSH_ENVIRONMENT = {
  PARLEY_PUSH_CONTACT: z
    .string()
    .regex(
      /^(?:mailto:[^\s<>@,;]+@[^\s<>@,;]+|https:\/\/[^\s<>]+)$/,
      'must be an address like mailto:admin@example.com or https://example.com/contact',
    )
    .optional(),
  PARLEY_PUSH_SERVICES: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => HOST.test(part) || FOR_TESTS.test(part)),
      'must be names of hosts like push.example.com or *.push.example.com, parted by commas',
    )
    .default(KNOWN_SERVICES),
};

export interface PushSettings {
  /** `mailto:` or `https:`. */
  readonly contact: string;
  /** `host`, `*.host`, or in tests an origin on this machine. */
  readonly services: readonly string[];
}

/** The settings of web push in these values; undefined: there is none. */
export function pushOf(values: z.infer<z.ZodObject<typeof PUSH_ENVIRONMENT>>): PushSettings | undefined {
  const { PARLEY_PUSH_CONTACT: contact, PARLEY_PUSH_SERVICES: services } = values;
  return contact === undefined ? undefined : Object.freeze({ contact, services: Object.freeze(services) });
}
