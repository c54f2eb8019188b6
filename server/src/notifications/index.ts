export { notificationsApi } from './api.ts';
export { forgetNotifications } from './forget.ts';
export { notifyPeople } from './notify.ts';
export { openPush } from './push/push.ts';
