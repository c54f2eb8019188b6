import * as z from 'zod/mini';
import { failureReasons } from '../failure-reasons.ts';
import { carriedChannels, carrierKinds, communicationTypes } from './lists-of-pages.ts';
import { formText, Id, Instant, requiredText } from './primitives.ts';

/** How a carrier is spoken to: our own plain contract over HTTP, SMPP 3.4, or Infobip's interface. */
export const CarrierKind = z.enum(carrierKinds);
export type CarrierKind = z.infer<typeof CarrierKind>;

export const CarriedChannel = z.enum(carriedChannels);
export type CarriedChannel = z.infer<typeof CarriedChannel>;

/** ONE_WAY: over it one only sends; nobody can answer, so that it is offered in no room. */
export const CommunicationType = z.enum(communicationTypes);
export type CommunicationType = z.infer<typeof CommunicationType>;

const perSecond = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null);
/** Who sends the short message where Viber does not reach somebody: one of both for each carrier, so that it goes out once. */
const fallbackBy = z._default(z.enum(['CARRIER', 'PARLEY']), 'CARRIER');

/** What is set of a carrier that is spoken to over HTTP. `perSecond`: messages that it takes; null: it names no rate. */
export const HttpCarrierSettings = z.object({ perSecond, fallbackBy });

/** Codes from here to there are each carrier's own (SMPP 3.4, section 5.1.3, `command_status`). */
export const VENDOR_CODES = { from: 0x400, to: 0x4ff } as const;

/** What a carrier's own code means. */
export const VendorReason = z.object({
  code: z.int().check(z.minimum(VENDOR_CODES.from), z.maximum(VENDOR_CODES.to)),
  reason: z.enum(failureReasons),
});
export type VendorReason = z.infer<typeof VendorReason>;

const VendorReasons = z.array(VendorReason).check(
  z.maxLength(VENDOR_CODES.to - VENDOR_CODES.from + 1),
  z.refine((rows) => new Set(rows.map(({ code }) => code)).size === rows.length, { error: 'CODE_TWICE' }),
);

/** What is set of a carrier that is spoken to over SMPP. */
export const SmppCarrierSettings = z.object({
  perSecond,
  /** How many messages may be unanswered at once. */
  window: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 10),
  systemType: z._default(z.string().check(z.maxLength(12)), ''),
  /** Of senders that are names, numbers and short codes: type of number and numbering plan. */
  nameTon: z._default(z.int().check(z.minimum(0), z.maximum(7)), 5),
  nameNpi: z._default(z.int().check(z.minimum(0), z.maximum(15)), 0),
  numberTon: z._default(z.int().check(z.minimum(0), z.maximum(7)), 1),
  numberNpi: z._default(z.int().check(z.minimum(0), z.maximum(15)), 1),
  shortCodeTon: z._default(z.int().check(z.minimum(0), z.maximum(7)), 3),
  shortCodeNpi: z._default(z.int().check(z.minimum(0), z.maximum(15)), 0),
  /** What the carrier wants to be told of texts in the GSM alphabet. */
  gsmDataCoding: z._default(z.int().check(z.minimum(0), z.maximum(255)), 0),
  /** How ids of messages in receipts are written against those in answers. ANY: whichever fits. */
  receiptIds: z._default(z.enum(['ANY', 'SAME', 'HEX_IN_RECEIPT', 'DECIMAL_IN_RECEIPT']), 'ANY'),
  /** How a long text is brought: in parts with a header, in parts with fields, or whole. */
  longTexts: z._default(z.enum(['UDH', 'SAR', 'PAYLOAD']), 'UDH'),
  enquireEverySeconds: z._default(z.int().check(z.minimum(5), z.maximum(600)), 30),
  /** May a message be sent again by itself whose answer was lost with the connection? Only where the carrier knows repetitions. */
  resendsUnknown: z._default(z.boolean(), false),
  /** Why it refused a message, by codes of its own; of others it is not known. */
  vendorReasons: z._default(VendorReasons, []),
});
export type SmppCarrierSettings = z.infer<typeof SmppCarrierSettings>;

export const carrierSettings = { HTTP: HttpCarrierSettings, INFOBIP: HttpCarrierSettings, SMPP: SmppCarrierSettings } as const;
export type CarrierSettings = z.infer<typeof HttpCarrierSettings> | SmppCarrierSettings;

/** Whether a carrier of this kind brings messages of this channel: over SMPP there are none but short ones. */
export const carries = (kind: CarrierKind, channel: CarriedChannel): boolean => kind !== 'SMPP' || channel === 'SMS';

