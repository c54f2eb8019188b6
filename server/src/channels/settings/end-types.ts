import {
  type AuditEntityType,
  type CarriedChannel,
  type ChannelSettingsOf,
  type ConnectedType,
  channelSettings,
  type ProblemKey,
  type ServiceChoice,
  type SmsSetting,
  type smsSettingFields,
  type UserStatus,
  type ViberChannel,
  type ViberSupport,
  type viberChannelFields,
  type viberSupportFields,
} from '@parley/contract';
import type * as z from 'zod/mini';

/** Fields of an end that are given, each optional. */
type Given<Fields extends Record<string, z.ZodMiniType>> = { [Field in keyof Fields]?: z.output<Fields[Field]> | undefined };

/** An end as it is kept, whichever its type. Its secrets stay where they are. */
export interface KeptEnd {
  id: string;
  accountId: string;
  name: string;
  status: UserStatus;
  sender: string;
  service: ServiceChoice | null;
  settings: unknown;
  /** The names of the secrets that it has. */
  secretsSet: readonly string[];
  hookAddress: string;
  wasUsed: boolean;
  createdAt: string;
}

/** What of an end is to be stored: nothing else of it changes. `settings` and `secrets` join those that stand. */
export interface EndGiven {
  name?: string | undefined;
  status?: UserStatus | undefined;
  sender?: string | undefined;
  serviceId?: string | undefined;
  settings: Record<string, unknown>;
  /** An empty one is taken away. */
  secrets: Record<string, string>;
}

/** An end as it is about to be stored. */
export interface EndToStore<End> {
  end: End;
  /** As it stood; null of a new one. */
  before: End | null;
  /** All that it then has, by name, and the names of those that are given now. */
  secrets: Readonly<Record<string, string>>;
  given: ReadonlySet<string>;
}

/** What one type of end is on the wire and what its rules are. */
export interface EndType<End, Fields> {
  type: ConnectedType;
  /** Whose service it speaks through; null where it reaches its provider by itself. */
  carried: CarriedChannel | null;
  /** Whether only carriers' rules of senders of short messages hold for its sender: nobody can answer a name. */
  namesAreOneWay: boolean;
  missing: ProblemKey;
  taken: 'SENDER_TAKEN' | 'CHAT_URI_TAKEN' | 'MAILBOX_ADDRESS_TAKEN';
  /** Among whose ends nobody else may have its sender, where it has no service. */
  senderIsOneOf: 'INSTALLATION' | 'ACCOUNT';
  /** What of its settings is not said of a new one. */
  usual?: Record<string, unknown>;
  /** Its settings without what has no meaning among them. */
  settled?(settings: Record<string, unknown>): Record<string, unknown>;
  /** What holds between its fields. Throws with the fields that do not fit. */
  judge?(toStore: EndToStore<End>): void;
  entity: AuditEntityType;
  entities: AuditEntityType;
  endOf(kept: KeptEnd): End;
  given(fields: Fields): EndGiven;
  /** As the audit trail tells it. */
  shown(end: End): Record<string, unknown>;
  /** Of the SMS sender that stands in for it: by whose name short messages go out instead; empty where nobody does. Left out: no such thing. */
  fallbackOf?(end: End): string;
}

const only = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const texts = (fields: Record<string, string | undefined>) => only(fields) as Record<string, string>;

const settingsOf = <Type extends ConnectedType>(type: Type, settings: unknown) =>
  channelSettings[type].parse(settings) as ChannelSettingsOf<Type>;

const everyPart = ({ sender: _sender, settings: _settings, service: _service, secretsSet: _secretsSet, ...kept }: KeptEnd) => kept;

export const smsType: EndType<SmsSetting, Given<typeof smsSettingFields>> = {
  type: 'SMS',
  carried: 'SMS',
  namesAreOneWay: true,
  missing: 'SMS_SETTING_NOT_FOUND',
  taken: 'SENDER_TAKEN',
  senderIsOneOf: 'INSTALLATION',
  entity: 'SMS_SETTING',
  entities: 'SMS_SETTINGS',
  endOf: (kept) => ({ ...everyPart(kept), sender: kept.sender, service: kept.service }),
  given: ({ name, status, sender, serviceId }) => ({ name, status, sender, serviceId, settings: {}, secrets: {} }),
  shown: ({ name, status, sender, service }) => ({ name, status, sender, service: service?.title ?? null }),
};

export const viberChannelType: EndType<ViberChannel, Given<typeof viberChannelFields>> = {
  type: 'VIBER',
  carried: 'VIBER',
  namesAreOneWay: false,
  missing: 'VIBER_CHANNEL_NOT_FOUND',
  taken: 'SENDER_TAKEN',
  senderIsOneOf: 'INSTALLATION',
  entity: 'VIBER_CHANNEL',
  entities: 'VIBER_CHANNELS',
  endOf: (kept) => ({ ...everyPart(kept), sender: kept.sender, service: kept.service, ...settingsOf('VIBER', kept.settings) }),
  given: ({ name, status, sender, serviceId, ...settings }) => ({ name, status, sender, serviceId, settings: only(settings), secrets: {} }),
  fallbackOf: ({ fallbackSender }) => fallbackSender,
  shown: ({ name, status, sender, service, ttlSeconds, fallbackSender }) => ({
    name,
    status,
    sender,
    service: service?.title ?? null,
    ttlSeconds,
    fallbackSender,
  }),
};

export const viberSupportType: EndType<ViberSupport, Given<typeof viberSupportFields>> = {
  type: 'VIBER_PUBLIC',
  carried: null,
  namesAreOneWay: false,
  missing: 'VIBER_SUPPORT_NOT_FOUND',
  taken: 'CHAT_URI_TAKEN',
  senderIsOneOf: 'INSTALLATION',
  entity: 'VIBER_SUPPORT',
  entities: 'VIBER_SUPPORTS',
  endOf: (kept) => ({ ...everyPart(kept), chatUri: kept.sender, ...settingsOf('VIBER_PUBLIC', kept.settings) }),
  given: ({ name, status, chatUri, token, welcomeText }) => ({
    name,
    status,
    sender: chatUri,
    settings: only({ welcomeText }),
    secrets: texts({ token }),
  }),
  shown: ({ name, status, chatUri, welcomeText }) => ({ name, status, chatUri, welcomeText }),
};
