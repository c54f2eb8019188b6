export { carriersApi } from './carriers-api.ts';
export { channelEndsApi } from './ends-api.ts';
