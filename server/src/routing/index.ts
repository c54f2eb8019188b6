export { presenceApi } from './api.ts';
export { defaultQueue, routeByDefaultQueue } from './default-queue.ts';
export { GIVE_BACK_TASK, giveBackTask, giveBackWhenCommitted } from './give-back.ts';
export { startGivingOut } from './give-out.ts';
export { isAnybodyReady, keepPresence, LEASE_SECONDS } from './presence.ts';
