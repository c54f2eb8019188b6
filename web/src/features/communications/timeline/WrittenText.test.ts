import { expect, test } from 'vitest';
import { piecesOf } from './WrittenText.tsx';

test('web addresses are found, without the sentence’s own signs', () => {
  expect(piecesOf('See https://shop.example/a?b=1&c=2, please.')).toEqual([
    { text: 'See ', isAddress: false },
    { text: 'https://shop.example/a?b=1&c=2', isAddress: true },
    { text: ', please.', isAddress: false },
  ]);
});

test('nothing else becomes a link', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,<b>', 'file:///etc/passwd', 'http://', 'xhttps:/a']) {
    expect(piecesOf(text)).toEqual([{ text, isAddress: false }]);
  }
});

test('an address ends where a sign turns the direction of writing, or cannot be seen', () => {
  expect(piecesOf('https://evil.example/\u202Egnp.exe')).toEqual([
    { text: 'https://evil.example/', isAddress: true },
    { text: '\u202Egnp.exe', isAddress: false },
  ]);
  expect(piecesOf('\u202Ehttps://shop.example/a\u2069')[1]).toEqual({ text: 'https://shop.example/a', isAddress: true });
});

test('the pieces are the whole text', () => {
  const text = 'https://a.example\nтекст (http://b.example/път) и край.';
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
