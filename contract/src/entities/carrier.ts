import * as z from 'zod/mini';
import { Id } from './primitives.ts';

/** How a carrier is spoken to: our own plain contract over HTTP, SMPP 3.4, or Infobip's interface. */
export const CarrierKind = z.enum(['HTTP', 'SMPP', 'INFOBIP']);
export type CarrierKind = z.infer<typeof CarrierKind>;

export const CarriedChannel = z.enum(['SMS', 'VIBER']);
export type CarriedChannel = z.infer<typeof CarriedChannel>;

/** ONE_WAY: over it one only sends; nobody can answer, so that it is offered in no room. */
export const CommunicationType = z.enum(['TWO_WAY', 'ONE_WAY']);
export type CommunicationType = z.infer<typeof CommunicationType>;

const perSecond = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null);
/** Who sends the short message where Viber does not reach somebody: one of both for each carrier, so that it goes out once. */
const fallbackBy = z._default(z.enum(['CARRIER', 'PARLEY']), 'CARRIER');

/** What is set of a carrier that is spoken to over HTTP. `perSecond`: messages that it takes; null: it names no rate. */
export const HttpCarrierSettings = z.object({ perSecond, fallbackBy });

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
});
export type SmppCarrierSettings = z.infer<typeof SmppCarrierSettings>;

export const carrierSettings = { HTTP: HttpCarrierSettings, INFOBIP: HttpCarrierSettings, SMPP: SmppCarrierSettings } as const;
export type CarrierSettings = z.infer<typeof HttpCarrierSettings> | SmppCarrierSettings;

/** A carrier (administration, section 3): name, network id, reseller or not; beside it how it is reached. */
export const Carrier = z.object({
  id: Id,
  name: z.string(),
  networkId: z.string(),
  reseller: z.boolean(),
  kind: CarrierKind,
  address: z.string(),
  settings: z.union([SmppCarrierSettings, HttpCarrierSettings]),
  /** How many services it has. */
  serviceCount: z.int(),
});
export type Carrier = z.infer<typeof Carrier>;

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
});
export type CarrierService = z.infer<typeof CarrierService>;
