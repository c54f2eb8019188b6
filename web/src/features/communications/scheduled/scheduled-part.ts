export { AboveComposer } from '../composer/AboveComposer.tsx';
export { ScheduledMark } from './ScheduledMark.tsx';
export { SendLater } from './SendLater.tsx';
export { UndoBox } from './UndoBox.tsx';
