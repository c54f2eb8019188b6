import * as z from 'zod/mini';
import { MailboxSettings } from './mailbox.ts';

const LONGEST_TTL = 1_209_600;
export const TtlSeconds = z.int().check(z.minimum(30), z.maximum(LONGEST_TTL));

/** What an end of each type has to set beside its name, sender and service. */
const SmsSettings = z.object({});

const ViberSettings = z.object({
  /** How long the carrier tries to bring a message, in seconds (Viber: 30 seconds to 14 days). */
  ttlSeconds: z._default(TtlSeconds, LONGEST_TTL),
  /** Who the short message comes from that goes out where Viber reaches nobody; empty: none goes out. */
  fallbackSender: z._default(z.string().check(z.maxLength(16)), ''),
});

const ViberPublicSettings = z.object({
  /** Said to whoever opens the bot's chat without being subscribed, as the answer to that call; empty: nothing. */
  welcomeText: z._default(z.string().check(z.maxLength(7000)), ''),
});

export const channelSettings = {
  SMS: SmsSettings,
  VIBER: ViberSettings,
  VIBER_PUBLIC: ViberPublicSettings,
  EMAIL: MailboxSettings,
} as const;
export type ConnectedType = keyof typeof channelSettings;
export type ChannelSettingsOf<Type extends ConnectedType> = z.infer<(typeof channelSettings)[Type]>;
