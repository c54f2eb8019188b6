export { visitorApi, visitorCaller } from './api.ts';
export type { LivechatDeps } from './deps.ts';
export { type GivenNames, givenNames } from './given-names.ts';
export { serveWidget } from './pages.ts';
export { visitorPushes } from './pushes.ts';
export { visitorSocket } from './socket.ts';
