import {
  type Carrier,
  CarrierKind,
  carrierFields,
  type FailureReason,
  HttpCarrierSettings,
  SmppCarrierSettings,
  VENDOR_CODES,
} from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';
import { asTyped, numberOrNone, typedNumber, typedNumberOrNone } from '../../../forms/typed-number.ts';

/** Settings of SMPP that are whole numbers. */
export const smppNumbers = [
  'window',
  'enquireEverySeconds',
  'gsmDataCoding',
  'nameTon',
  'nameNpi',
  'numberTon',
  'numberNpi',
  'shortCodeTon',
  'shortCodeNpi',
] as const;
type SmppNumber = (typeof smppNumbers)[number];

/** A code of the carrier's own, as it is typed, and what it means. */
export interface TypedReason {
  code: string;
  reason: FailureReason;
}

/** What is filled in of a carrier: first its own fields, in the order in which they are sent, then what is set of its kind. */
export type CarrierValues = {
  name: string;
  networkId: string;
  reseller: boolean;
  address: string;
  kind: CarrierKind;
  perSecond: string;
  fallbackBy: string;
  systemType: string;
  receiptIds: string;
  longTexts: string;
  resendsUnknown: boolean;
  vendorReasons: TypedReason[];
} & Record<SmppNumber, string>;

const ownFields = ['name', 'networkId', 'reseller', 'address'] as const;

const numbersOf = (settings: SmppCarrierSettings) =>
  Object.fromEntries(smppNumbers.map((field) => [field, String(settings[field])])) as Record<SmppNumber, string>;

/** Of a carrier that speaks another protocol, what is usual: nobody sees it. */
export function valuesOf({ name, networkId, reseller, address, kind, settings }: Carrier): CarrierValues {
  const smpp = SmppCarrierSettings.parse(kind === 'SMPP' ? settings : {});
  const http = HttpCarrierSettings.parse(kind === 'SMPP' ? {} : settings);
  return {
    name,
    networkId,
    reseller,
    address,
    kind,
    perSecond: asTyped(settings.perSecond),
    fallbackBy: http.fallbackBy,
    systemType: smpp.systemType,
    receiptIds: smpp.receiptIds,
    longTexts: smpp.longTexts,
    resendsUnknown: smpp.resendsUnknown,
    vendorReasons: smpp.vendorReasons.map(({ code, reason }) => ({ code: `0x${code.toString(16)}`, reason })),
    ...numbersOf(smpp),
  };
}

export const emptyCarrier: CarrierValues = {
  name: '',
  networkId: '',
  reseller: false,
  address: '',
  kind: 'HTTP',
  perSecond: '',
  fallbackBy: 'CARRIER',
  systemType: '',
  receiptIds: 'ANY',
  longTexts: 'UDH',
  resendsUnknown: false,
  vendorReasons: [],
  ...numbersOf(SmppCarrierSettings.parse({})),
};

/** As carriers' documents write it: hexadecimal after `0x`, else decimal. NaN for anything else. */
const codeOf = (typed: string): number => (/^(0x[\da-f]+|\d+)$/i.test(typed.trim()) ? Number(typed.trim()) : Number.NaN);
const isVendorCode = (typed: string): boolean => codeOf(typed) >= VENDOR_CODES.from && codeOf(typed) <= VENDOR_CODES.to;

/** Which rows hold no code of a carrier's own, or one that stands above already. */
export const faultyReasons = (rows: readonly TypedReason[]): boolean[] =>
  rows.map(({ code }, place) => !isVendorCode(code) || rows.slice(0, place).some((above) => codeOf(above.code) === codeOf(code)));

/** All settings of the chosen kind, and nothing of another. */
function settingsOf(values: CarrierValues): Record<string, unknown> {
  const perSecond = numberOrNone(values.perSecond);
  if (values.kind !== 'SMPP') return { perSecond, fallbackBy: values.fallbackBy };
  const { systemType, receiptIds, longTexts, resendsUnknown } = values;
  const vendorReasons = values.vendorReasons.map(({ code, reason }) => ({ code: codeOf(code), reason }));
  const numbers = Object.fromEntries(smppNumbers.map((field) => [field, Number(values[field])]));
  return { perSecond, systemType, receiptIds, longTexts, resendsUnknown, vendorReasons, ...numbers };
}

/** What makes a carrier of values that fit. */
export const sentOf = (values: CarrierValues) => {
  const { name, networkId, reseller, address, kind } = values;
  return { name, networkId, reseller, address, kind, settings: settingsOf(values) };
};

/** What is to be replaced of a carrier that is there, each setting by itself: what somebody else has set meanwhile stays. */
export function replacementsOf(changed: readonly (keyof CarrierValues)[], values: CarrierValues) {
  const settings = settingsOf(values);
  return changed.flatMap((field) => {
    if ((ownFields as readonly string[]).includes(field))
      return [{ op: 'replace' as const, path: field as string, value: values[field] as unknown }];
    return field in settings ? [{ op: 'replace' as const, path: `settings/${field}`, value: settings[field] }] : [];
  });
}

const { shape } = SmppCarrierSettings;
export const numberNames = {
  window: 'CARRIERS_WINDOW',
  enquireEverySeconds: 'CARRIERS_ENQUIRE',
  gsmDataCoding: 'CARRIERS_GSM_CODING',
  nameTon: 'CARRIERS_NAME_TON',
  nameNpi: 'CARRIERS_NAME_NPI',
  numberTon: 'CARRIERS_NUMBER_TON',
  numberNpi: 'CARRIERS_NUMBER_NPI',
  shortCodeTon: 'CARRIERS_SHORT_TON',
  shortCodeNpi: 'CARRIERS_SHORT_NPI',
} as const satisfies Record<SmppNumber, FieldRule['name']>;
const numberRules = Object.fromEntries(
  smppNumbers.map((field): [SmppNumber, FieldRule] => [
    field,
    { name: numberNames[field], schema: typedNumber(shape[field].def.innerType) },
  ]),
) as Record<SmppNumber, FieldRule>;

/** The contract's own rules. What is chosen or switched fits always. */
export const carrierRules: { readonly [Field in keyof CarrierValues]?: FieldRule } = {
  name: { name: 'CARRIERS_NAME', schema: carrierFields.name },
  networkId: { name: 'CARRIERS_NETWORK_ID', schema: carrierFields.networkId, invalid: 'CARRIERS_NETWORK_ID_INVALID' },
  address: { name: 'CARRIERS_ADDRESS', schema: carrierFields.address, invalid: 'CARRIERS_ADDRESS_INVALID' },
  kind: { name: 'CARRIERS_KIND', schema: CarrierKind },
  perSecond: { name: 'CARRIERS_PER_SECOND', schema: typedNumberOrNone(z.int().check(z.minimum(1), z.maximum(10_000))) },
  systemType: { name: 'CARRIERS_SYSTEM_TYPE', schema: shape.systemType.def.innerType, invalid: 'CARRIERS_SYSTEM_TYPE_INVALID' },
  ...numberRules,
  vendorReasons: {
    name: 'CARRIERS_VENDOR_REASONS',
    schema: z.custom<TypedReason[]>((rows) => !faultyReasons(rows as TypedReason[]).includes(true)),
    invalid: 'CARRIERS_VENDOR_CODE_INVALID',
  },
};

/** Refusals that are about one field. */
export const carrierProblems: FieldsOfProblems<keyof CarrierValues> = {
  CARRIER_NAME_TAKEN: 'name',
  CARRIER_ADDRESS_OF_OTHER_KIND: 'address',
};
