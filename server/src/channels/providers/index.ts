export type { Adapter, ConnectionTest, Hook, ProviderCall, Standing, Taken } from './adapter.ts';
export type { CarriedService, Connection, Connections } from './connections.ts';
