import { expect, test } from 'vitest';
import { openable } from './openable.ts';

test('pages, numbers and addresses of mail can be opened', () => {
  for (const address of ['https://shop.example/a?b=c#d', 'http://shop.example/', 'tel:+359888123456', 'mailto:shop@shop.example'])
    expect(openable(` ${address} `)).toBe(address);
});

test('nothing else can, however it is written', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    'intent://scan',
    '//shop.example/a',
    '/profile',
    '',
    'https://shop.example/a b',
    `https://shop.example/${'a'.repeat(2000)}`,
  ];
  for (const address of hostile) expect([address, openable(address)]).toEqual([address, null]);
});
