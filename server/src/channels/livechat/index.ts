export { type Livechat, openLivechat } from './livechat.ts';
export { visitorPushes } from './pushes.ts';
export { widgetsApi } from './widgets-api.ts';
