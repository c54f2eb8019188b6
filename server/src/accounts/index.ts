export { type Actor, mayDo, requirePermission } from './actor.ts';
export { type Caller, calls, mountCalls, reads, type VisitorCaller } from './calls.ts';
export { looksAfterAccounts, requireAccount } from './named-account.ts';
export { accountSettings } from './settings.ts';
export { NO_TELEPHONY, telephonySettings } from './telephony-settings.ts';
