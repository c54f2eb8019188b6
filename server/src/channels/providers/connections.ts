import type { CarriedChannel, CarrierKind, CarrierSettings, ChannelType, CommunicationType } from '@parley/contract';

/** Our end of a channel with all that reaching its provider takes. Lives in memory alone: it holds secrets. */
export interface Connection {
  accountId: string;
  channelApplicationId: string;
  type: ChannelType;
  name: string;
  /** The account's, ISO 3166-1 alpha-2: of telephone numbers that name no country (contacts/sender-address.ts). Empty where it is not set. */
  country: string;
  /** What it is called at the provider: a number, a sender's name, a bot's address. */
  sender: string;
  communicationType: CommunicationType;
  /** Switched off, nothing goes out; what comes in is kept all the same. */
  active: boolean;
  /** Of its type (contract: channelSettings); read with that schema. */
  settings: unknown;
  /** By name, for instance `token`; decrypted. */
  secrets: Readonly<Record<string, string>>;
  /** The whole address at which its provider calls us. */
  hookAddress: string;
  /** Of channels that go through a carrier. */
  service: CarriedService | null;
}

/** A carrier's service as an adapter uses it. */
export interface CarriedService {
  id: string;
  title: string;
  username: string;
  password: string;
  channelType: CarriedChannel;
  carrier: { id: string; name: string; kind: CarrierKind; address: string; settings: CarrierSettings };
}

/** The ends of all accounts, as they are now. */
export interface Connections {
  /** Null when the account has no such end. */
  of(accountId: string, channelApplicationId: string): Promise<Connection | null>;
  /** Whose address was called; null for nobody's. */
  ofHook(key: string): Promise<Connection | null>;
  /** All ends that speak through a carrier's service, of all accounts. */
  ofService(serviceId: string): Promise<Connection[]>;
  /** Services of carriers of this kind, as long as an end speaks through them. */
  services(kind: CarrierKind): Promise<CarriedService[]>;
  /** Calls back whenever an end, a service or a carrier was made, changed or removed, in whichever process. @returns ends it */
  onChange(listener: () => void): () => void;
}
