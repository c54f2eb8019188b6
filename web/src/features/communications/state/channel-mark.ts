import type { ChannelMark } from '@parley/contract';

/** What this window has asked for on a channel, with why it came to nothing where that was told: a key of the catalogue. */
export type HeldMark = ChannelMark & {
  readonly reason?: { readonly key: string; readonly params: Readonly<Record<string, string | number>> };
};
