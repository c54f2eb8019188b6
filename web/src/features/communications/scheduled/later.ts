import { lateParts } from '../../../late-parts.ts';

const { load, isHere, late } = lateParts(() => import('./scheduled-part.ts'));

export const loadScheduled = load;
export const isScheduledHere = isHere;
export const ScheduledStrip = late('ScheduledStrip');
export const SendLater = late('SendLater');
export const ScheduledMark = late('ScheduledMark');
export const UndoBox = late('UndoBox');
