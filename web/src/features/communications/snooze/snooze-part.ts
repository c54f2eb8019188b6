/** Everything of snoozing that is seen; one file, that comes after the first screen with its words. */
export { SnoozeInHead } from './SnoozeInHead.tsx';
export { NothingSnoozed, Wakes } from './SnoozeWords.tsx';
