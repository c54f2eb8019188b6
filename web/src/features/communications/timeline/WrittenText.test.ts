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

test('the pieces are the whole text', () => {
  const text = 'https://a.example\nтекст (http://b.example/път) и край.';
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
