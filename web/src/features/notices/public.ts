export { Bell, preloadNotifications } from './Bell.tsx';
export { type Allowed, allowedNow, showOnDesktop } from './desktop.ts';
export { Notices } from './Notices.tsx';
export { canBeHeard, play } from './sounds.ts';
