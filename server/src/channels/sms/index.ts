export { smsAdapter } from './sms-adapter.ts';
