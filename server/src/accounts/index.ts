export { type Actor, mayDo, requirePermission } from './actor.ts';
export { digestOfContent, isAsked, madeBefore, makeOnce, makeOnceBy } from './asked-once.ts';
export { browserFaultCalls } from './browser-faults.ts';
export { type Caller, calls, mountCalls, reads, type VisitorCaller } from './calls.ts';
export { looksAfterAccounts, requireAccount } from './named-account.ts';
export { pageOf, sortOf } from './page-of.ts';
export { type AccountSettings, accountSettings, USUAL_HAND_BACK_MINUTES } from './settings.ts';
export { NO_TELEPHONY, telephonySettings } from './telephony-settings.ts';
