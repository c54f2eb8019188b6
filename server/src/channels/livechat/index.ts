export { givenNames } from './given-names.ts';
export { createLivechat, type Livechat } from './livechat.ts';
export { visitorPushes } from './pushes.ts';
