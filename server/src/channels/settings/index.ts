export { carriersApi } from './carriers-api.ts';
export type { ChannelSettingsDeps } from './deps.ts';
export { channelEndsApi } from './ends-api.ts';
