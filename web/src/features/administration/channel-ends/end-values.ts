import { smsSettingFields, viberChannelFields, viberSupportFields } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { KEEP, type SecretChange } from '../../../forms/SecretField.tsx';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';
import { typedNumber } from '../../../forms/typed-number.ts';
import type { AnyEnd, EndKind } from './end-kinds.ts';

/** What is filled in of an end: of each kind its own part. The carrier is chosen only to find the service, and comes last, since it is not sent. */
export type EndValues = {
  name: string;
  isOn: boolean;
  serviceId: string | null;
  sender: string;
  ttlSeconds: string;
  fallbackSender: string;
  token: SecretChange;
  chatUri: string;
  welcomeText: string;
  carrierId: string | null;
};
type Field = keyof EndValues;

const LONGEST_TTL = 1_209_600;

export const emptyEnd: EndValues = {
  name: '',
  isOn: true,
  serviceId: null,
  sender: '',
  ttlSeconds: String(LONGEST_TTL),
  fallbackSender: '',
  token: '',
  chatUri: '',
  welcomeText: '',
  carrierId: null,
};

/** What is filled in of each kind, beside name and status. */
const fieldsOf = {
  'sms-settings': ['serviceId', 'sender'],
  'viber-channels': ['serviceId', 'sender', 'ttlSeconds', 'fallbackSender'],
  'viber-support': ['token', 'chatUri', 'welcomeText'],
} as const satisfies Record<EndKind, readonly Field[]>;

export function valuesOf(end: AnyEnd): EndValues {
  const shared = { ...emptyEnd, name: end.name, isOn: end.status === 'active' };
  if ('chatUri' in end) return { ...shared, token: KEEP, chatUri: end.chatUri, welcomeText: end.welcomeText };
  const through = { ...shared, sender: end.sender, serviceId: end.service?.id ?? null, carrierId: end.service?.carrierId ?? null };
  if (!('ttlSeconds' in end)) return through;
  return { ...through, ttlSeconds: String(end.ttlSeconds), fallbackSender: end.fallbackSender };
}

const sent = (field: Field, values: EndValues): unknown => (field === 'ttlSeconds' ? Number(values.ttlSeconds) : values[field]);
const statusOf = ({ isOn }: EndValues) => (isOn ? 'active' : 'inactive');

/** What makes an end of this kind of values that fit. */
export const sentOf = (kind: EndKind, values: EndValues): Record<string, unknown> => ({
  name: values.name,
  status: statusOf(values),
  ...Object.fromEntries(fieldsOf[kind].map((field) => [field, sent(field, values)])),
});

/** What is to be replaced of an end that is there, in the order of the fields. */
export const replacementsOf = (changed: readonly Field[], values: EndValues) =>
  changed
    .filter((field) => field !== 'carrierId')
    .map((field) =>
      field === 'isOn'
        ? { op: 'replace' as const, path: 'status', value: statusOf(values) }
        : { op: 'replace' as const, path: field, value: sent(field, values) },
    );

type Rules = { readonly [Name in Field]?: FieldRule };
const name: FieldRule = { name: 'ENDS_NAME', schema: smsSettingFields.name };
const serviceId: FieldRule = { name: 'ENDS_SERVICE', schema: smsSettingFields.serviceId };

/** The contract's own rules, of each kind. */
export const rulesOf: Readonly<Record<EndKind, Rules>> = {
  'sms-settings': {
    name,
    serviceId,
    sender: { name: 'ENDS_SENDER', schema: smsSettingFields.sender, invalid: 'ENDS_SENDER_INVALID' },
  },
  'viber-channels': {
    name,
    serviceId,
    sender: { name: 'ENDS_SENDER', schema: viberChannelFields.sender },
    ttlSeconds: { name: 'ENDS_TTL', schema: typedNumber(viberChannelFields.ttlSeconds) },
    fallbackSender: { name: 'ENDS_FALLBACK', schema: viberChannelFields.fallbackSender, invalid: 'ENDS_SENDER_INVALID' },
  },
  'viber-support': {
    name,
    token: { name: 'ENDS_TOKEN', schema: z.union([z.literal(KEEP), viberSupportFields.token]), invalid: 'ENDS_TOKEN_INVALID' },
    chatUri: { name: 'ENDS_CHAT_URI', schema: viberSupportFields.chatUri, invalid: 'ENDS_CHAT_URI_INVALID' },
    welcomeText: { name: 'ENDS_WELCOME', schema: viberSupportFields.welcomeText },
  },
};

/** Refusals that are about one field. */
export const endProblems: FieldsOfProblems<Field> = {
  CHANNEL_END_NAME_TAKEN: 'name',
  SENDER_NAME_ONE_WAY: 'sender',
  FALLBACK_SENDER_NOT_OF_ACCOUNT: 'fallbackSender',
  SENDER_TAKEN: 'sender',
  CHAT_URI_TAKEN: 'chatUri',
  CARRIER_SERVICE_NOT_FOUND: 'serviceId',
  CARRIER_SERVICE_OF_OTHER_CHANNEL: 'serviceId',
};