const HttpAddress = /* @__PURE__ */ z.url({ protocol: /^https?$/ });
const SmppAddress = /* @__PURE__ */ z.url({ protocol: /^s?smpp$/ });
/** Base address, with nothing behind a question mark and nobody's password in it. */
const isHttpAddress = (text: string) => HttpAddress.safeParse(text).success && /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(text);
const isPort = (digits: string | undefined): boolean => Number(digits) >= 1 && Number(digits) <= 65_535;
/** `smpp://host:port`, or `ssmpp://` with TLS. */
const isSmppAddress = (text: string) =>
  SmppAddress.safeParse(text).success && isPort(/^s?smpp:\/\/(?:\[[\da-f:.]+\]|[^:/?#@\s]+):(\d{1,5})\/?$/i.exec(text)?.[1]);

/** Whether a carrier of this kind can be reached at this address. */
export const fitsKind = (kind: CarrierKind, address: string): boolean => (kind === 'SMPP' ? isSmppAddress : isHttpAddress)(address);

const CarrierAddress = formText(300).check(
  z.refine((text) => isHttpAddress(text) || isSmppAddress(text), { error: 'NOT_A_CARRIER_ADDRESS' }),
);

/** What a carrier of each kind can be given: nothing that it does not know. What is left out is the usual. */
export const settingsOfKind = {
  HTTP: z.strictObject(HttpCarrierSettings.shape),
  INFOBIP: z.strictObject(HttpCarrierSettings.shape),
  SMPP: z.strictObject(SmppCarrierSettings.shape),
} as const;

/** What can be set of a carrier. Its kind is said when it is made, and stays. */
export const carrierFields = {
  name: requiredText(120),
  /** Country and network as numbering plans name them (MCC and MNC): 28401. Empty where it has none. */
  networkId: formText(20).check(z.regex(/^[\w-]*$/)),
  reseller: z.boolean(),
  address: CarrierAddress,
};

type SettingOf<Shape> = { [Name in keyof Shape & string as `settings/${Name}`]: Shape[Name] extends z.ZodMiniDefault<infer T> ? T : never };

/** Each setting alone, so that two who change one carrier keep what the other has set. What none of its kind is, is refused by `settingsOfKind`. */
const each = <Shape extends Record<string, z.ZodMiniDefault>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, { def }]) => [`settings/${name}`, def.innerType])) as unknown as SettingOf<Shape>;

/** What can be changed of a carrier that is there: its fields, and each of its settings by a path of its own (`settings/perSecond`). */
export const carrierChanges = {
  ...carrierFields,
  .../* @__PURE__ */ each(HttpCarrierSettings.shape),
  .../* @__PURE__ */ each(SmppCarrierSettings.shape),
};

/** A carrier (administration, section 3): name, network id, reseller or not; beside it how it is reached. */
export const Carrier = z.object({
  id: Id,
  name: z.string(),
  networkId: z.string(),
  reseller: z.boolean(),
  kind: CarrierKind,
  address: z.string(),
  settings: z.union([settingsOfKind.HTTP, settingsOfKind.SMPP]),
  /** How many services it has. */
  serviceCount: z.int(),
  createdAt: Instant,
});
export type Carrier = z.infer<typeof Carrier>;

/** A password as the carrier gave it: nothing of it is settled. */
const CarrierPassword = z.string().check(z.minLength(1, { error: 'EMPTY' }), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** What can be set of a carrier's service. */
export const carrierServiceFields = {
  title: requiredText(120),
  username: requiredText(200),
  password: CarrierPassword,
  channelType: CarriedChannel,
  communicationType: CommunicationType,
};

/** What a carrier was bought for (administration, section 3). Its password is never told. */
export const CarrierService = z.object({
  id: Id,
  carrierId: Id,
  title: z.string(),
  username: z.string(),
  channelType: CarriedChannel,
  communicationType: CommunicationType,
  /** How many ends of channels, of all accounts, speak through it. */
  useCount: z.int(),
  /** How many messages came over it that are nobody's; at most a hundred are counted. */
  troubleCount: z.int(),
  createdAt: Instant,
});
export type CarrierService = z.infer<typeof CarrierService>;

/** What came over a service's line for a number or name that none of its ends has (part of a service's own quarantine). */
export const CarrierServiceTrouble = z.object({
  id: Id,
  receivedAt: Instant,
  /** Whom it was sent to; empty where the line did not say. */
  named: z.string(),
  /** Who sent it. */
  address: z.string(),
  /** How it came. */
  original: z.string(),
});
export type CarrierServiceTrouble = z.infer<typeof CarrierServiceTrouble>;

/** A service as it is chosen for an end of a channel. */
export const ServiceChoice = z.object({
  id: Id,
  title: z.string(),
  carrierId: Id,
  carrierName: z.string(),
  channelType: CarriedChannel,
  communicationType: CommunicationType,
});
export type ServiceChoice = z.infer<typeof ServiceChoice>;

/** What keeps a carrier or a service from being deleted: a service of it, an end of a channel that speaks through it. The parameters of such refusals. */
export const CarrierUse = z.object({
  kind: z.enum(['SERVICE', 'SMS', 'VIBER']),
  id: Id,
  name: z.string(),
  /** Of an end: whose it is. */
  accountId: z.optional(Id),
  accountName: z.optional(z.string()),
  /** How many there are; not all are named. */
  count: z.int(),
});
export type CarrierUse = z.infer<typeof CarrierUse>;
