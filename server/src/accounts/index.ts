export { type Actor, mayDo, requirePermission } from './actor.ts';
export { type Caller, calls, mountCalls, type VisitorCaller } from './calls.ts';
export { accountSettings } from './settings.ts';
