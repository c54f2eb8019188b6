export type { Adapter, ConnectionTest, Hook, ProviderCall, Standing, Taken } from './adapter.ts';
export type { CarriedService, Connection, Connections } from './connections.ts';
export { tellChannelsChanged } from './connections-store.ts';
export { hookAddressOf } from './hook-address.ts';
export { type ProviderSecrets, providerSecrets } from './provider-secrets.ts';
export { type AdapterParts, type MakeAdapter, openProviders, type Providers } from './providers.ts';
export { type SenderAddress, senderAddress, telephoneNumber } from './sender-address.ts';
