export { smsAdapter } from './sms-adapter.ts';
export { carrierTroublesApi } from './troubles-api.ts';
