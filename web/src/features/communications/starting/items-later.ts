import { lateParts } from '../../../late-parts.ts';
import { quietly } from '../../../replaced.ts';

const { late, load } = lateParts(() => import('./ChannelItems.tsx'));

/** Comes with its words, when the channels are first looked at. */
export const ChannelItems = late('ChannelItems');

/** Fetches it before it is needed. */
export const loadChannelItems = (): Promise<void> => quietly(load);
