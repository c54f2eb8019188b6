export { ScheduledMark } from './ScheduledMark.tsx';
export { ScheduledStrip } from './ScheduledStrip.tsx';
export { SendLater } from './SendLater.tsx';
export { UndoBox } from './UndoBox.tsx';
