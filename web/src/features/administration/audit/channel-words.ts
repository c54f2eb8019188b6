import { carriedChannels, type carrierKinds, type communicationTypes } from '@parley/contract';
import { oneOf } from '../../../address-parts.ts';
import type { TextKey } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import {
  afterFetchingNames,
  authenticationNames,
  directionNames,
  placementNames,
  recipientSourceNames,
} from '../mailboxes/mailbox-names.ts';

/** What fields of carriers, of their services and of ends of channels are called. Settings of a carrier are fields of their own. */
export const channelFieldNames: Readonly<Record<string, TextKey>> = {
  networkId: 'CARRIERS_NETWORK_ID',
  reseller: 'CARRIERS_RESELLER',
  kind: 'CARRIERS_KIND',
  address: 'CARRIERS_ADDRESS',
  'settings.perSecond': 'CARRIERS_PER_SECOND',
  'settings.fallbackBy': 'CARRIERS_FALLBACK_BY',
  'settings.window': 'CARRIERS_WINDOW',
  'settings.systemType': 'CARRIERS_SYSTEM_TYPE',
  'settings.nameTon': 'CARRIERS_NAME_TON',
  'settings.nameNpi': 'CARRIERS_NAME_NPI',
  'settings.numberTon': 'CARRIERS_NUMBER_TON',
  'settings.numberNpi': 'CARRIERS_NUMBER_NPI',
  'settings.shortCodeTon': 'CARRIERS_SHORT_TON',
  'settings.shortCodeNpi': 'CARRIERS_SHORT_NPI',
  'settings.gsmDataCoding': 'CARRIERS_GSM_CODING',
  'settings.receiptIds': 'CARRIERS_RECEIPT_IDS',
  'settings.longTexts': 'CARRIERS_LONG_TEXTS',
  'settings.enquireEverySeconds': 'CARRIERS_ENQUIRE',
  'settings.resendsUnknown': 'CARRIERS_RESENDS',
  'settings.vendorReasons': 'CARRIERS_VENDOR_REASONS',
  title: 'SERVICES_TITLE',
  password: 'SERVICES_PASSWORD',
  channelType: 'SERVICES_CHANNEL',
  communicationType: 'SERVICES_COMMUNICATION',
  sender: 'ENDS_SENDER',
  service: 'ENDS_SERVICE',
  ttlSeconds: 'ENDS_TTL',
  fallbackSender: 'ENDS_FALLBACK',
  token: 'ENDS_TOKEN',
  chatUri: 'ENDS_CHAT_URI',
  welcomeText: 'ENDS_WELCOME',
  hookAddress: 'ENDS_HOOK',
  direction: 'MAILBOXES_DIRECTION',
  incoming: 'MAILBOXES_INCOMING',
  outgoing: 'MAILBOXES_OUTGOING',
  authentication: 'MAILBOXES_SIGN_IN',
  clientId: 'MAILBOXES_CLIENT_ID',
  tenantId: 'MAILBOXES_TENANT_ID',
  clientSecret: 'MAILBOXES_CLIENT_SECRET',
  refreshToken: 'MAILBOXES_REFRESH_TOKEN',
  incomingPassword: 'MAILBOXES_INCOMING_PASSWORD',
  outgoingPassword: 'MAILBOXES_OUTGOING_PASSWORD',
  afterFetching: 'MAILBOXES_AFTER',
  moveTo: 'MAILBOXES_MOVE_TO',
  ticketWhenInCc: 'MAILBOXES_CC',
  plusAddress: 'MAILBOXES_PLUS',
  webFormSenders: 'MAILBOXES_FORM_SENDERS',
  recipientSource: 'MAILBOXES_RECIPIENT',
  dkim: 'MAILBOXES_DKIM',
  dkimKey: 'MAILBOXES_DKIM_KEY',
  content: 'SIGNATURES_CONTENT',
  isHtml: 'SIGNATURES_HTML',
  placement: 'SIGNATURES_PLACEMENT',
};

export const carrierKindNames = {
  HTTP: 'CARRIERS_KIND_HTTP',
  SMPP: 'CARRIERS_KIND_SMPP',
  INFOBIP: 'CARRIERS_KIND_INFOBIP',
} as const satisfies Record<(typeof carrierKinds)[number], TextKey>;

export const communicationNames = {
  TWO_WAY: 'SERVICES_TWO_WAY',
  ONE_WAY: 'SERVICES_ONE_WAY',
} as const satisfies Record<(typeof communicationTypes)[number], TextKey>;

export const receiptIdNames = {
  ANY: 'CARRIERS_RECEIPT_IDS_ANY',
  SAME: 'CARRIERS_RECEIPT_IDS_SAME',
  HEX_IN_RECEIPT: 'CARRIERS_RECEIPT_IDS_HEX',
  DECIMAL_IN_RECEIPT: 'CARRIERS_RECEIPT_IDS_DECIMAL',
} as const satisfies Record<string, TextKey>;

export const longTextNames = {
  UDH: 'CARRIERS_LONG_TEXTS_UDH',
  SAR: 'CARRIERS_LONG_TEXTS_SAR',
  PAYLOAD: 'CARRIERS_LONG_TEXTS_PAYLOAD',
} as const satisfies Record<string, TextKey>;

export const fallbackNames = {
  CARRIER: 'CARRIERS_FALLBACK_BY_CARRIER',
  PARLEY: 'CARRIERS_FALLBACK_BY_PARLEY',
} as const satisfies Record<string, TextKey>;

const known: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  kind: carrierKindNames,
  communicationType: communicationNames,
  'settings.receiptIds': receiptIdNames,
  'settings.longTexts': longTextNames,
  'settings.fallbackBy': fallbackNames,
  direction: directionNames,
  authentication: authenticationNames,
  afterFetching: afterFetchingNames,
  recipientSource: recipientSourceNames,
  placement: placementNames,
};

/** Of a value that is one of a few words, how it is said; null for anything else. */
export function channelValue(field: string, value: string): TextKey | null {
  const channel = field === 'channelType' ? oneOf(carriedChannels, value) : undefined;
  return channel === undefined ? (known[field]?.[value] ?? null) : channelNames[channel];
}
