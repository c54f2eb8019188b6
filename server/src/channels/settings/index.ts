export { carriersApi } from './carriers-api.ts';
export type { ChannelSettingsDeps } from './deps.ts';
export type { EndToStore, EndType } from './end-types.ts';
export type { EndKey } from './ends.ts';
export { channelEndsApi, endsOf } from './ends-api.ts';
