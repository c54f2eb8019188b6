export { presenceApi } from './api.ts';
export { routeByDefaultQueue } from './default-queue.ts';
export { startGivingOut } from './give-out.ts';
export { keepPresence } from './presence.ts';
