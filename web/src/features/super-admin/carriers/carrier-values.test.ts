import { type Carrier, carrierSettings } from '@parley/contract';
import { expect, it } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { carrierRules, emptyCarrier, faultyReasons, replacementsOf, sentOf, valuesOf } from './carrier-values.ts';

const carrier: Carrier = {
  id: '0192b7a0-0000-7000-8000-000000000001',
  name: 'Danube',
  networkId: '28401',
  reseller: false,
  kind: 'SMPP',
  address: 'smpp://danube.example:2775',
  settings: carrierSettings.SMPP.parse({ window: 5 }),
  serviceCount: 0,
  createdAt: '2026-01-05T08:00:00.000Z',
};

it('sends what is set of the chosen protocol, and nothing of another', () => {
  expect(sentOf({ ...emptyCarrier, name: 'Danube', address: 'https://danube.example', perSecond: '20' })).toEqual({
    name: 'Danube',
    networkId: '',
    reseller: false,
    kind: 'HTTP',
    address: 'https://danube.example',
    settings: { perSecond: 20, fallbackBy: 'CARRIER' },
  });
  expect(sentOf(valuesOf(carrier)).settings).toEqual(carrier.settings);
});

it('sends what was changed alone, settings one by one', () => {
  const values = { ...valuesOf(carrier), name: 'Dunav', window: '7' };
  expect(replacementsOf(['name', 'window'], values)).toEqual([
    { op: 'replace', path: 'name', value: 'Dunav' },
    { op: 'replace', path: 'settings/window', value: 7 },
  ]);
  expect(replacementsOf(['reseller'], values)).toEqual([{ op: 'replace', path: 'reseller', value: false }]);
});

it.each(['smpp://danube.example:0', 'smpp://danube.example:65536', 'smpp://danube.example:99999'])(
  'takes no port that is none: %s',
  (address) => {
    expect(carrierRules.address && faultOf(carrierRules.address, address)).not.toBeNull();
    expect(carrierRules.address && faultOf(carrierRules.address, 'smpp://danube.example:65535')).toBeNull();
  },
);

it.each([
  ['name', ' ', 'FORM_REQUIRED'],
  ['networkId', 'Бяла', 'CARRIERS_NETWORK_ID_INVALID'],
  ['address', 'carrier.example', 'CARRIERS_ADDRESS_INVALID'],
  ['perSecond', '0', 'FORM_BELOW'],
  ['perSecond', '', null],
  ['window', '1001', 'FORM_ABOVE'],
  ['window', 'many', 'FORM_WRONG_TYPE'],
  ['systemType', 'longer than twelve', 'FORM_TOO_LONG'],
] as const)('%s is judged: “%s”', (field, value, key) => {
  const rule = carrierRules[field];
  expect(rule && (faultOf(rule, value)?.key ?? null)).toBe(key);
});

it('takes codes of the carrier’s own as its documents write them, each once', () => {
  const typed = (...codes: string[]) => codes.map((code) => ({ code, reason: 'NOT_PERMITTED' as const }));
  const values = { ...valuesOf(carrier), vendorReasons: typed('0x401', ' 1026 ') };
  expect(replacementsOf(['vendorReasons'], values)).toEqual([
    {
      op: 'replace',
      path: 'settings/vendorReasons',
      value: [
        { code: 0x401, reason: 'NOT_PERMITTED' },
        { code: 0x402, reason: 'NOT_PERMITTED' },
      ],
    },
  ]);
  expect(faultyReasons(typed('0x401', '1025', '0x3ff', '', 'x', '0x4ff'))).toEqual([false, true, true, true, true, false]);
  expect(carrierRules.vendorReasons && faultOf(carrierRules.vendorReasons, typed('0x300'))?.key).toBe('CARRIERS_VENDOR_CODE_INVALID');
});
