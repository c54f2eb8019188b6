export { Bell, preloadNotifications } from './Bell.tsx';
export { type Allowed, allowedChanged, allowedNow, onAllowedChange, showOnDesktop } from './desktop.ts';
export { Notices } from './Notices.tsx';
export { canBeHeard, onHeardChange, play } from './sounds.ts';
