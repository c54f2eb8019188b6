export { carriersApi } from './carriers-api.ts';
export type { ChannelSettingsDeps } from './deps.ts';
export type { EndType } from './end-types.ts';
export { channelEndsApi, endsOf } from './ends-api.ts';
