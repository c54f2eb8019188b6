import * as z from 'zod/mini';
import { Instant } from './primitives.ts';

/** One sign-in of a browser, until it is signed out. */
export const SignInSession = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  startedAt: Instant,
  /** The last time it was given a token: at most five minutes before the last use. */
  lastUsedAt: Instant,
  /** Network address of the last use; empty when unknown. */
  address: z.string(),
  /** Names of products, the same in every language; null when unknown. */
  device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
});
export type SignInSession = z.infer<typeof SignInSession>;

export const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: Instant, lastUsedAt: z.nullable(Instant) });
export type Passkey = z.infer<typeof Passkey>;

/** What is asked for after the password. Without an app and a passkey, nothing is. */
export const SecondFactors = z.object({
  /** Since when an authenticator app is set up; null without one. */
  totpSince: z.nullable(Instant),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** The only host name at which passkeys work here (a browser takes none at an IP address); null where they cannot be used. */
  passkeyHost: z.nullable(z.string()),
  /** Whether links can be sent: without mail an address is changed by an administrator. */
  mailConfigured: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;
