import { lazy } from 'react';
import { quietly } from '../../../replaced.ts';
import { everyText } from '../../../text.ts';

const load = async () => ({ default: (await Promise.all([import('./ChannelItems.tsx'), everyText()]))[0].ChannelItems });

/** Comes with its words, when the channels are first looked at. */
export const ChannelItems = lazy(load);

/** Fetches it before it is needed. */
export const loadChannelItems = (): Promise<void> => quietly(load);
