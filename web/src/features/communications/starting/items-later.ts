import { lazy } from 'react';
import { everyText } from '../../../text.ts';

/** Comes with its words, when the channels are first looked at. */
export const ChannelItems = lazy(async () => ({
  default: (await Promise.all([import('./ChannelItems.tsx'), everyText()]))[0].ChannelItems,
}));
