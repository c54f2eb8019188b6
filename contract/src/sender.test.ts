import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isChatUri, senderKindOf, settledChatUri, settledSender } from './sender.ts';

it.each([
  ['Shop', 'NAME'],
  ['My Shop 24', 'NAME'],
  ['Ölwechsel', 'NAME'],
  ['12345678901', null],
  ['A2345678901', 'NAME'],
  ['A23456789012', null],
  ['Магазин', null],
  ['Shop{1}', null],
  ['“Shop”', null],
  ['', null],
  ['+359888111222', 'NUMBER'],
  ['+0888111222', null],
  ['+1234567890123456', null],
  ['1234', 'SHORT_CODE'],
  ['12', null],
  ['12345678', 'SHORT_CODE'],
] as const)('%s is %s', (sender, kind) => {
  expect(senderKindOf(sender)).toBe(kind);
});

it.each([
  [' 00359 88 811-12-22 ', '+359888111222'],
  ['359888111222', '+359888111222'],
  ['+359 (888) 111 222', '+359888111222'],
  ['12 34', '1234'],
  ['My Shop', 'My Shop'],
  ['Shop-24', 'Shop-24'],
  ['\u202eShop', 'Shop'],
])('%s is settled as %s', (typed, settled) => {
  expect(settledSender(typed)).toBe(settled);
});

it('settles what is settled no further', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[+0-9 ().-]{1,18}$/)), (typed) => {
      expect(settledSender(settledSender(typed))).toBe(settledSender(typed));
    }),
  );
});

it.each([
  ['viber://pa?chatURI=my-shop', 'my-shop'],
  ['viber://pa?context=a&chatURI=my.shop&text=Hi', 'my.shop'],
  ['https://chats.viber.com/my_shop', 'my_shop'],
  [' myshop ', 'myshop'],
])('%s is the bot %s', (typed, uri) => {
  expect(settledChatUri(typed)).toBe(uri);
  expect(isChatUri(uri)).toBe(true);
});

it.each(['', 'my shop', 'магазин', 'a/b', 'x'.repeat(65)])('no bot is at %s', (uri) => {
  expect(isChatUri(settledChatUri(uri))).toBe(false);
});
