import type { ViberChannel } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../forms/field-fault.ts';
import { KEEP } from '../../../forms/SecretField.tsx';
import { type EndValues, emptyEnd, replacementsOf, rulesOf, sentOf, valuesOf } from './end-values.ts';
import { readEndsSearch } from './ends-search.ts';

const id = (last: number) => `0192b7a0-0000-7000-8000-00000000000${last}`;
const channel: ViberChannel = {
  id: id(1),
  accountId: id(2),
  name: 'Shop',
  status: 'inactive',
  sender: 'Shop',
  service: {
    id: id(3),
    title: 'Viber',
    carrierId: id(4),
    carrierName: 'Danube',
    channelType: 'VIBER',
    communicationType: 'TWO_WAY',
  },
  ttlSeconds: 60,
  fallbackSender: 'Shop',
  hookAddress: 'https://parley.example/hooks/viber/1',
  wasUsed: false,
  createdAt: '2026-01-05T08:00:00.000Z',
};

it('sends of each kind what is its own', () => {
  const values: EndValues = { ...valuesOf(channel), token: 'secret', chatUri: 'shop' };
  expect(sentOf('viber-channels', values)).toEqual({
    name: 'Shop',
    status: 'inactive',
    sender: 'Shop',
    serviceId: id(3),
    ttlSeconds: 60,
    fallbackSender: 'Shop',
  });
  expect(Object.keys(sentOf('sms-settings', values)).toSorted()).toEqual(['name', 'sender', 'serviceId', 'status']);
  expect(sentOf('viber-support', values)).toEqual({
    name: 'Shop',
    status: 'inactive',
    token: 'secret',
    chatUri: 'shop',
    welcomeText: '',
  });
});

it('replaces what was changed, in the order of the form, and never the carrier', () => {
  const values = { ...valuesOf(channel), isOn: true, ttlSeconds: '90' };
  expect(replacementsOf(['isOn', 'serviceId', 'ttlSeconds', 'carrierId'], values)).toEqual([
    { op: 'replace', path: 'status', value: 'active' },
    { op: 'replace', path: 'serviceId', value: id(3) },
    { op: 'replace', path: 'ttlSeconds', value: 90 },
  ]);
});

describe('rules', () => {
  it.each([
    ['sms-settings', 'sender', 'My Shop', null],
    ['sms-settings', 'sender', '+359 88 811 12 22', null],
    ['sms-settings', 'sender', 'Магазин', 'ENDS_SENDER_INVALID'],
    ['sms-settings', 'sender', '', 'FORM_REQUIRED'],
    ['sms-settings', 'serviceId', null, 'FORM_CHOOSE'],
    ['viber-channels', 'ttlSeconds', '29', 'FORM_BELOW'],
    ['viber-channels', 'ttlSeconds', '1209601', 'FORM_ABOVE'],
    ['viber-channels', 'fallbackSender', '', null],
    ['viber-channels', 'fallbackSender', '12', 'ENDS_SENDER_INVALID'],
    ['viber-support', 'chatUri', 'viber://pa?chatURI=shop', null],
    ['viber-support', 'chatUri', 'our shop', 'ENDS_CHAT_URI_INVALID'],
    ['viber-support', 'token', KEEP, null],
    ['viber-support', 'token', '', 'FORM_REQUIRED'],
    ['viber-support', 'token', 'with space', 'ENDS_TOKEN_INVALID'],
  ] as const)('of %s judge %s: “%s”', (kind, field, value, key) => {
    const rule = rulesOf[kind][field];
    expect(rule && (faultOf(rule, value)?.key ?? null)).toBe(key);
  });

  it('fit what is usual', () => {
    expect(faultOf(rulesOf['viber-channels'].ttlSeconds as never, emptyEnd.ttlSeconds)).toBeNull();
  });
});

it('reads what a list can show, and leaves out what is usual or does not fit', () => {
  const shown = { page: 2, size: 25, search: 'shop', sort: 'sender,desc', status: 'inactive' };
  expect(readEndsSearch(shown)).toEqual(shown);
  expect(readEndsSearch({ page: 0, sort: 'name,asc', status: 'gone', more: 1 })).toEqual({});
});
