export type { Adapter, ConnectionTest, ProviderCall, Standing } from './adapter.ts';
export { type Answered, askProvider, NotReached, outcomeOfStatus, outcomeOfUnreached } from './ask-provider.ts';
export type { CarriedService, Connection, Connections } from './connections.ts';
export { tellChannelsChanged } from './connections-store.ts';
export { fetchMedia } from './fetch-media.ts';
export { hookAddressOf } from './hook-address.ts';
export { type ProviderSecrets, providerSecrets } from './provider-secrets.ts';
export { type AdapterParts, type MakeAdapter, openProviders, type Providers } from './providers.ts';
export { senderAddress } from './sender-address.ts';
