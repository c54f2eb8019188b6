export { type Actor, mayDo, requirePermission } from './actor.ts';
export { type CallContext, type Caller, calls, mountCalls, type VisitorCaller } from './calls.ts';
export { type AccountSettings, accountSettings } from './settings.ts';
