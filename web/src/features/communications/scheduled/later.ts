import { lateParts } from '../../../late-parts.ts';

const { load, isHere, late } = lateParts(() => import('./scheduled-part.ts'));

export const loadScheduled = load;
export const isScheduledHere = isHere;
export const AboveComposer = late('AboveComposer');
export const SendLater = late('SendLater');
export const ScheduledMark = late('ScheduledMark');
export const UndoBox = late('UndoBox');
